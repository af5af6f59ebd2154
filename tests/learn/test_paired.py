"""Tests of retrieval/learn/paired.py: two runs over the same cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.paired import paired, sign_test

RUNS = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=2), st.booleans(), max_size=40)


@pytest.mark.parametrize(
    ("worse", "better", "p"),
    [
        (0, 0, 1.0),
        (5, 0, 1 / 32),
        (0, 5, 1.0),
        (9, 1, 11 / 1024),
        (1, 1, 0.75),
    ],
)
def test_the_sign_test_is_exact(worse: int, better: int, p: float) -> None:
    """The tail of the binomial distribution, worked out by hand."""
    assert p == pytest.approx(sign_test(worse, better))


def test_thousands_of_cases_overflow_nothing() -> None:
    """The test is exact for any number of cases."""
    assert 0.0 < sign_test(5_200, 4_800) < 0.001


def test_cases_that_changed_are_named() -> None:
    """Cases of both runs are compared; what got better and worse is named."""
    found = paired(
        {"a": True, "b": False, "c": True}, {"a": False, "b": True, "c": True, "d": True}
    )

    assert (3, 2 / 3, 2 / 3) == (found.n, found.before, found.after)
    assert (("b",), ("a",), 0.75) == (found.better, found.worse, found.p)


def test_without_shared_cases_nothing_is_said() -> None:
    """Two runs that share no case differ in nothing."""
    found = paired({"a": True}, {"b": False})

    assert (0, 0.0, 0.0, (), (), 1.0) == (
        found.n,
        found.before,
        found.after,
        found.better,
        found.worse,
        found.p,
    )


@given(before=RUNS, after=RUNS)
def test_the_shares_differ_by_what_changed(before: dict[str, bool], after: dict[str, bool]) -> None:
    """After less before is better less worse, of all; turned round, better is worse."""
    found, turned = paired(before, after), paired(after, before)

    gap = len(found.better) - len(found.worse)
    assert gap == pytest.approx((found.after - found.before) * found.n)
    assert (found.better, found.worse) == (turned.worse, turned.better)
    assert 0.0 < found.p <= 1.0
