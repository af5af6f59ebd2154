"""Tests of the spellings of what pages say about themselves."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.facts import address, filled, metadata, parse_date, parse_period
from retrieval.readers.page import Removals
from retrieval.values import Metadata


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2024-03-05", date(2024, 3, 5)),
        ("2024/3/5", date(2024, 3, 5)),
        ("20240305", date(2024, 3, 5)),
        ("2024-03-05 23:30:00 -0300", date(2024, 3, 6)),
        ("2024-03-05T10:00:00Z", date(2024, 3, 5)),
        ("March 5, 2024", date(2024, 3, 5)),
        ("5 Mar 2024", date(2024, 3, 5)),
        ("5th of March", None),
        ("25/03/2024", date(2024, 3, 25)),
        ("03/25/2024", date(2024, 3, 25)),
        ("05/03/2024", None),
        ("2024-13-40", None),
        ("2024-03", date(2024, 3, 1)),
        ("soon", None),
        ("9999-01-01", None),
    ],
)
def test_dates_are_read_in_many_forms(written, day):
    """A date that could mean two days means none."""
    assert day == parse_date(written)


@pytest.mark.parametrize(
    ("written", "days"),
    [
        ("6 months", 183),
        ("P6M", 183),
        ("P1Y2D", 367),
        ("180", 180),
        ("2 weeks", 14),
        ("every 1 year", 365),
        ("quarterly", 91),
        ("P", None),
        ("when needed", None),
    ],
)
def test_review_periods_are_read_in_many_forms(written, days):
    """A period is given in days, or None where it is none."""
    assert days == parse_period(written)


def test_metadata_knows_the_usual_names():
    """The names that handbooks use all end in one place."""
    found = metadata(
        {
            "owner_slack": "#platform",
            "archived": "true",
            "tags": ["a", "b", "a"],
            "last_reviewed_on": "2026-02-16",
            "review_in": "6 months",
            "lastmod": "2026-01-01",
            "date": "2020-01-01",
            "expires": "2027-01-01",
            "product_version": "2.1",
        },
        Removals(),
    )

    assert found == Metadata(
        owner="#platform",
        status="archived",
        tags=("a", "b"),
        version="2.1",
        created=date(2020, 1, 1),
        updated=date(2026, 1, 1),
        verified=date(2026, 2, 16),
        review_days=183,
        effective_to=date(2027, 1, 1),
    )


def test_the_next_review_gives_the_period():
    """A date of the next review is the period after the last one."""
    found = metadata({"reviewed": "2026-01-01", "next_review": "2026-01-31"}, Removals())

    assert 30 == found.review_days


def test_bad_dates_are_left_out_and_said():
    """A date that makes no sense is no date and a warning."""
    removals = Removals()

    assert Metadata() == metadata({"updated": "last spring"}, removals)
    assert ("Its updated is no date that could be read: 'last spring'.",) == removals.sentences()


@pytest.mark.parametrize(
    ("values", "url"),
    [
        ({"permalink": "/x"}, ""),
        ({"permalink": "/x", "canonical": "https://e.org/x"}, "https://e.org/x"),
        ({"url": "javascript:alert(1)"}, ""),
        ({"url": "file:///etc/passwd"}, ""),
        ({"url": "https://[bad"}, ""),
        ({"url": "https://e.org/a b"}, ""),
    ],
)
def test_only_absolute_web_addresses_are_taken(values, url):
    """Other schemes and broken addresses are refused."""
    assert url == address(values)


def test_gaps_are_filled_and_what_is_there_stays():
    """What a page says itself comes first."""
    assert Metadata(owner="a", version="2") == filled(
        Metadata(owner="a"), Metadata(owner="b", version="2")
    )


_VALUES = st.recursive(
    st.text(max_size=20), lambda one: st.lists(one) | st.dictionaries(st.text(), one)
)


@given(
    st.dictionaries(
        st.sampled_from(["owner", "tags", "date", "review_in", "url", "status"]), _VALUES
    )
)
def test_values_of_any_shape_are_taken_without_an_error(values):
    """Nothing in front matter can stop a page from being read."""
    assert isinstance(metadata(values, Removals()), Metadata)
    assert isinstance(address(values), str)
