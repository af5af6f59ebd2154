"""An answer path to measure: who answers, what is searched, and how much is packed."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.answer.answerer import Answerer
from retrieval.answer.pack import Budget
from retrieval.ports import Store


@dataclass(frozen=True, slots=True)
class AnswerPath:
    """One way to answer, put together.

    `configuration` is its id. `lacking` says what of a recorded configuration could not be
    brought back.
    """

    answerer: Answerer
    store: Store
    budget: Budget
    configuration: str = ""
    lacking: tuple[str, ...] = ()
