"""Tests of retrieval/policy_support.py: hours, deadlines, and what is handed over by rule."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.policy_form import Problems, Table
from retrieval.policy_support import (
    ANSWER_MINUTES,
    Hours,
    Rules,
    SupportPolicy,
    read_rules,
    read_support,
    spans_of,
)

WEEK = Hours(spans_of("Mon-Fri 09:00-17:00") or (), "Europe/Berlin")
FRIDAY = datetime(2026, 11, 27, 15, 30, tzinfo=UTC)
"""Half past four in Berlin, half an hour before they go."""
_MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 1)).map(  # noqa: DTZ001
    lambda moment: moment.replace(tzinfo=UTC)
)
_HOURS = st.sampled_from(
    [
        "Mon-Fri 09:00-17:00",
        "Sat-Mon 22:00-24:00, Sun 00:00-06:00",
        "Sun 01:30-03:15",
        "Wed 0:00-24:00",
    ]
)
_ZONES = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"])


def _read(**said: Any) -> tuple[SupportPolicy, list[str]]:
    problems = Problems()
    return read_support(Table("docs", said, problems)), problems.found


def test_a_deadline_counts_support_hours_alone() -> None:
    """An hour asked for on Friday at half past four is over on Monday at half past nine."""
    due = WEEK.after(FRIDAY, 60)

    assert datetime(2026, 11, 30, 8, 30, tzinfo=UTC) == due
    assert (9, 30) == (WEEK.local(due).hour, WEEK.local(due).minute)


@pytest.mark.parametrize(
    ("moment", "working", "opening"),
    [
        (FRIDAY, True, FRIDAY),
        (datetime(2026, 11, 28, 9, tzinfo=UTC), False, datetime(2026, 11, 30, 8, tzinfo=UTC)),
        (datetime(2026, 11, 30, 7, 59, tzinfo=UTC), False, datetime(2026, 11, 30, 8, tzinfo=UTC)),
        # In summer a clock in Berlin is another hour ahead.
        (datetime(2026, 7, 6, 7, tzinfo=UTC), True, datetime(2026, 7, 6, 7, tzinfo=UTC)),
        (datetime(2026, 11, 27, 16, tzinfo=UTC), False, datetime(2026, 11, 30, 8, tzinfo=UTC)),
    ],
)
def test_hours_are_those_that_a_clock_shows_there(
    moment: datetime, opening: datetime, *, working: bool
) -> None:
    """The end is not within them; where nobody works, the next opening is known."""
    assert (working, opening) == (WEEK.has(moment), WEEK.opening(moment))


def test_a_closed_day_is_no_working_day() -> None:
    """Friday the 25th is closed there: an hour asked for the evening before is over on Monday."""
    hours = replace(WEEK, closed=(date(2026, 12, 25),))
    thursday = datetime(2026, 12, 24, 15, 30, tzinfo=UTC)
    christmas = datetime(2026, 12, 25, 10, tzinfo=UTC)

    assert datetime(2026, 12, 28, 8, 30, tzinfo=UTC) == hours.after(thursday, 60)
    assert datetime(2026, 12, 25, 8, 30, tzinfo=UTC) == WEEK.after(thursday, 60)
    assert (False, True) == (hours.has(christmas), WEEK.has(christmas))
    assert datetime(2026, 12, 28, 8, tzinfo=UTC) == hours.opening(christmas)


def test_around_the_clock_is_not_on_a_closed_day() -> None:
    """From midnight to midnight as clocks show it there; every other minute counts."""
    hours = Hours(zone="Asia/Tokyo", closed=(date(2026, 1, 1), date(2026, 1, 2)))
    before = datetime(2025, 12, 31, 14, 59, tzinfo=UTC)

    assert hours.has(before)
    assert not hours.has(before + timedelta(minutes=1))
    assert datetime(2026, 1, 2, 15, tzinfo=UTC) == hours.opening(before + timedelta(hours=5))
    assert datetime(2026, 1, 2, 15, 1, tzinfo=UTC) == hours.after(before, 2)


def test_without_hours_somebody_is_always_there() -> None:
    """Every minute counts."""
    assert FRIDAY + timedelta(hours=60) == Hours().after(FRIDAY, 60 * 60)
    assert Hours().has(FRIDAY)
    assert FRIDAY == Hours().opening(FRIDAY)


@settings(max_examples=60, deadline=None)
@given(_HOURS, _ZONES, _MOMENTS, st.integers(1, 3_000))
def test_exactly_so_many_minutes_pass(text: str, zone: str, since: datetime, minutes: int) -> None:
    """Counted one by one, over nights, weekends and changes of the clock."""
    hours = Hours(spans_of(text) or (), zone)
    due = hours.after(since, minutes)
    counted, day = timedelta(), since - timedelta(days=2)
    for number in range((due - day).days + 3):
        for start, end in hours._of((day + timedelta(days=number)).date()):
            counted += max(timedelta(), min(end, due) - max(start, since))

    assert timedelta(minutes=minutes) == counted
    assert hours.has(due - timedelta(microseconds=1))


@settings(max_examples=40, deadline=None)
@given(st.text(st.sampled_from("MonFri-satSUN 0123459:,"), max_size=25) | st.text(max_size=8))
def test_whatever_hours_are_written_they_are_read_or_named(text: str) -> None:
    """Spans lie within a day, in order, none over another."""
    read, problems = _read(support_hours=text)
    spans = read.hours.spans

    assert bool(problems) or bool(spans) == bool(text.strip())
    for one, other in pairwise(spans):
        assert one[:2] < other[:2]
        assert one[0] < other[0] or one[2] < other[1]
    assert all(0 <= first < last <= 1440 for _, first, last in spans)


def test_overlapping_hours_count_once() -> None:
    """They are joined, also where they only touch."""
    assert ((0, 540, 1020),) == spans_of("Mon 09:00-12:00, Mon 11:00-15:00, Mon 15:00-17:00")


def test_a_policy_says_how_soon_and_what_else() -> None:
    """Hours, zone, minutes and a sentence; without any of it a day, around the clock."""
    told, problems = _read(
        support_hours="Mon-Thu 9:00-17:00",
        time_zone="Asia/Tokyo",
        answer_within=90,
        out_of_hours=" Back on Monday. ",
    )

    assert [] == problems
    days, none = _read(closed=["2026-12-26", date(2026, 12, 25), "2026-12-25"])
    assert ((date(2026, 12, 25), date(2026, 12, 26)), []) == (days.hours.closed, none)
    assert ("Asia/Tokyo", 90, "Back on Monday.") == (
        told.hours.zone,
        told.minutes,
        told.out_of_hours,
    )
    assert (SupportPolicy(), []) == _read()
    assert (Hours(), ANSWER_MINUTES) == (SupportPolicy().hours, SupportPolicy().minutes)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("support_hours", "weekdays", "Mon-Fri 09:00-17:00"),
        ("support_hours", "Mon 17:00-09:00", "Mon-Fri 09:00-17:00"),
        ("support_hours", "Mon 09:00-17:75", "Mon-Fri 09:00-17:00"),
        ("support_hours", "Mon 09:00-25:00", "Mon-Fri 09:00-17:00"),
        ("support_hours", "Tux 09:00-17:00", "Mon-Fri 09:00-17:00"),
        ("support_hours", ",", "Mon-Fri 09:00-17:00"),
        ("support_hours", 9, "must be a text"),
        ("time_zone", "Berlin", "Europe/Berlin"),
        ("time_zone", "../etc/passwd", "Europe/Berlin"),
        ("time_zone", "Europe", "Europe/Berlin"),
        ("closed", "2026-12-25", "must be a list of days"),
        ("answer_within", 0, "from 1 to 43200"),
        ("answer_within", True, "from 1 to 43200"),
        ("answer_within", "60", "from 1 to 43200"),
    ],
)
def test_what_is_wrong_is_named(key: str, value: Any, told: str) -> None:
    """By its key, with what it should be like."""
    (problem,) = _read(**{key: value})[1]

    assert problem.startswith(f"docs.{key}: ")
    assert told in problem


@pytest.mark.parametrize(
    "day", ["25.12.2026", "2026-02-30", "20261225", 25, None, datetime(2026, 12, 25, tzinfo=UTC)]
)
def test_what_is_no_day_is_named_by_its_place(day: Any) -> None:
    """The others count all the same."""
    found, (problem,) = _read(closed=["2026-12-26", day])

    assert 'docs.closed[2]: must be a day, like "2026-12-25"' == problem
    assert (date(2026, 12, 26),) == found.hours.closed


def test_rules_hand_over_nothing_unless_they_say_so() -> None:
    """Refusals, and threads with so many dislikes."""
    problems = Problems()
    told = {"hand_over": "refusals", "hand_over_dislikes": 2}

    assert Rules() == read_rules(Table("docs", {}, problems))
    assert Rules(refusals=True, dislikes=2) == read_rules(Table("docs", told, problems))
    assert [] == problems.found
    read_rules(Table("docs", {"hand_over": "all", "hand_over_dislikes": -1}, problems))
    assert 2 == len(problems.found)
