"""Which pages are out, which version comes first, and when an answer says it is old."""

from __future__ import annotations

from datetime import date

import pytest

from retrieval.answer.freshness import (
    as_of,
    current,
    fresh_first,
    older_versions,
    stale_since,
    unfit,
)
from retrieval.values import Metadata
from tests.fakes.team import chunks, facts, ranked

TODAY = date(2026, 1, 1)
TEXT = "Expenses up to fifty euros need no receipt and are paid with the next salary."
OTHER = "The kitchen is cleaned every evening by whoever used it last that day."


def _pages(hits: object) -> list[str]:
    return [hit.document.path for hit in hits]  # type: ignore[attr-defined]


def test_the_newer_version_of_a_page_comes_first() -> None:
    """Two pages of one title and much the same words: the one verified later goes above."""
    old = ranked(chunks("2023.md", TEXT)[0], facts("2023.md", updated=date(2023, 1, 1)), 1)
    other = ranked(chunks("x.md", OTHER)[0], facts("x.md", "Other", updated=date(2020, 1, 1)), 2)
    new = ranked(chunks("2025.md", TEXT)[0], facts("2025.md", updated=date(2025, 1, 1)), 3)

    assert ["2025.md", "2023.md", "x.md"] == _pages(older_versions([old, other, new], "expenses"))


def test_a_year_in_the_question_keeps_its_page_in_place() -> None:
    """Whoever asks for the rules of 2023 gets the page of 2023."""
    old = ranked(chunks("2023.md", TEXT)[0], facts("2023.md", updated=date(2023, 1, 1)), 1)
    new = ranked(chunks("2025.md", TEXT)[0], facts("2025.md", updated=date(2025, 1, 1)), 2)

    assert ["2023.md", "2025.md"] == _pages(older_versions([old, new], "expenses in 2023"))


def test_pages_that_only_share_a_title_are_not_versions() -> None:
    """Every team has an "Overview": other words, another page."""
    one = ranked(chunks("a.md", TEXT)[0], facts("a.md", updated=date(2020, 1, 1)), 1)
    two = ranked(chunks("b.md", OTHER)[0], facts("b.md", updated=date(2025, 1, 1)), 2)

    assert ["a.md", "b.md"] == _pages(older_versions([one, two], "expenses"))


def test_pages_without_a_date_keep_their_places() -> None:
    """Nothing is older than a page that has no date."""
    one = ranked(chunks("a.md", TEXT)[0], facts("a.md"), 1)
    two = ranked(chunks("b.md", TEXT)[0], facts("b.md", updated=date(2025, 1, 1)), 2)

    assert ["a.md", "b.md"] == _pages(older_versions([one, two], "expenses"))


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        (Metadata(), ""),
        (Metadata(status="superseded"), "its status is superseded"),
        (Metadata(effective_from=TODAY), ""),
        (Metadata(effective_to=TODAY), ""),
    ],
)
def test_a_page_is_in_force_on_its_first_and_last_day(metadata: Metadata, reason: str) -> None:
    """Both ends of the period count."""
    assert reason == unfit(metadata, TODAY)


def test_verified_outweighs_changed() -> None:
    """A page is known to be right on the day that someone verified it."""
    assert date(2024, 5, 1) == as_of(
        Metadata(verified=date(2024, 5, 1), updated=date(2025, 5, 1), created=date(2020, 1, 1))
    )


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (Metadata(verified=date(2025, 1, 1)), True),
        (Metadata(verified=date(2024, 12, 31)), False),
        (Metadata(verified=date(2025, 1, 1), review_days=90), False),
        (Metadata(verified=date(2024, 1, 1), review_days=1000), True),
        (Metadata(updated=date(2020, 1, 1)), False),
        (Metadata(), None),
    ],
)
def test_a_page_is_current_within_its_review_period(
    metadata: Metadata, expected: bool | None
) -> None:
    """The period is the page's own, a year where it names none; undated pages are neither."""
    assert expected is current(metadata, TODAY)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([date(2023, 1, 1), date(2024, 2, 2)], date(2024, 2, 2)),
        ([date(2023, 1, 1), date(2025, 2, 2)], None),
        ([date(2023, 1, 1), None], None),
        ([], None),
    ],
)
def test_an_answer_is_old_when_all_its_pages_are(
    days: list[date | None], expected: date | None
) -> None:
    """One page of this year, or one without a date, and the answer does not say that it is old."""
    assert expected == stale_since([facts(verified=day) for day in days], TODAY)


def test_a_page_verified_this_year_comes_before_its_equals() -> None:
    """Scores that are as good as the same are decided by the day of verification."""
    day = date(2025, 11, 1)
    old = ranked(chunks("a.md", TEXT)[0], facts("a.md", "A", verified=date(2020, 1, 1)), score=1.0)
    new = ranked(chunks("b.md", OTHER)[0], facts("b.md", "B", verified=day), score=0.999)
    last = ranked(chunks("c.md", OTHER)[0], facts("c.md", "C", verified=day), score=0.5)

    assert ["b.md", "a.md", "c.md"] == _pages(fresh_first([old, new, last], TODAY))


def test_a_page_that_names_no_day_keeps_its_place() -> None:
    """Not saying when a page was verified is not the same as being old."""
    unsaid = ranked(chunks("a.md", TEXT)[0], facts("a.md", "A"), score=1.0)
    new = ranked(chunks("b.md", OTHER)[0], facts("b.md", "B", verified=TODAY), score=1.0)

    assert ["a.md", "b.md"] == _pages(fresh_first([unsaid, new], TODAY))
