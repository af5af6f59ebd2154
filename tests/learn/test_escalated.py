"""Tests of retrieval/learn/escalated.py: counts and times of what was handed over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.escalated import ALL, Week, weekly
from retrieval.ports import EscalationTimes
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, SOLVED

MONDAY = datetime(2026, 11, 30, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
NOW = MONDAY + timedelta(days=3)


def _times(
    opened: datetime, state: str = OPEN, claimed: float = 0, closed: float = 0, name: str = "docs"
) -> EscalationTimes:
    return EscalationTimes(
        name,
        state,
        opened,
        opened + 4 * HOUR,
        opened + claimed * HOUR if claimed else None,
        opened + closed * HOUR if closed else None,
    )


def test_questions_are_counted_by_week_and_collection() -> None:
    """The newest week first, with medians from the moment they were handed over; then all."""
    times = [
        _times(MONDAY, RESOLVED, 1, 2),
        _times(MONDAY, RESOLVED, 3, 6),
        _times(MONDAY, CLAIMED, 0.5),
        _times(MONDAY + timedelta(days=2, hours=23)),
        _times(MONDAY, SOLVED, 0, 1, "hr"),
        _times(MONDAY - timedelta(days=1), OPEN),
    ]
    docs, hr, before, every = weekly(times, NOW)

    assert Week("2026-W49", "docs", 4, 1, 1, 2, 0, 2, 60.0, 240.0) == docs
    assert Week("2026-W49", "hr", 1, 0, 0, 0, 1, 0, None, None) == hr
    assert ("2026-W48", 1, 1) == (before.week, before.opened, before.overdue)
    assert (ALL, ALL, 6, 3) == (every.week, every.collection, every.opened, every.overdue)
    assert [] == weekly([], NOW)


_STATES = st.sampled_from([OPEN, CLAIMED, RESOLVED, SOLVED])


@given(st.lists(st.builds(_times, st.just(MONDAY) | st.just(NOW), _STATES), max_size=9))
def test_every_question_stands_in_one_line(times: list[EscalationTimes]) -> None:
    """And in the last one, in one of its states."""
    *weeks, every = weekly(times, NOW) or [Week(ALL, ALL, 0, 0, 0, 0, 0, 0, None, None)]

    assert len(times) == every.opened == sum(week.opened for week in weeks)
    for one in (*weeks, every):
        assert one.opened == one.open + one.claimed + one.resolved + one.solved
