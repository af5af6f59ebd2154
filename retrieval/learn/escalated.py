"""What was handed over to people -> how many there were, how many are late, how long it took.

Pure. A week is ISO's, of the moment in UTC at which a question was handed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median

from retrieval.ports import EscalationTimes
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, SOLVED

ALL = "all"
"""The week, and the collection, of a line that counts everything."""


@dataclass(frozen=True, slots=True)
class Week:
    """The questions of one week that were handed over to one collection's people.

    `opened` counts all of them; of these `open` and `claimed` wait, `resolved` were answered and
    `solved` were over by their askers' word. `overdue` counts those that wait past their deadline
    and those that were closed after it. The minutes are medians over all that were claimed, and
    all that were resolved, from the moment at which they were handed over; None where none was.
    """

    week: str
    collection: str
    opened: int
    open: int
    claimed: int
    resolved: int
    solved: int
    overdue: int
    minutes_to_claim: float | None
    minutes_to_resolve: float | None


def weekly(times: Iterable[EscalationTimes], now: datetime) -> list[Week]:
    """Return a line a week and collection, the newest week first, then one of everything."""
    groups: dict[tuple[str, str], list[EscalationTimes]] = {}
    for one in times:
        groups.setdefault((_week(one.opened), one.collection), []).append(one)
    newest = sorted(sorted(groups, key=lambda key: key[1]), key=lambda key: key[0], reverse=True)
    lines = [_line(*key, groups[key], now) for key in newest]
    every = [one for group in groups.values() for one in group]
    return [*lines, _line(ALL, ALL, every, now)] if every else []


def late(one: EscalationTimes, now: datetime) -> bool:
    """Whether a question waits past its deadline, or was closed after it."""
    return (one.closed or now) > one.due


def _week(moment: datetime) -> str:
    year, week, _ = moment.astimezone(UTC).isocalendar()
    return f"{year}-W{week:02}"


def _line(week: str, collection: str, group: Sequence[EscalationTimes], now: datetime) -> Week:
    states = [one.state for one in group]
    claimed = [_minutes(one.opened, one.claimed) for one in group if one.claimed]
    resolved = [
        _minutes(one.opened, one.closed) for one in group if one.closed and one.state == RESOLVED
    ]
    return Week(
        week,
        collection,
        len(group),
        states.count(OPEN),
        states.count(CLAIMED),
        states.count(RESOLVED),
        states.count(SOLVED),
        sum(late(one, now) for one in group),
        median(claimed) if claimed else None,
        median(resolved) if resolved else None,
    )


def _minutes(since: datetime, until: datetime) -> float:
    return (until - since).total_seconds() / 60
