"""Tests of retrieval/learn/grading.py: shares, intervals, and whether people agree."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.grading import NO_PAGE, report, tally, verdict
from retrieval.learn.proportion import wilson
from retrieval.ports.grades import GRADES, Gradable, Grade

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _answers(*askers: str) -> dict[str, Gradable]:
    return {f"t{n}": Gradable(f"t{n}", asker, ("docs",)) for n, asker in enumerate(askers)}


def _grade(trace: str, grade: str, person: str = "U9") -> Grade:
    return Grade(trace, person, grade, NOON, "s1")


def test_most_people_decide_and_of_equals_the_worst() -> None:
    """A tie is not resolved in our favour."""
    assert "right" == verdict(["right", "wrong", "right"])
    assert "wrong" == verdict(["right", "wrong"])
    assert "refuse" == verdict(["wrong", "refuse"])


def test_answers_of_one_asker_that_are_alike_widen_the_interval() -> None:
    """Ten askers whose answers are all right or all wrong tell as much as ten answers do."""
    askers = [f"U{number // 10}" for number in range(100)]
    known = _answers(*askers)
    alike = {f"t{n}": "right" if (n // 10) % 2 else "wrong" for n in range(100)}
    mixed = {f"t{n}": "right" if n % 2 else "wrong" for n in range(100)}

    one, other = tally(alike, known), tally(mixed, known)

    assert (one.right, one.interval, 10) == (other.right, other.interval, one.askers)
    assert one.clustered[1] - one.clustered[0] > 2 * (one.interval[1] - one.interval[0])
    assert other.clustered == other.interval


def test_a_single_asker_tells_of_nobody_else() -> None:
    """However many answers they had."""
    known = _answers(*["U1"] * 50)

    one = tally(dict.fromkeys(known, "right"), known)

    assert wilson(1, 1) == one.clustered
    assert one.clustered[0] < one.interval[0]


def test_a_report_is_over_the_sample_and_by_what_was_cited() -> None:
    """What was graded outside of it is not in it; an answer is where the pages are that it cites.

    What cites none is where it was searched, if that is one collection.
    """
    both = ("docs", "hr")
    answers = [
        Gradable("t1", "U1", both, cited=("docs",)),
        Gradable("t2", "U2", both, cited=("hr",)),
        Gradable("t3", "U3", both, cited=both),
        Gradable("t4", "U4", both),
        Gradable("t5", "U5", ("hr",)),
        Gradable("t6", "U6", ("hr",)),
    ]
    grades = [_grade("t2", "wrong"), _grade("t9", "right")]
    grades += [_grade(name, "right") for name in ("t1", "t3", "t4", "t5")]

    found = report("s1", [f"t{n}" for n in range(1, 7)], answers, grades)

    assert (6, 5, 0.8) == (found.drawn, found.whole.graded, found.whole.right)
    assert [("docs", 2, 1.0), ("hr", 3, 2 / 3), (NO_PAGE, 1, 1.0)] == [
        (name, one.graded, one.right) for name, one in found.by_collection.items()
    ]
    assert (0, None, None) == (found.twice, found.agreement, found.alpha)


def test_agreement_is_over_pairs_and_beyond_chance() -> None:
    """Against Krippendorff's own nominal example with two observers: alpha .095."""
    first = "0 1 0 0 0 0 0 0 1 0".split()  # noqa: SIM905
    second = "1 1 1 0 0 1 0 0 0 0".split()  # noqa: SIM905
    words = {"0": "right", "1": "wrong"}
    names = [f"t{number}" for number in range(10)]
    grades = [_grade(n, words[g], "U1") for n, g in zip(names, first, strict=True)]
    grades += [_grade(n, words[g], "U2") for n, g in zip(names, second, strict=True)]

    found = report("s1", names, [], grades)

    assert (10, 0.6) == (found.twice, found.agreement)
    assert found.alpha == pytest.approx(0.095, abs=0.001)


@given(st.lists(st.lists(st.sampled_from(GRADES), min_size=1, max_size=4), max_size=12))
def test_alpha_is_at_most_one(given_: list[list[str]]) -> None:
    """And one exactly where all agree and not everything is the same."""
    names = [f"t{number}" for number in range(len(given_))]
    grades = [
        _grade(name, grade, f"U{person}")
        for name, values in zip(names, given_, strict=True)
        for person, grade in enumerate(values)
    ]

    found = report("s1", names, [], grades)

    if found.alpha is not None:
        assert found.alpha <= 1 + 1e-9
        assert (found.agreement == 1.0) == (found.alpha > 1 - 1e-9)
