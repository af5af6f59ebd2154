"""Versions in a text: "Widget v1.7", "release 2.4.1", with the name of what they are versions of.

A number with a unit or in a formula, a date, and the number of a heading ("3.1 Ports") are none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from retrieval.text.dates import moments
from retrieval.text.numbers import quantities
from retrieval.text.words import STOP_WORDS, stem, words

_NUMBER = r"(?:v(?:\.\s?)?\d{1,9}(?:\.\d{1,9}){0,5}|\d{1,9}(?:\.\d{1,9}){1,5})"
_SPOKEN = r"(?:versions?|releases?|ver)\s+v?\d{1,9}(?:\.\d{1,9}){0,5}"
_VERSION = re.compile(
    rf"(?<![\w.,$\u20ac\u00a3<>=*+])(?<![<>=*+]\s)(?:{_SPOKEN}|{_NUMBER})(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d[\d.]*\Z")
_HEADING_NUMBER = re.compile(r"\s*#*\s*\d+(?:\.\d+)+\.?\s+(?=[A-Z\u00c0-\u00de])")
_BEFORE = re.compile(r"[^\W_]+(?:['\u2019][a-z]+)?|[.!?:;,()\[\]|\n]")
_GENERIC = frozenset(("version", "versions", "release", "releases", "ver"))
_NAME_WORDS = 2
"""Words before a version that may name what it is a version of."""
_FROM = r"\b(?:since|from|until|till|before|after|through|to|than|between|as of)\b|[<>\u2264\u2265]"
_ONWARDS = (
    r"\b(?:and|or)\s+(?:later|newer|above|higher|up|earlier|older|below|lower)\b|\bonwards?\b"
)
_REACHES = re.compile(
    rf"(?:{_FROM})=?\s*(?:[^\W\d_][\w-]*\s+){{0,2}}{_NUMBER}"
    rf"|{_NUMBER}\s*(?:\+|[-\u2013]\s*v?\d|\.x\b|{_ONWARDS})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Version:
    """A version without its `v` or "version", and stems of the words that may name its thing."""

    number: str
    of: frozenset[str]
    start: int
    end: int

    def agrees(self, other: str) -> bool:
        """Whether one of both is the other, or a part of it: 1.7.3 belongs to 1.7."""
        mine, theirs = f"{self.number}.", f"{other}."
        return mine.startswith(theirs) or theirs.startswith(mine)


def versions(text: str) -> tuple[Version, ...]:
    """Return the versions that a text names, in order."""
    if not _VERSION.search(text):
        return ()
    skipped = _HEADING_NUMBER.match(text)
    first = skipped.end() if skipped else 0
    taken = [(moment.start, moment.end) for moment in moments(text)]
    taken += [(number.start, number.end) for number in quantities(text) if number.unit]
    return tuple(
        Version(digits.group(), _of(text[: match.start()]), *match.span())
        for match in _VERSION.finditer(text, first)
        if (digits := _DIGITS.search(match.group()))
        and not any(start < match.end() and match.start() < end for start, end in taken)
    )


def reaches(text: str) -> bool:
    """Whether a text speaks of a range of versions: "since 1.5", "1.5 and later"."""
    return _REACHES.search(text) is not None


def tokens(text: str) -> frozenset[str]:
    """Return the versions of several parts in a text, and what they belong to: 1.7.3 and 1.7."""
    found: set[str] = set()
    for one in versions(text):
        parts = one.number.split(".")
        found.update(".".join(parts[:length]) for length in range(2, len(parts) + 1))
    return frozenset(found)


def _of(before: str) -> frozenset[str]:
    """Return the stems of the content words that stand right before a version."""
    found: list[str] = []
    for word in reversed(_BEFORE.findall(before[-80:])):
        folded = words(word)
        if not folded or word.isdigit() or folded[0] in STOP_WORDS or len(found) == _NAME_WORDS:
            break
        if folded[0] not in _GENERIC:
            found.append(stem(folded[0]))
    return frozenset(found)
