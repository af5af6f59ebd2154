"""Tests of retrieval/learn/ruling.py: when what is new is worse."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.learn.ruling import compare, line, sentence
from retrieval.learn.scoring import CaseScore
from retrieval.ports import LostCase
from tests.fakes.gate import case


def _score(name: str, rank: int | None = 1) -> CaseScore:
    return CaseScore(name, "docs", rank, citations=2, valid=2, refused_right=True, right=("a",))


def _many(count: int, lost: int = 0, won: int = 0) -> tuple[list[CaseScore], list[CaseScore]]:
    """Return two runs in which some cases got worse and some better."""
    before = [_score(str(n), None if lost <= n < lost + won else 1) for n in range(count)]
    after = [_score(str(n), 6 if n < lost else 1) for n in range(count)]
    return before, after


@pytest.mark.parametrize(
    ("count", "lost", "won", "passes"),
    [
        (1, 0, 0, True),
        (99, 1, 50, False),
        (100, 1, 0, True),
        (100, 4, 0, True),
        (100, 5, 0, False),
        (200, 6, 3, True),
        (200, 12, 3, False),
    ],
)
def test_few_cases_may_lose_none_many_no_more_than_chance(
    count: int, lost: int, won: int, *, passes: bool
) -> None:
    """Under a hundred any one counts; from there p < 0.05 by the exact sign test."""
    cases = [case(str(n)) for n in range(count)]

    assert passes is compare(cases, *_many(count, lost, won)).passes


@pytest.mark.parametrize(
    ("change", "name"),
    [({"valid": 1}, "citations"), ({"refused_right": False}, "refusals"), ({"rank": 6}, "found")],
)
def test_each_measure_holds_back(change: dict[str, object], name: str) -> None:
    """Citations that do not pass and wrong refusals count as a page that is lost does."""
    before = _score("c1")
    compared = compare([case("c1")], [before], [replace(before, **change)])  # type: ignore[arg-type]

    assert ((name,), [name]) == (compared.fell, [one.measure for one in compared.lost])
    assert "1 of 1 cases got worse" in sentence(compared)


def test_what_could_not_be_asked_once_is_not_lost() -> None:
    """A service that was down in one of the runs says nothing about the pages."""
    compared = compare(
        [case("c1")], [_score("c1")], [replace(_score("c1", None), failure="No service.")]
    )

    assert not compared.passes
    assert "could not be measured: No service." in sentence(compared)


def test_what_was_searched_by_words_alone_is_not_measured() -> None:
    """A service that embeds no question would let any index pass, or hold any back."""
    before, after = _many(100, lost=1)
    few = [replace(one, unembedded="The service is down.") for one in after[:2]]
    more = [replace(one, unembedded="The service is down.") for one in before]
    cases = [case(one.case) for one in before]
    measured = compare(cases, before, few + after[2:])
    down = compare(cases, more, after)

    assert ("", True) == (measured.unmeasured, measured.passes)
    assert ("The service is down.", False, ()) == (down.unmeasured, down.passes, down.lost)


def test_a_case_that_fails_both_times_holds_nothing_back() -> None:
    """It was as bad before."""
    failed = replace(_score("c1", None), failure="Its collection is gone.")

    assert compare([case("c1")], [failed], [failed]).passes


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        (LostCase("c1", "How?", "found", 1, 7), "c1: rank 1 -> 7"),
        (LostCase("c1", "How?", "found", 1, None), "c1: rank 1 -> none"),
        (LostCase("c1", "How?", "refusals"), "c1: answered or refused wrong"),
        (LostCase("c1", "How?", "citations"), "c1: a citation does not pass"),
    ],
)
def test_a_lost_case_is_told_without_its_question(lost: LostCase, said: str) -> None:
    """Not everybody in a channel may read what was asked."""
    assert said == line(lost)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([None, 1, 5, 6]), st.sampled_from([None, 1, 5, 6]))),
)
def test_the_same_run_twice_is_never_held_back(ranks: list[tuple[int | None, int | None]]) -> None:
    """And what only got better is not, either."""
    cases = [case(str(n)) for n in range(len(ranks))]
    before = [_score(str(n), rank) for n, (rank, _) in enumerate(ranks)]
    better = [_score(str(n), min(filter(None, pair), default=None)) for n, pair in enumerate(ranks)]

    assert compare(cases, before, before).passes
    assert compare(cases, before, better).passes
