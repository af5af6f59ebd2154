"""An answer is weighed by what was searched and packed for it, before a word of it is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.slack.ready import Ready, consider
from retrieval.answer.covering import Gap
from retrieval.text.query import parse
from retrieval.values import Candidates, Question, Respelt
from tests.fakes.answers import answer, citation, claim, page
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


async def test_an_answer_is_weighed_by_the_question_as_it_was_meant() -> None:
    """A word that was misspelt is not missing from what is quoted."""
    said = "The vacation is 26 weeks long."
    packed = replace(PACKED, sources=(replace(PACKED.sources[0], text=said),))
    given = answer(claim(said, citation(said, page())), sources=packed.sources)
    typed = "How long is the vaccation?"
    queries = replace(QUERIES, standalone=typed, searches=(parse(typed, "asked"),))

    class Misspelt(Hops):
        async def answer(self, question: Question, watch: Any) -> Any:
            for hop in (queries, Candidates((), respelt=self.respelt), packed):
                await watch(hop)
            return self.given

        respelt: Respelt = ()

    answerer: Any = Misspelt(given)
    _, left = await consider(answerer, queries.question)
    answerer.respelt = (("vaccation", "vacation"),)
    _, read = await consider(answerer, queries.question)

    assert (Gap.WORDS, ("vaccation",)) == (left.gap, left.missing)
    assert (None, 1.0) == (read.gap, read.share)
