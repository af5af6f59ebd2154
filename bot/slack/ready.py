"""A question -> an answer that is complete before any of it is said, and whether to say it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.inbound import Inbound
from bot.slack.access import Access
from bot.slack.thread import Threads
from retrieval.answer.answerer import Answerer
from retrieval.answer.covering import UNKNOWN, Covering, covering
from retrieval.answer.respell import as_meant
from retrieval.values import Answer, Candidates, Outcome, Packed, Queries, Question

UNREAD, NO_INDEX = "came with what was not read", "no index"
NOT_ALLOWED, BROKEN = "not allowed", "broken"
NOT_COVERED = "not covered: "
"""Reasons for silence. How those begin that lie in the answer; a `Gap` follows."""
_NO_ANSWER = Answer(Outcome.FAILED, (), (), (), (), "", 0.0)


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer, and the passages that it was written from."""

    answer: Answer
    packed: Packed = field(default_factory=lambda: Packed(()))


@dataclass(frozen=True, slots=True)
class Weighed:
    """An answer, and the reason why it is not said; empty where it is."""

    reason: str
    ready: Ready = field(default_factory=lambda: Ready(_NO_ANSWER))
    found: Covering = UNKNOWN

    @property
    def summary(self) -> dict[str, Any]:
        """Return what the log says of it."""
        return {
            "trace_id": self.ready.answer.trace_id,
            "reason": self.reason,
            "share": round(self.found.share, 3),
            "meaning": round(self.found.meaning, 3),
        }


@dataclass(frozen=True, slots=True)
class Weighing:
    """Answers questions without a word to anybody, and weighs what comes of it."""

    access: Access
    threads: Threads
    answerer: Answerer
    seconds: float

    async def __call__(
        self, asked: Inbound, told: Callable[[object], None] = lambda _: None
    ) -> Weighed:
        """Answer a question by what its asker may see where they asked.

        `told` is called with every hop. Raises SlackRefused, StoreError, TimeoutError.
        """
        may_search = await self.access.scope(asked)
        if isinstance(may_search, str):
            return Weighed(NOT_ALLOWED)
        if await self.access.pages(may_search) is None:
            return Weighed(NO_INDEX)
        along = await self.threads.before(asked)
        if along.notes:
            return Weighed(UNREAD)
        question = Question(
            asked.text, may_search, along.turns, asker=asked.user, place=asked.channel
        )
        async with asyncio.timeout(self.seconds):
            ready, found = await consider(self.answerer, question, told)
        return Weighed(f"{NOT_COVERED}{found.gap}" if found.gap else "", ready, found)


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
        elif isinstance(hop, Candidates) and queries:
            queries = as_meant(queries, hop.respelt)
        elif isinstance(hop, Packed):
            packed = hop

    answer = await answerer.answer(question, watch)
    if queries is None or packed is None:
        return Ready(answer), UNKNOWN
    return Ready(answer, packed), covering(queries, packed, answer)
