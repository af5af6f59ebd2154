"""The many spellings of what pages say about themselves -> Metadata."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from retrieval.readers.decode import strip_hidden
from retrieval.readers.page import Removals
from retrieval.values import Metadata

_OWNER = (
    "owner", "owners", "owner_slack", "owner_team", "owned_by", "owning_team", "team", "dri",
    "maintainer", "maintainers", "responsible", "contact", "author", "authors",
)  # fmt: skip
_STATUS = ("status", "state", "lifecycle")
_FLAGS = ("archived", "superseded", "deprecated", "obsolete", "outdated", "draft")
_SUPERSEDED = ("superseded_by", "replaced_by")
_TAGS = ("tags", "tag", "labels", "keywords", "categories", "category")
_VERSION = ("product_version", "applies_to_version", "version")
_DATES = {
    "created": ("created", "created_at", "created_on", "date_created", "date", "published"),
    "updated": (
        "updated", "updated_at", "updated_on", "last_updated", "last_update", "lastmod",
        "last_modified", "last_modified_at", "modified", "date_modified", "last_edited",
    ),
    "verified": (
        "last_reviewed_on", "last_reviewed", "reviewed", "reviewed_on", "reviewed_at",
        "last_review", "last_verified_on", "last_verified", "verified", "verified_on",
        "review_date",
    ),
    "effective_from": ("effective_from", "effective", "effective_date", "valid_from"),
    "effective_to": (
        "effective_to", "effective_until", "valid_to", "valid_until", "expires", "expires_on",
        "expiry", "expiry_date", "expirydate", "expiration_date",
    ),
}  # fmt: skip
_AHEAD = frozenset({"effective_from", "effective_to"})
_REVIEW = ("review_in", "review_period", "review_every", "review_cycle", "review_days")
_NEXT_REVIEW = ("next_review", "next_review_on", "next_review_date", "review_by", "review_due")
_URL = ("url", "permalink", "canonical", "canonical_url", "source_url")

_YES = frozenset({"true", "yes", "on", "1"})
_UNITS = {"day": 1.0, "week": 7.0, "month": 30.4375, "quarter": 91.3125, "year": 365.25}
_WORDS = {
    "daily": 1, "weekly": 7, "monthly": 30, "quarterly": 91, "annually": 365, "yearly": 365,
    "annual": 365, "biannually": 183, "half_yearly": 183,
}  # fmt: skip
_SPAN = re.compile(r"(\d{1,4})\s*(day|week|month|quarter|year|d|w|m|q|y)?s?$")
_ISO_SPAN = re.compile(r"p(?:(\d{1,4})y)?(?:(\d{1,4})m)?(?:(\d{1,4})w)?(?:(\d{1,5})d)?$")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})\b")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_SLASHED = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})$")
_MONTH_ONLY = re.compile(r"(\d{4})-(\d{1,2})$")
_EDGES = (1970, 2200)


def metadata(values: Mapping[str, Any], removals: Removals) -> Metadata:
    """Return what `values` (keys in lower case, `_` between words) say, in our own words.

    A date or period that makes no sense is left out, and said; so is a date of what has happened
    that is still to come.
    """
    dates = {
        name: _date_of(values, keys, removals, ahead=name in _AHEAD)
        for name, keys in _DATES.items()
    }
    review = _period_of(values, removals)
    due = _date_of(values, _NEXT_REVIEW, removals, ahead=True)
    if review is None and due and dates["verified"]:
        review = max((due - dates["verified"]).days, 0)
    return Metadata(
        owner=_text(_first(values, _OWNER)),
        status=_status(values),
        tags=_list(_first(values, _TAGS)),
        version=_text(_first(values, _VERSION)),
        review_days=review,
        **dates,
    )


def filled(own: Metadata, other: Metadata) -> Metadata:
    """Return `own` with what it leaves open taken from `other`."""
    gaps = {
        f.name: getattr(other, f.name)
        for f in fields(Metadata)
        if getattr(own, f.name) in ("", (), None)
    }
    return replace(own, **gaps)


def address(values: Mapping[str, Any]) -> str:
    """Return the page's own absolute http(s) address, or an empty string."""
    for key in _URL:
        url = values.get(key)
        if not isinstance(url, str) or not url.isprintable() or any(c in ' <>"' for c in url):
            continue
        try:
            parts = urlsplit(url)
        except ValueError:
            continue
        if parts.scheme.lower() in {"http", "https"} and parts.hostname:
            return url
    return ""


