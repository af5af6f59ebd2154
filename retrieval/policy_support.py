"""How those who help work: their hours, how soon they answer, and what they are asked by rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from retrieval.policy_form import Table

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_MINUTES = 24 * 60
ANSWER_MINUTES = DAY_MINUTES
"""Within what time a question is answered where the policy does not say."""
LONGEST_MINUTES = 30 * DAY_MINUTES
HAND_OVER = ("asked", "refusals")
"""What is handed over: only what somebody asks people about, or every refusal, too."""
MOST_DISLIKES = 100
_FAR = 400
"""Days ahead that are looked at: a week has hours in it, so a month of them is there by then."""

_ROUND_THE_CLOCK = tuple((day, 0, DAY_MINUTES) for day in range(len(DAYS)))

_SPAN = re.compile(
    r"(?P<first>[a-z]{3})(?:-(?P<last>[a-z]{3}))? "
    r"(?P<h1>\d\d?):(?P<m1>\d\d)-(?P<h2>\d\d?):(?P<m2>\d\d)"
)


@dataclass(frozen=True, slots=True)
class Hours:
    """When somebody works: (weekday from Monday = 0, first minute, last minute) in a time zone.

    Without any span it is always, and in either case not on the days that are `closed`.
    """

    spans: tuple[tuple[int, int, int], ...] = ()
    zone: str = "UTC"
    closed: tuple[date, ...] = ()

    @property
    def always(self) -> bool:
        """Whether no moment is outside of them."""
        return not (self.spans or self.closed)

    def has(self, moment: datetime) -> bool:
        """Whether a moment is within them."""
        if self.always:
            return True
        day = moment.astimezone(_zone(self.zone)).date()
        return any(start <= moment < end for start, end in self._of(day))

    def after(self, moment: datetime, minutes: float) -> datetime:
        """Return when so many minutes of them have passed since a moment."""
        left = timedelta(minutes=minutes)
        if self.always:
            return moment + left
        for start, end in self._from(moment):
            if end - max(start, moment) >= left:
                return max(start, moment) + left
            left -= end - max(start, moment)
        return moment + left  # More than a year of hours: nobody waits for that.

    def opening(self, moment: datetime) -> datetime:
        """Return the next moment that is within them, which may be this one."""
        if self.has(moment):
            return moment
        return next((start for start, _ in self._from(moment)), moment)

    def local(self, moment: datetime) -> datetime:
        """Return a moment as a clock shows it where they work."""
        return moment.astimezone(_zone(self.zone))

    def _from(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the spans that end after a moment, in order."""
        day = self.local(moment).date()
        for number in range(-1, _FAR):
            for start, end in self._of(day + timedelta(days=number)):
                if end > moment:
                    yield start, end

    def _of(self, day: date) -> Iterator[tuple[datetime, datetime]]:
        """Yield the spans of a day, as moments; a clock that is put forward may leave none."""
        if day in self.closed:
            return
        for weekday, first, last in self.spans or _ROUND_THE_CLOCK:
            if weekday == day.weekday():
                start, end = _moment(day, first, self.zone), _moment(day, last, self.zone)
                if start < end:
                    yield start, end


@dataclass(frozen=True, slots=True)
class SupportPolicy:
    """When those who help with a collection work, and how soon they answer, in those minutes.

    `out_of_hours` is said to whoever asks while they do not work; where it is empty, a sentence
    of ours.
    """

    hours: Hours = field(default_factory=Hours)
    minutes: int = ANSWER_MINUTES
    out_of_hours: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is handed over without anybody's asking: refusals, and what is disliked so often.

    `dislikes` counts the answers of a thread that people dislike; 0 is never.
    """

    refusals: bool = False
    dislikes: int = 0


def read_support(table: Table) -> SupportPolicy:
    """Read what a collection's table says of its support."""
    text = table.text("support_hours")
    zone = table.text("time_zone") or "UTC"
    spans = spans_of(text)
    if spans is None:
        table.problem("support_hours", 'must be like "Mon-Fri 09:00-17:00, Sat 10:00-12:00"')
    if not _known(zone):
        table.problem("time_zone", 'must be the name of a time zone, like "Europe/Berlin"')
        zone = "UTC"
    return SupportPolicy(
        Hours(spans or (), zone, table.dates("closed")),
        table.number("answer_within", ANSWER_MINUTES, least=1, most=LONGEST_MINUTES),
        table.text("out_of_hours"),
    )


def read_rules(table: Table) -> Rules:
    """Read what a collection's or a channel's table hands over by rule."""
    return Rules(
        table.choice("hand_over", HAND_OVER, "asked") == "refusals",
        table.number("hand_over_dislikes", 0, least=0, most=MOST_DISLIKES),
    )


def spans_of(text: str) -> tuple[tuple[int, int, int], ...] | None:
    """Read "Mon-Fri 09:00-17:00, Sat 10:00-12:00"; None for anything else, () for nothing.

    Spans that overlap are joined, so that no minute counts twice.
    """
    found: list[tuple[int, int, int]] = []
    for part in filter(None, (" ".join(one.lower().split()) for one in text.split(","))):
        match = _SPAN.fullmatch(part)
        days = _days(match) if match else None
        if match is None or days is None:
            return None
        first, last = (60 * int(match[f"h{n}"]) + int(match[f"m{n}"]) for n in "12")
        if not first < last <= DAY_MINUTES or max(int(match["m1"]), int(match["m2"])) > 59:
            return None
        found += [(day, first, last) for day in days]
    return None if text.strip() and not found else _joined(sorted(found))


def _days(match: re.Match[str]) -> list[int] | None:
    """Return the days that a span names; "Sat-Mon" goes over the end of the week."""
    named = (match["first"], match["last"] or match["first"])
    if not set(named) <= set(DAYS):
        return None
    first, last = map(DAYS.index, named)
    return [(first + n) % 7 for n in range((last - first) % 7 + 1)]


def _joined(spans: list[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    joined: list[tuple[int, int, int]] = []
    for day, first, last in spans:
        if joined and joined[-1][0] == day and first <= joined[-1][2]:
            joined[-1] = (day, joined[-1][1], max(last, joined[-1][2]))
        else:
            joined.append((day, first, last))
    return tuple(joined)


def _moment(day: date, minute: int, zone: str) -> datetime:
    """Return a minute of a day, where a clock shows it, as a moment in UTC."""
    at = datetime.combine(day, time(), _zone(zone)) + timedelta(minutes=minute)
    return at.astimezone(UTC)


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _known(name: str) -> bool:
    try:
        _zone(name)
    except (KeyError, ValueError, OSError):  # Unknown; no name at all; the name of a folder.
        return False
    return True
