"""Tests of the spellings of what pages say about themselves."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

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


@pytest.mark.parametrize("key", ["last_verified", "reviewed", "updated", "lastmod", "created"])
def test_what_has_happened_is_not_in_the_future(key):
    """A day after tomorrow is left out and said; tomorrow has begun somewhere."""
    removals, today = Removals(), datetime.now(UTC).date()
    late, soon = today + timedelta(days=3), today + timedelta(days=1)

    assert Metadata() == metadata({key: late.isoformat()}, removals)
    assert (f"Its {key} is in the future, and is left out: {late}.",) == removals.sentences()
    assert Metadata() != metadata({key: soon}, Removals())


def test_another_spelling_counts_where_one_is_in_the_future():
    """A later key of the same meaning is asked as where a date cannot be read."""
    found = metadata({"updated": "2199-01-01", "lastmod": "2026-01-01"}, Removals())

    assert date(2026, 1, 1) == found.updated


def test_what_is_in_force_may_begin_and_end_in_the_future():
    """So may the next review."""
    removals = Removals()
    values = {"effective_from": "2190-01-01", "expires": "2191-01-01", "next_review": "2190-01-01"}

    found = metadata(values, removals)

    assert (date(2190, 1, 1), date(2191, 1, 1)) == (found.effective_from, found.effective_to)
    assert () == removals.sentences()


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
