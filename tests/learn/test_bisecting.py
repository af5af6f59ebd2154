"""The change that broke a case is found in few steps, whatever cannot be judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.bisecting import (
    MEASURES,
    Broken,
    Judge,
    NotBroken,
    Verdict,
    bisect,
    steps,
    verdict,
)
from retrieval.learn.scoring import CaseScore


def _judge(broken_at: int, gone: frozenset[int] = frozenset()) -> tuple[Judge, list[int]]:
    """Return a judge of a case that breaks at a place, and what it was asked."""
    asked: list[int] = []

    async def judge(place: int) -> Verdict:
        asked.append(place)
        return Verdict(None, "gone") if place in gone else Verdict(place < broken_at, "so")

    return judge, asked


@given(st.data())
async def test_the_change_is_found_between_two_neighbours(data: st.DataObject) -> None:
    """In as many steps as it takes to halve them, each state asked once."""
    many = data.draw(st.integers(2, 60))
    at = data.draw(st.integers(1, many - 1))
    judge, asked = _judge(at)

    found = await bisect(0, many - 1, judge)

    assert isinstance(found, Broken)
    assert (at - 1, at, ()) == (found.good, found.bad, found.skipped)
    assert len(asked) == len(set(asked)) <= steps(range(many))


@given(st.data())
async def test_what_cannot_be_judged_is_stepped_around(data: st.DataObject) -> None:
    """What is left lies between a right state and a wrong one, and nothing between was passed."""
    many = data.draw(st.integers(3, 30))
    at = data.draw(st.integers(1, many - 1))
    gone = frozenset(data.draw(st.sets(st.integers(1, many - 2))))
    judge, _ = _judge(at, gone)

    found = await bisect(0, many - 1, judge)

    assert isinstance(found, Broken)
    assert found.good < at <= found.bad
    assert list(found.skipped) == list(range(found.good + 1, found.bad))
    assert set(found.skipped) <= gone


async def test_ends_that_are_not_as_they_were_said_to_be_are_named() -> None:
    """Then nothing between them is asked."""
    for at, gone, ends, said in (
        (0, (), (0, 9), "not right at the good version"),
        (10, (), (0, 9), "not wrong at the bad version"),
        (5, (0,), (0, 9), "cannot be judged at the good version: gone"),
        (5, (9,), (0, 9), "cannot be judged at the bad version"),
        (5, (), (9, 9), "are one version, so there is no change to find"),
        (5, (), (9, 3), "must come before"),
    ):
        judge, asked = _judge(at, frozenset(gone))
        found = await bisect(*ends, judge)

        assert isinstance(found, NotBroken)
        assert said in found.why
        assert len(asked) <= 2


@pytest.mark.parametrize(
    ("score", "right", "why"),
    [
        ({"rank": 1}, True, "rank 1"),
        ({"rank": 9}, False, "rank 9"),
        ({"rank": None}, False, "not found"),
        ({"rank": 1, "said_right": False}, False, "does not say what it must"),
        ({"rank": 1, "refused_right": False, "outcome": "not_in_context"}, False, "not_in_context"),
        ({"rank": 1, "failure": "It is down."}, None, "It is down."),
        ({"rank": None, "right": ()}, None, "nothing to judge it by"),
    ],
)
def test_all_that_a_label_says_must_be_so(
    score: dict[str, object], right: bool | None, why: str
) -> None:
    """What was not asked for is not looked at."""
    told = verdict(CaseScore("c", "docs", **{"right": ("docs:a.md",), **score}))  # type: ignore[arg-type]

    assert right is told.right
    assert why in told.why


def test_a_case_can_be_judged_by_one_thing_alone() -> None:
    """One that was always refused can still be one whose page is no longer found."""
    score = CaseScore("c", "docs", 1, refused_right=False, right=("docs:a.md",))

    assert [False, True, False, None] == [verdict(score, by).right for by in MEASURES]
