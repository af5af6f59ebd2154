"""Fusing, the freshness rules in their place, and rerankers that fail."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.rank import RRF_K, SET_ASIDE, fuse, rank, shortlist
from retrieval.errors import ModelUnavailable
from retrieval.values import Candidates, Hit, LegResult, Queries, Question
from tests.fakes.team import OPEN, ScriptedReranker, chunks, facts

TODAY = date(2026, 1, 1)
QUERIES = Queries(Question("the question", OPEN), "the question", (), "none")


def _leg(name: str, *paths: str, weight: float = 1.0) -> LegResult:
    hits = [Hit(chunks(p, p)[0], facts(p), n, 9.0 - n) for n, p in enumerate(paths, 1)]
    return LegResult(name, "q", tuple(hits), weight)


def _paths(hits: object) -> list[str]:
    return [hit.document.path for hit in hits]  # type: ignore[attr-defined]


def test_a_chunk_scores_the_sum_of_its_reciprocal_ranks() -> None:
    """The fused score is the sum over legs of weight / (60 + rank), ranks from 1."""
    fused = fuse(Candidates((_leg("words", "a", "b"), _leg("meaning", "b", weight=0.5))))

    assert ["b", "a"] == _paths(fused)
    assert pytest.approx(1 / (RRF_K + 2) + 0.5 / (RRF_K + 1)) == fused[0].fused
    assert {"words": 2, "meaning": 1} == fused[0].ranks


def test_a_larger_k_evens_the_ranks_out() -> None:
    """With k = 0 a first rank outweighs two sixth ones; with the usual k it does not."""
    one = _leg("words", *"abcdeg")
    other = _leg("meaning", *"hijklg")

    assert "g" == fuse(Candidates((one, other)))[0].document.path
    assert "g" != fuse(Candidates((one, other)), 0)[0].document.path


def test_a_page_found_by_name_alone_stays_near_the_top() -> None:
    """A page that only the words leg finds, at rank 1, is among the first three."""
    meaning = _leg("meaning", *[f"m{n}" for n in range(50)])
    words = _leg("words", "exact", *[f"w{n}" for n in range(50)])

    assert "exact" in _paths(fuse(Candidates((meaning, words))))[:3]


@given(st.permutations(["a", "b", "c", "d"]), st.permutations(["a", "b", "c", "d"]))
def test_the_order_is_total(first: list[str], second: list[str]) -> None:
    """The order of the legs never decides between hits of one score."""
    one, other = _leg("words", *first), _leg("meaning", *second)

    assert _paths(fuse(Candidates((one, other)))) == _paths(fuse(Candidates((other, one))))


async def test_archived_pages_are_left_out_with_the_reason() -> None:
    """A page that is archived, or not in force today, does not reach the reader."""
    pages = [
        facts("old.md", status="archived"),
        facts("soon.md", effective_from=date(2027, 1, 1)),
        facts("gone.md", effective_to=date(2025, 1, 1)),
        facts("good.md", effective_from=date(2025, 1, 1)),
    ]
    hits = [Hit(chunks(p.path, p.path)[0], p, n, 1.0) for n, p in enumerate(pages, 1)]

    ranked = await rank(
        QUERIES,
        Candidates((LegResult("words", "q", tuple(hits)),)),
        ScriptedReranker(),
        today=TODAY,
    )

    assert ["good.md"] == _paths(ranked.hits)
    assert [
        "its status is archived",
        "not in force before 2027-01-01",
        "in force until 2025-01-01",
    ] == [left.reason for left in ranked.left_out]


async def test_the_reranker_orders_the_head_and_leaves_the_tail() -> None:
    """Scores reorder the best thirty; the rest keep the fused order below them."""
    paths = [f"p{n:02}" for n in range(35)]
    reranker = ScriptedReranker(scores=[float(n) for n in range(30)])

    ranked = await rank(QUERIES, Candidates((_leg("words", *paths),)), reranker, today=TODAY)

    assert [*reversed(paths[:30]), *paths[30:]] == _paths(ranked.hits)
    assert "scripted" == ranked.reranker
    assert list(range(1, 36)) == [hit.rank for hit in ranked.hits]


@pytest.mark.parametrize(
    "reranker",
    [
        ScriptedReranker(error=ModelUnavailable("it is down")),
        ScriptedReranker(scores=[1.0]),
        ScriptedReranker(wait=asyncio.Event()),
    ],
    ids=["down", "wrong length", "late"],
)
async def test_a_reranker_that_fails_does_no_harm(reranker: ScriptedReranker) -> None:
    """The fused order stays, and a note says why."""
    candidates = Candidates((_leg("words", "a", "b"),))

    ranked = await rank(QUERIES, candidates, reranker, today=TODAY, rerank_seconds=0.01)

    assert ["a", "b"] == _paths(ranked.hits)
    assert "identity" == ranked.reranker
    assert 1 == len(ranked.notes)


def test_the_reranker_sees_the_best_chunks_of_the_best_pages() -> None:
    """Thirty pages, three chunks of each at most, in fused order."""
    many = chunks("p00", *["text"] * 5)
    hits = [Hit(chunk, facts("p00"), n, 1.0) for n, chunk in enumerate(many, 1)]
    hits += [Hit(chunks(f"p{n:02}", "x")[0], facts(f"p{n:02}"), n + 5, 1.0) for n in range(1, 40)]

    seen = shortlist(fuse(Candidates((LegResult("words", "q", tuple(hits)),))))

    assert ["p00"] * 3 + [f"p{n:02}" for n in range(1, 30)] == _paths(seen)
    assert ["p00", "p01"] == _paths(
        shortlist(fuse(Candidates((_leg("words", "p00", "p01", "p02"),))), 2, 1)
    )


async def test_nothing_found_ranks_to_nothing() -> None:
    """Empty legs give an empty order, not an error."""
    ranked = await rank(QUERIES, Candidates(()), ScriptedReranker(), today=TODAY)

    assert () == ranked.hits


async def test_pages_that_are_not_it_make_way_for_others() -> None:
    """A page that was said not to be it is left out with the reason; the next ones move up."""
    asked = Question("the question", OPEN, without=(facts("a").key,))
    ranked = await rank(
        Queries(asked, "the question", (), "none"),
        Candidates((_leg("words", "a", "b", "c"),)),
        ScriptedReranker(),
        today=TODAY,
    )

    assert ["b", "c"] == _paths(ranked.hits)
    assert [("a", SET_ASIDE)] == [(left.path, left.reason) for left in ranked.left_out]
