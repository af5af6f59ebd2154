"""Dates and times of day in running text, whatever their written form."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MONTH_NAMES = (
    "january february march april may june july august september october november december"
)
_MONTHS = _MONTH_NAMES.split()
_SHORT = {name[:3]: i + 1 for i, name in enumerate(_MONTHS)} | {"sept": 9}
_NUMBER = {name: i + 1 for i, name in enumerate(_MONTHS)} | _SHORT
_MONTH = rf"(?P<month>{'|'.join(sorted(_NUMBER, key=len, reverse=True))})\b\.?"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?(?![\w])"
_YEAR = r"(?P<year>(?:1[6-9]|20|21)\d\d)(?![\w])"
_START = r"(?<![\w.,/-])"
_DATES = tuple(
    re.compile(_START + pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?![\d-])",
        rf"{_DAY}(?: day)?(?: of)?[ -]{_MONTH}(?:,?[ -]{_YEAR})?",
        rf"{_MONTH} (?:the )?{_DAY}(?:,? {_YEAR})?",
        rf"{_MONTH},?(?: of)? {_YEAR}",
        r"(?P<a>\d{1,2})[/.-](?P<b>\d{1,2})[/.-](?P<year>\d{4})(?!\w)",
    )
)
# "may" and "march" alone are more often verbs; a word before them that only a date follows decides.
_ALONE = re.compile(
    r"(?<!\w)(?:(?:in|by|of|since|until|till|from|through|to|during|early|late|mid|next|last|each"
    r"|every|before|after)[ -](?P<after>march|may)"
    r"|(?P<month>january|february|april|june|july|august|september|october|november|december))(?!\w)",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    r"(?<!\w)(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun)days?(?!\w)", re.IGNORECASE
)
_HALF = r"(?P<half>[ap])\.?[ ]?m\b\.?"
_TIMES = (
    re.compile(
        rf"(?<![\w.:])(?P<hour>[0-2]?\d)[:.](?P<minute>[0-5]\d)(?::[0-5]\d)?[ ]?{_HALF}",
        re.IGNORECASE,
    ),
    re.compile(rf"(?<![\w.:])(?P<hour>[0-2]?\d)[ ]?{_HALF}", re.IGNORECASE),
    re.compile(
        r"(?<![\w.:])(?P<hour>[0-2]?\d):(?P<minute>[0-5]\d)(?P<second>:[0-5]\d(?:\.\d+)?)?(?![\w:])"
    ),
    re.compile(r"(?<!\w)(?P<name>noon|midnight|midday)(?!\w)", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A date, a part of one, or a time of day: what was said of it, at `start:end` of the text.

    `readings` holds one or two readings (3/4/2024 is in March or in April), each a frozen set
    of (part, value): year, month, day, weekday, hour, minute, half.
    """

    readings: tuple[frozenset[tuple[str, str]], ...]
    start: int
    end: int

    def carried_by(self, other: Moment) -> bool:
        """Whether the other moment says all that this one says."""
        return any(mine <= theirs for mine in self.readings for theirs in other.readings)


def moments(text: str) -> tuple[Moment, ...]:
    """Return the dates and times of a normal text, in order, none overlapping another."""
    found: list[Moment] = []
    taken = bytearray(len(text))
    for pattern, read in (
        *((pattern, _date) for pattern in _DATES),
        (_ALONE, _alone),
        (_WEEKDAY, _weekday),
        *((pattern, _time) for pattern in _TIMES),
    ):
        for match in pattern.finditer(text):
            readings = () if any(taken[match.start() : match.end()]) else read(match)
            if readings:
                found.append(Moment(readings, match.start(), match.end()))
                taken[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return tuple(sorted(found, key=lambda moment: moment.start))


Readings = tuple[frozenset[tuple[str, str]], ...]


def _date(match: re.Match[str]) -> Readings:
    parts = match.groupdict()
    if parts.get("a"):
        pairs = ((parts["a"], parts["b"]), (parts["b"], parts["a"]))
        readings = [_reading(parts["year"], month, day) for month, day in pairs]
        return tuple(dict.fromkeys(reading for reading in readings if reading))
    name = parts["month"].lower()
    month = name if name.isdigit() else str(_NUMBER[name])
    reading = _reading(parts.get("year"), month, parts.get("day"))
    return (reading,) if reading else ()


def _reading(year: str | None, month: str, day: str | None) -> frozenset[tuple[str, str]] | None:
    if not 1 <= int(month) <= 12 or not 1 <= int(day or 1) <= 31:
        return None
    parts = {"year": year, "month": str(int(month)), "day": str(int(day)) if day else None}
    return frozenset((part, value) for part, value in parts.items() if value)


def _alone(match: re.Match[str]) -> Readings:
    name = (match.group("month") or match.group("after")).lower()
    return (frozenset({("month", str(_NUMBER[name]))}),)


def _weekday(match: re.Match[str]) -> Readings:
    return (frozenset({("weekday", match.group("weekday").lower())}),)


def _time(match: re.Match[str]) -> Readings:
    parts = match.groupdict()
    if parts.get("name"):
        name = "noon" if parts["name"].lower() == "midday" else parts["name"].lower()
        return (frozenset({("name", name)}),)
    if int(parts["hour"]) > 24:
        return ()
    half = (parts.get("half") or "").lower()
    values = {"hour": str(int(parts["hour"])), "minute": parts.get("minute") or "00", "half": half}
    if parts.get("second"):
        values["second"] = parts["second"]
    return (frozenset(values.items()),)
