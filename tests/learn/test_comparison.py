"""Two ways of answering are told apart where they differ by more than chance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.comparison import BETTER, EQUAL, WORSE, Moved, comparison
from retrieval.learn.scoring import CaseScore

MANY = 120


def _scores(ranks: list[int | None], **more: object) -> list[CaseScore]:
    """Score cases by the rank of their right page."""
    return [
        CaseScore(f"c{n}", "docs", rank, right=("docs:a.md",), **more)  # type: ignore[arg-type]
        for n, rank in enumerate(ranks)
    ]


def test_a_way_that_finds_more_is_better() -> None:
    """Six cases of 120 that were not found before, and none lost, are more than chance."""
    told = comparison(_scores([None] * 6 + [1] * 114), _scores([2] * 6 + [1] * 114), {"c0": "Why?"})

    assert (BETTER, MANY, False) == (told.verdict, told.cases, told.few)
    (row,) = told.rows
    assert ("found", 6, 0, 114 / MANY, 1.0) == (
        row.name,
        row.better,
        row.worse,
        row.before,
        row.after,
    )
    assert row.p_better < 0.05 < row.p_worse
    assert Moved("c0", "Why?", "found", None, 2) == told.gained[0]
    assert told.ranks
    assert 0 < told.ranks.difference.low < told.ranks.difference.value


def test_a_way_that_finds_less_is_worse() -> None:
    """Six lost of 120 are more than chance; the cases are named with both ranks."""
    told = comparison(_scores([1] * MANY), _scores([9] * 6 + [1] * 114), {})

    assert WORSE == told.verdict
    assert [("c0", 1, 9), ("c1", 1, 9)] == [
        (one.case, one.before, one.after) for one in told.lost[:2]
    ]


def test_what_chance_explains_is_no_difference() -> None:
    """Three lost and three gained of 120; and two runs that are the same."""
    before = [1] * 3 + [None] * 3 + [1] * 114
    after = [None] * 3 + [1] * 3 + [1] * 114

    assert EQUAL == comparison(_scores(before), _scores(after), {}).verdict
    assert EQUAL == comparison(_scores(before), _scores(before), {}).verdict


def test_of_few_cases_any_one_lost_counts() -> None:
    """And one gained is no proof of being better."""
    told = comparison(_scores([1] * 9), _scores([None] + [1] * 8), {})

    assert (WORSE, True) == (told.verdict, told.few)
    assert EQUAL == comparison(_scores([None] + [1] * 8), _scores([1] * 9), {}).verdict


def test_answers_that_say_less_are_worse_too() -> None:
    """Citations, refusals and what must be said each count by themselves."""
    right = {"citations": 2, "valid": 2, "refused_right": True, "said_right": True}
    for wrong in ({"valid": 1}, {"refused_right": False}, {"said_right": False}):
        told = comparison(_scores([1] * 9, **right), _scores([1] * 9, **{**right, **wrong}), {})

        assert WORSE == told.verdict
        assert [9] == [row.worse for row in told.rows if row.worse]
    assert 4 == len(told.rows)


def test_a_case_that_could_be_asked_one_way_alone_is_no_gain() -> None:
    """The reason is told, and nothing is better for it."""
    told = comparison(_scores([None] * 9, failure="It is down."), _scores([1] * 9), {})

    assert (WORSE, "It is down.") == (told.verdict, told.unmeasured)


def test_nothing_in_common_is_no_comparison() -> None:
    """Neither is better."""
    told = comparison([], _scores([1]), {})

    assert (EQUAL, 0, (), None) == (told.verdict, told.cases, told.rows, told.ranks)


RANKS = st.lists(st.sampled_from([None, 1, 4, 9]), min_size=1, max_size=30)


@given(RANKS, st.randoms(use_true_random=False))
def test_there_and_back_are_the_same_cases(ranks: list[int | None], chance: object) -> None:
    """What is lost one way is gained the other."""
    other = list(ranks)
    chance.shuffle(other)  # type: ignore[attr-defined]
    there = comparison(_scores(ranks), _scores(other), {})
    back = comparison(_scores(other), _scores(ranks), {})

    assert {one.case for one in there.lost} == {one.case for one in back.gained}
    assert (there.verdict == WORSE) == bool(there.lost)
