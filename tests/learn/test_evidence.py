"""Tests of retrieval/learn/evidence.py: where a page stands in each order."""

from __future__ import annotations

from dataclasses import replace

from retrieval.learn.evidence import Evidence, Loss, PageFacts, Places, Wanted, best, places, within
from retrieval.learn.stages import Stage
from retrieval.values import Candidates, Hit, LegResult, Queries, Query, Question, Ranked, Trace
from tests.fakes.team import OPEN, chunks, facts, ranked

PAGES = {path: (facts(path), chunks(path, f"about {path}")[0]) for path in ("a.md", "b.md", "c.md")}
QUESTION = Question("how?", OPEN)


def _leg(leg: str, query: str, *paths: str) -> LegResult:
    hits = [Hit(PAGES[path][1], PAGES[path][0], rank, 1.0) for rank, path in enumerate(paths, 1)]
    return LegResult(leg, query, tuple(hits))


def _evidence(*legs: LegResult) -> Evidence:
    searches = (Query("how?", "asked", ()), Query("how else?", "rewrite", ()))
    trace = Trace("", "", "", QUESTION, Queries(QUESTION, "how?", searches, "none"))
    page = PageFacts("docs", "c.md", chunks=(PAGES["c.md"][1],))
    return Evidence(replace(trace, candidates=Candidates(legs)), page)


def test_the_place_in_each_order_is_that_among_pages() -> None:
    """By words, by meaning (of chunks or pages), fused, and by each wording alone."""
    found = places(
        _evidence(
            _leg("words", "how?", "a.md", "c.md"),
            _leg("page_meaning", "how?", "c.md"),
            _leg("words", "how else?", "a.md", "b.md"),
        )
    )

    assert Places(words=2, meaning=1, fused=2, asked=1) == found


def test_the_final_place_is_that_of_the_ranked_hits() -> None:
    """A page stands where its first chunk stands, chunks of one page counted once."""
    evidence = _evidence(_leg("words", "how?", "c.md"))
    hits = tuple(
        ranked(PAGES[path][1], PAGES[path][0], rank)
        for rank, path in enumerate(("a.md", "a.md", "c.md"), start=1)
    )
    trace = replace(evidence.trace, ranked=Ranked(hits, (), "identity"))

    assert 2 == places(replace(evidence, trace=trace)).reranked


def test_a_question_that_came_to_nothing_has_no_places() -> None:
    """Hops that were not reached say nothing."""
    assert Places() == places(Evidence(Trace("", "", "", QUESTION), PageFacts("docs", "c.md")))


def test_of_places_the_first_counts() -> None:
    """None is no place at all."""
    assert (2, None) == (best([None, 4, 2]), best([None]))
    assert [True, False, False] == [within(30), within(31), within(None)]


def test_what_should_stand_in_the_page() -> None:
    """The expected answer, and one wording of each group."""
    wanted = Wanted("It is 14 days.", (("14 days", "two weeks"), ()))

    assert (("It is 14 days.",), ("14 days", "two weeks")) == wanted.pieces


def test_a_loss_knows_how_far_the_page_came() -> None:
    """The step is that of its stage where nothing else is said."""
    assert "fused" == Loss(Stage.RERANKER, (), "").reached
    assert None is Loss(Stage.NOT_READ, (), "").reached
