"""Tests of retrieval/answer/team.py: what an answer costs where nobody says."""

from __future__ import annotations

from retrieval.answer.pack import Budget
from retrieval.answer.team import Limits


def test_limits_are_those_of_the_stages() -> None:
    """Without a word the limits are the ones that the stages were measured with."""
    assert (Budget(), 4_000) == (Limits().budget, Limits().question_characters)