def parse_date(written: str) -> date | None:
    """Return the calendar date (UTC) that `written` means, or None where it means none or two."""
    text = " ".join(written.split()).strip().lower()
    if not text or len(text) > 60:
        return None
    try:
        moment = datetime.fromisoformat(text.upper().replace(" -", "-").replace(" +", "+"))
        day = (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except (ValueError, OverflowError):
        found = _spelled(text)
        if found is None:
            return None
        day = found
    return day if _EDGES[0] <= day.year <= _EDGES[1] else None


def happened(day: date, name: str, removals: Removals) -> bool:
    """Return whether a day is no later than tomorrow; of another one it is said.

    It is tomorrow already somewhere.
    """
    if day <= datetime.now(UTC).date() + timedelta(days=1):
        return True
    removals.say(f"Its {name} is in the future, and is left out: {day}.")
    return False


def _spelled(text: str) -> date | None:
    if match := _YEAR_FIRST.match(text) or _MONTH_ONLY.match(text):
        return _day(match[1], match[2], match[3] if match.re is _YEAR_FIRST else "1")
    if match := _DAY_FIRST.search(text):
        return _day(match[3], _month(match[2]), match[1])
    if match := _MONTH_FIRST.search(text):
        return _day(match[3], _month(match[1]), match[2])
    match = _SLASHED.match(text)
    return _slashed(int(match[1]), int(match[2]), match[3]) if match else None


def _slashed(one: int, two: int, year: str) -> date | None:
    """Return a date whose order of day and month shows; one that could be either is none."""
    if one == two or one > 12:
        return _day(year, two, one)
    return _day(year, one, two) if two > 12 else None


def _month(name: str) -> int:
    return _MONTHS.index(name[:3]) + 1 if name[:3] in _MONTHS else 0


def _day(year: str, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def parse_period(written: str) -> int | None:
    """Return a review period in days: "6 months", "P6M", "180", "quarterly"."""
    text = " ".join(written.lower().split())
    if (named := _WORDS.get(text.replace(" ", "_").replace("-", "_"))) is not None:
        return named
    if match := _SPAN.match(text.removeprefix("every ")):
        units = {unit[0]: days for unit, days in _UNITS.items()}
        return round(int(match[1]) * units[(match[2] or "d")[0]])
    match = _ISO_SPAN.match(text)
    if match and any(match.groups()):
        years, months, weeks, days = (int(part or 0) for part in match.groups())
        return round(years * 365.25 + months * 30.4375 + weeks * 7 + days)
    return None


def _first(values: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    return next((values[key] for key in keys if values.get(key) not in (None, "", [], {})), "")


def _text(value: Any) -> str:
    """Return one line for a value of any shape: a name, a list of names, a mapping with one."""
    if isinstance(value, Mapping):
        value = _first(value, ("name", "team", "slack", "email"))
    if isinstance(value, list):
        return ", ".join(filter(None, (_text(one) for one in value[:20])))
    if not isinstance(value, str | int | float):
        return ""
    return " ".join(strip_hidden(str(value), Removals()).split())[:200]


def _list(value: Any) -> tuple[str, ...]:
    parts = value if isinstance(value, list) else str(_text(value)).split(",")
    return tuple(dict.fromkeys(filter(None, (_text(part).strip() for part in parts[:50]))))


def _status(values: Mapping[str, Any]) -> str:
    """Return the status as written, in lower case; a flag such as `archived: true` outweighs it."""
    if any(values.get(key) for key in _SUPERSEDED):
        return "superseded"
    for flag in _FLAGS:
        if str(values.get(flag, "")).strip().lower() in _YES:
            return flag
    return _text(_first(values, _STATUS)).lower()


def _date_of(
    values: Mapping[str, Any], keys: tuple[str, ...], removals: Removals, *, ahead: bool
) -> date | None:
    """Return the first date under `keys`; one that lies `ahead` only where that makes sense."""
    for key in keys:
        value = values.get(key)
        if isinstance(value, datetime | date):
            value = value.isoformat()
        if not isinstance(value, str) or not value.strip() or value.strip().lower() in _YES:
            continue
        found = parse_date(value)
        if found is None:
            removals.say(f"Its {key} is no date that could be read: {_text(value)[:40]!r}.")
        elif ahead or happened(found, key, removals):
            return found
    return None


def _period_of(values: Mapping[str, Any], removals: Removals) -> int | None:
    value = _first(values, _REVIEW)
    if value == "" or isinstance(value, bool):
        return None
    period = parse_period(_text(value))
    if period is None:
        removals.say(f"Its review period could not be read: {_text(value)[:40]!r}.")
    return period
