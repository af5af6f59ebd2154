"""Tests of retrieval/learn/chart.py: figures drawn by block characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.chart import BLOCKS, NOTHING, bars, percent

SHARES = st.none() | st.floats(0, 1)


@pytest.mark.parametrize(
    ("values", "drawn"),
    [
        ([], ""),
        ([None, None], "··"),
        ([1.0], "█"),
        ([0.5, None, 1.0], "▁·█"),
        ([0.9, 0.92], "▇█"),
        ([0.0, 0.0], "▁▁"),
    ],
)
def test_a_chart(values: list[float | None], drawn: str) -> None:
    """The scale spans the values, ten points at least; where there is none, a dot."""
    assert drawn == bars(values)


@given(st.lists(SHARES, max_size=30))
def test_every_value_is_one_character(values: list[float | None]) -> None:
    """A higher value is never drawn lower, and a missing one is told from all others."""
    drawn = bars(values)

    assert len(values) == len(drawn)
    assert [value is None for value in values] == [one == NOTHING for one in drawn]
    known = sorted(
        (value, BLOCKS.index(one))
        for value, one in zip(values, drawn, strict=True)
        if value is not None
    )
    assert [level for _, level in known] == sorted(level for _, level in known)


def test_a_percentage() -> None:
    """With one place, and a dash for nothing."""
    assert ["81.2 %", "-"] == [percent(0.8125), percent(None)]
