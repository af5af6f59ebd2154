"""What a question turns on: its numbers, versions, identifiers and names.

Two questions that differ in one of these ask different things, however alike they are otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.text.alike import stands_for
from retrieval.text.names import fixed_words
from retrieval.text.normal import normal_text
from retrieval.text.numbers import quantities
from retrieval.text.polarity import Polarity, difference, polarity
from retrieval.text.versions import versions
from retrieval.text.words import STOP_WORDS, stem, words

LEAST = 0.6
"""The share of content words that two questions have in common at least that ask the same."""

_ASKING = frozenset(("who", "when", "where", "why", "how", "many", "long", "much", "often"))
"""Words that say what is asked of a subject; "what" and "which" stand for too many of them."""


@dataclass(frozen=True, slots=True)
class Particulars:
    """What a question turns on; names are compared with all the words of the other question."""

    numbers: frozenset[str]
    fixed: frozenset[str]
    names: frozenset[str]
    asks: frozenset[str]
    said: frozenset[str]
    polarity: Polarity

    def agree(self, other: Particulars) -> bool:
        """Whether two questions turn on the same."""
        return (
            (self.numbers, self.fixed) == (other.numbers, other.fixed)
            and self.names <= other.said
            and other.names <= self.said
            and self.asks == other.asks
            and not difference(self.polarity, other.polarity)
            and not difference(other.polarity, self.polarity)
        )


def particulars(text: str) -> Particulars:
    """Return what a question turns on."""
    normal, folded = normal_text(text, fold=False), normal_text(text)
    said = words(normal)
    numbers = {f"{one.value} {one.unit}".strip() for one in quantities(folded)}
    fixed = {one.text.casefold() for one in fixed_words(normal) if one.kind == "identifier"}
    named = [one.text for one in fixed_words(normal) if one.kind == "name"]
    return Particulars(
        numbers=frozenset(numbers),
        fixed=frozenset(fixed | {f"v{one.number}" for one in versions(normal)}),
        names=frozenset(word for name in named for word in words(name)),
        asks=frozenset(said) & _ASKING,
        said=frozenset(said),
        polarity=polarity(folded),
    )


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a question that say what it is about."""
    said = words(text)
    return frozenset(stem(word) for word in said if word not in STOP_WORDS) or frozenset(said)


def closeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return which share of the content words of two questions both have, 0 to 1 (Jaccard)."""
    together = len(one | other)
    return len(one & other) / together if together else 0.0


def same_question(one: str, other: str) -> bool:
    """Whether two questions seem to ask the same: near in words, and turning on the same.

    One may say more than the other; where each says something that the other does not ("on a
    Mac", "on Windows") they ask different things.
    """
    mine, theirs = content_stems(one), content_stems(other)
    if closeness(mine, theirs) < LEAST:
        return False
    if _beyond(one, theirs) and _beyond(other, mine):
        return False
    return particulars(one).agree(particulars(other))


def _beyond(text: str, stems: frozenset[str]) -> bool:
    """Whether a question says anything that does not stand in another in some wording."""
    said = (word for word in words(text) if word not in STOP_WORDS)
    return any(not stands_for(word, stems) for word in said)
