"""A path holds what measuring it takes."""

from __future__ import annotations

from retrieval.answer.answerer import Answerer, Team
from retrieval.answer.pack import Budget
from retrieval.learn.path import AnswerPath
from tests.fakes.team import (
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
)


def test_a_path_is_what_was_put_together() -> None:
    """Nothing is copied or changed on the way."""
    store, budget, writer = MemoryStore(), Budget(sources=3), FirstSentence()
    team = Team(
        store, BagEmbedder(), ScriptedReranker(), writer, writer, MemoryTraces(), FixedClock()
    )
    answerer = Answerer(team)

    path = AnswerPath(answerer, store, budget)

    assert (answerer, store, budget) == (path.answerer, path.store, path.budget)
