"""Tests of retrieval/learn/proportion.py: the interval of a share."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.proportion import wilson


def test_the_interval_is_wilsons() -> None:
    """Against published values: 81 of 263 (Newcombe 1998, table I), and the ends of the scale."""
    low, high = wilson(81, 263)

    assert (0.2553, 0.3662) == (round(low, 4), round(high, 4))
    assert (0.0, 0.2775) == tuple(round(end, 4) for end in wilson(0, 10))
    assert (0.0, 1.0) == wilson(0, 0)


@given(st.integers(0, 300), st.integers(1, 300))
def test_an_interval_holds_its_share(found: int, total: int) -> None:
    """It lies within 0 and 1, and around the share."""
    found = min(found, total)
    low, high = wilson(found, total)

    assert 0 <= low <= found / total + 1e-9
    assert found / total - 1e-9 <= high <= 1
