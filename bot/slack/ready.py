"""A question -> an answer that is ready before a word of it is said, and whether it covers it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from retrieval.answer.answerer import Answerer
from retrieval.answer.covering import UNKNOWN, Covering, covering
from retrieval.values import Answer, Packed, Queries, Question


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer, and the passages that it was written from."""

    answer: Answer
    packed: Packed = field(default_factory=lambda: Packed(()))


async def consider(
    answerer: Answerer, question: Question, told: Callable[[object], None] = lambda _: None
) -> tuple[Ready, Covering]:
    """Answer in silence, and weigh the answer by what was searched and packed.

    `told` is called with every hop.
    """
    queries: Queries | None = None
    packed: Packed | None = None

    async def watch(hop: object) -> None:
        nonlocal queries, packed
        told(hop)
        if isinstance(hop, Queries):
            queries = hop
        elif isinstance(hop, Packed):
            packed = hop

    answer = await answerer.answer(question, watch)
    if queries is None or packed is None:
        return Ready(answer), UNKNOWN
    return Ready(answer, packed), covering(queries, packed, answer)
