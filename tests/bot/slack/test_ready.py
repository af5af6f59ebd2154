"""An answer is weighed by what was searched and packed for it, before a word of it is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.slack.ready import Ready, consider
from retrieval.answer.covering import Gap
from tests.fakes.desk import GIVEN, Answering
from tests.fakes.unasked import COVERED, PACKED, QUERIES, Hops


async def test_the_hops_are_told_and_weighed() -> None:
    """The answer comes with the passages it was written from."""
    told: list[object] = []
    answerer: Any = Hops(COVERED)
    ready, found = await consider(answerer, QUERIES.question, told.append)

    assert Ready(COVERED, PACKED) == ready
    assert found.gap is None
    assert [QUERIES, PACKED] == told


async def test_an_answer_that_did_not_search_covers_nothing() -> None:
    """Whatever it says."""
    answerer: Any = Answering(replace(GIVEN, sources=COVERED.sources))
    ready, found = await consider(answerer, QUERIES.question)

    assert GIVEN.claims == ready.answer.claims
    assert Gap.FAILED is found.gap
