"""Tests of reading the numbers of CSS."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.lengths import lengths, pixels, share


@pytest.mark.parametrize(
    ("value", "length"),
    [
        ("12px", 12),
        ("3pt", 4),
        ("-.5in", -48),
        ("0", 0),
        ("1e2px", 100),
        ("auto", None),
        ("", None),
    ],
)
def test_a_length_is_in_pixels(value, length):
    """Whatever its unit is; what is none is None."""
    assert length == pixels(value)


def test_all_lengths_of_a_value_are_found():
    """In their order."""
    assert [1.0, 96.0] == lengths("1px, 1in")


@pytest.mark.parametrize(("value", "part"), [("50%", 0.5), (" .2 ", 0.2), ("1px", None)])
def test_a_share_is_a_number(value, part):
    """A percentage as well."""
    assert part == share(value)


@given(st.text(alphabet="0123456789.e+-px%tvwh ", max_size=40))
def test_any_value_is_a_number_or_none(value):
    """Nothing breaks on what a page declares."""
    assert pixels(value) is None or isinstance(pixels(value), float)
    assert share(value) is None or isinstance(share(value), float)
    assert all(isinstance(one, float) for one in lengths(value))
