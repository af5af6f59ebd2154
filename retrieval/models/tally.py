"""Whether a place has the number that a question asks for: of what is counted, not of anything.

"How many employees do we have?" is not answered by the days of leave that employees have. The rule
knows English only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.models.pieces import Bag, bag
from retrieval.models.spots import Spot
from retrieval.text.numbers import Quantity, quantities, unit_of
from retrieval.text.words import STOP_WORDS, fold, stem, words

_MANY = re.compile(
    r"\bhow\s+many\s+(?:(?:more|other|different|of|the|our|your)\s+)*"
    r"(\w+(?:[\s-]+\w+){0,2})",
    re.IGNORECASE,
)
_LIMITLESS = re.compile(
    r"\b(?:unlimited|no\s+(?:\w+\s+)?(?:limit|maximum|minimum|cap)|not\s+limited|as\s+many|any\s+number)\b"
)
"""Words that say how many without a number."""
_SOME = re.compile(r"\b(?:no|none|several|few|couple|dozens?)\b")
"""Words that do so where what is counted follows."""
_OFTEN = re.compile(r"\b(?:once|twice)\b")
_TURNS = stem("times")
_PEOPLE = frozenset(map(stem, ("people", "persons")))
_TIMES = frozenset(
    ("ms", "second", "minute", "hour", "day", "night", "week", "fortnight", "month", "quarter")
) | {"year", "decade", "century"}
_ENDS = re.compile(r"[.!?;](?:\s|\Z)|\n")
AFTER = 4
"""Words behind a number among which is what it counts."""
_SOME_AFTER = 2
"""The same behind a word that says how many."""
_LINKING = frozenset(
    ("is", "are", "was", "were", "at", "of", "to", "by", "about", "around", "approximately")
) | {"count", "number", "total", "currently", "now", "set", "limited"}
"""Words that may stand between what is counted and its number: "employees: about 120"."""


def counted(text: str) -> tuple[str, ...]:
    """Return the words that name what a question wants counted; none where it wants no number."""
    match = _MANY.search(text)
    found: list[str] = []
    for word in words(match[1]) if match else ():
        if word in STOP_WORDS:
            break
        found.append(word)
    return tuple(found)


def counts(sought: Sequence[str], spot: Spot) -> bool:
    """Whether a quotation says how many there are of what is `sought`."""
    text = fold("\n".join(spot.quotation.texts))
    wanted = frozenset(map(stem, sought))
    if _LIMITLESS.search(text) or (_TURNS in wanted and _OFTEN.search(text)):
        return True
    if spot.piece.kind == "row" and wanted & spot.piece.over:
        return True
    units = {unit for word in sought if (unit := unit_of(word))}
    return any(_is_of(one, text, wanted, units) for one in quantities(text)) or any(
        wanted & _next(text, match.end(), _SOME_AFTER) for match in _SOME.finditer(text)
    )


def _is_of(one: Quantity, text: str, wanted: Bag, units: set[str]) -> bool:
    """Whether a number counts what is wanted: its unit, or a word close to it."""
    if one.kind != "number":
        return False
    if one.unit in units or (one.unit in _TIMES and units & _TIMES):
        return True
    if one.unit:
        return False
    return bool(
        wanted & _PEOPLE or wanted & _next(text, one.end) or wanted & _last(text[: one.start])
    )


def _last(text: str) -> Bag:
    """Return the word of the same sentence that a number belongs to from behind."""
    said = words(_ENDS.split(text)[-1].replace("_", " "))
    return frozenset([stem(word) for word in said if word not in _LINKING][-1:])


def _next(text: str, end: int, most: int = AFTER) -> Bag:
    """Return the words that follow in the same sentence."""
    following = _ENDS.split(text[end:], maxsplit=1)[0].replace("_", " ").split()
    return bag(" ".join(following[:most]))
