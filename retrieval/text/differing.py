"""Two sentences -> what the one says otherwise: another number, date or name in the same words.

Judged by words alone, and strictly: that two sentences speak of one thing is seldom certain, and
whoever is told of a contradiction looks it up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache

from retrieval.text.dates import Moment, moments
from retrieval.text.names import fixed_words, spells
from retrieval.text.normal import normal_text
from retrieval.text.numbers import Quantity, quantities, unit_of
from retrieval.text.words import STOP_WORDS, stem, words

SHORTER, LONGER = 0.66, 0.4
"""Shares of the content words of the shorter and of the longer sentence that both have."""
NAMED = 0.75
"""The share of both where a name stands in the place of another: it differs more often."""
_FEWEST = 2
"""Content words that both have at least."""
_DAYS = {
    "second": Decimal(1) / 86400,
    "minute": Decimal(1) / 1440,
    "hour": Decimal(1) / 24,
    "day": Decimal(1),
    "week": Decimal(7),
    "fortnight": Decimal(14),
    "month": Decimal("30.4"),
    "quarter": Decimal("91.3"),
    "year": Decimal(365),
}
"""How many days a unit of time has, about."""
_ALIKE = Decimal("0.05")
"""Share by which two times may differ and still be one: 12 months are a year."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence says: its content words without numbers, and what stands in their places."""

    text: str
    content: frozenset[str]
    numbers: tuple[Quantity, ...]
    dates: tuple[Moment, ...]
    names: frozenset[str]


@lru_cache(maxsize=4096)
def said(sentence: str) -> Said:
    """Take a sentence apart."""
    written = normal_text(sentence, fold=False)
    folded = normal_text(sentence)
    dates = moments(folded)
    numbers = tuple(
        one
        for one in quantities(folded)
        if one.kind != "version" and not any(d.start <= one.start < d.end for d in dates)
    )
    names = frozenset(one.text.casefold() for one in fixed_words(written))
    spelt = {word for one in numbers for word in words(folded[one.start : one.end])}
    spelt |= {word for one in dates for word in words(folded[one.start : one.end])}
    content = frozenset(
        stem(word)
        for word in words(folded)
        if word not in STOP_WORDS
        and word not in spelt
        and not unit_of(word)
        and not word.isdigit()
        and len(word) > 1
    )
    return Said(written, content, numbers, dates, names)


def differ(one: str, other: str) -> bool:
    """Whether two sentences say different things of one thing."""
    mine, theirs = said(one), said(other)
    if not _alike(mine.content, theirs.content, SHORTER, LONGER):
        return False
    return (
        _other_numbers(mine.numbers, theirs.numbers)
        or _other_dates(mine.dates, theirs.dates)
        or _other_names(mine, theirs)
    )


def _alike(mine: frozenset[str], theirs: frozenset[str], shorter: float, longer: float) -> bool:
    both, lengths = len(mine & theirs), sorted((len(mine), len(theirs)))
    return both >= _FEWEST and both >= shorter * lengths[0] and both >= longer * lengths[1]


def _other_numbers(mine: Iterable[Quantity], theirs: Iterable[Quantity]) -> bool:
    """Whether both count the same, and no number of the one is one of the other."""
    ours, others = _counted(mine), _counted(theirs)
    return any(
        not any(_same(a, b) for a in ours[key] for b in others[key])
        for key in ours.keys() & others.keys()
    )


def _counted(numbers: Iterable[Quantity]) -> dict[str, list[Decimal]]:
    """Return the numbers by what they count; times are in days, and places in an order apart.

    Of several places in one sentence none is compared: "first ask, second wait".
    """
    numbers = tuple(numbers)
    places = [one for one in numbers if one.kind == "ordinal"]
    found: dict[str, list[Decimal]] = {}
    for one in numbers:
        try:
            value = Decimal(one.value)
        except InvalidOperation:
            continue
        if one.kind == "ordinal":
            if len(places) == 1:
                found.setdefault("place", []).append(value)
        elif one.unit in _DAYS:
            found.setdefault("time", []).append(value * _DAYS[one.unit])
        elif one.unit:
            found.setdefault(one.unit, []).append(value)
        elif one.noun and one.noun not in STOP_WORDS:
            found.setdefault(f"of {stem(one.noun)}", []).append(value)
    return found


def _same(one: Decimal, other: Decimal) -> bool:
    return abs(one - other) <= _ALIKE * max(abs(one), abs(other))


def _other_dates(mine: Iterable[Moment], theirs: Iterable[Moment]) -> bool:
    """Whether both name a date or time of one kind, and none that the other names."""
    pairs = [(a, b) for a in mine for b in theirs if _kind(a) & _kind(b)]
    return bool(pairs) and not any(a.carried_by(b) or b.carried_by(a) for a, b in pairs)


def _kind(moment: Moment) -> frozenset[str]:
    return frozenset(part for reading in moment.readings for part, _ in reading)


def _other_names(mine: Said, theirs: Said) -> bool:
    """Whether the one has a name where the other has another, and else nearly the same words."""
    ours, others = mine.names - theirs.names, theirs.names - mine.names
    if not ours or not others or _spelt(ours, theirs.text) or _spelt(others, mine.text):
        return False
    named = {stem(word) for name in ours | others for word in words(name)}
    rest, their_rest = mine.content - named, theirs.content - named
    return len(rest) > _FEWEST and _alike(rest, their_rest, NAMED, NAMED)


def _spelt(names: Iterable[str], text: str) -> bool:
    """Whether a text has the words of a name that is their letters: PO, purchase order."""
    return any(name.isalpha() and spells(text, name) for name in names)
