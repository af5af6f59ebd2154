"""Tests of numbers, their units and what they count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.numbers import quantities, unit_of


def read(text: str) -> list[tuple[str, str]]:
    """Return value and unit of each number that is no article."""
    return [(one.value, one.unit) for one in quantities(text) if one.kind != "article"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("thirty days", [("30", "day")]),
        ("30-day notice", [("30", "day")]),
        ("two hundred and fifty people", [("250", "")]),
        ("twenty-five hours", [("25", "hour")]),
        ("1,234.50 euros", [("1234.5", "eur")]),
        ("$5.5 million", [("5500000", "usd")]),
        ("us$ 40 or \u00a320", [("40", "usd"), ("20", "gbp")]),
        ("10k users", [("10000", "")]),
        ("5 per cent, 5% and 5 percent", [("5", "%")] * 3),
        ("5 to 10 weeks", [("5", "week"), ("10", "week")]),
        ("2, 3, or 4 weeks", [("2", "week"), ("3", "week"), ("4", "week")]),
        ("10^6 objects", [("1000000", "")]),
        ("10^-3 seconds", [("0.001", "second")]),
        ("10gb and 10 gb", [("10", "gb"), ("10", "gb")]),
        ("v1.9 and 1.9.2", [("1.9", ""), ("1.9.2", "")]),
        ("the 3rd and the fourth", [("3", ""), ("4", "")]),
        ("-5 degrees", [("-5", "degree")]),
        ("5 m of rope", [("5", "")]),
        ("no one asked", []),
        ("one day", [("1", "day")]),
    ],
)
def test_numbers_are_read_in_figures_and_words(text, expected):
    """One number has one value and one unit, however it is written."""
    assert expected == read(text)


def test_working_days_are_another_kind_of_day():
    """A qualifier between number and unit is kept."""
    (number,) = quantities("5 business days")

    assert ("day", "working") == (number.unit, number.qualifier)


def test_what_a_number_counts_or_names_is_kept():
    """The noun after a number and the word before it tell two numbers apart."""
    step, count = quantities("step 3 has 4 parts")

    assert ("step", "parts") == (step.before, count.noun)


def test_an_article_before_a_unit_is_one():
    """An article before a unit is a quantity of its own kind, which can prove "one day"."""
    (number,) = quantities("within a day")

    assert ("article", "1", "day") == (number.kind, number.value, number.unit)


def test_units_have_one_name():
    """Forms of a unit share their name; a letter alone is none."""
    assert ("hour", "%", "") == (unit_of("hrs"), unit_of("percent"), unit_of("m"))


@given(st.integers(0, 10**9))
def test_separators_change_no_value(value):
    """A number with separators is the number without."""
    assert read(f"{value:,} things")[0] == read(f"{value} things")[0]


@given(st.text(st.sampled_from("0123456789 ,.-$%kmone twenty()hundred"), max_size=60))
def test_any_text_can_be_read(text):
    """No text makes it fail, and spans stay inside the text."""
    assert all(0 <= one.start < one.end <= len(text) for one in quantities(text))
