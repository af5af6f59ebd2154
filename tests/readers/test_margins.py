"""Tests of what stands left of the words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.margins import column, dedent, unquoted


def test_tabs_stop_at_fours():
    """A tab goes to the next column that four divides."""
    assert [4, 4, 5, 0] == [column(one) for one in ("\ta", "  \ta", "\t a", "a")]


def test_half_a_tab_leaves_the_rest_as_spaces():
    """A tab that is wider than what is taken off leaves spaces."""
    assert "  a" == dedent("\ta", 2)


def test_quote_marks_are_taken_off_one_by_one():
    """As many marks go as were asked for, if they are there."""
    assert ("> a", 1) == unquoted("> > a", 1)
    assert ("a", 1) == unquoted("> a", 2)


@given(st.text(alphabet=" \tab", max_size=20), st.integers(0, 12))
def test_dedent_takes_white_space_only(line, width):
    """No letter is lost."""
    assert line.strip() == dedent(line, width).strip()
