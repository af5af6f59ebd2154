"""Query -> what to look for in words, as every store understands it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.text.identifiers import forms
from retrieval.text.words import UNSPACED, stem, words
from retrieval.values import Query

MOST_WHOLE_WORDS = 20
"""Words that a part may stand for; more would say that the part means nothing."""
SHORTEST_PART = 3


@dataclass(frozen=True, slots=True)
class Wanted:
    """Ways to say one thing, each a word or a phrase of folded words; they count once."""

    ways: tuple[str, ...]
    word: str = ""
    """The single word that this is about, where it is one: a part of it may be looked for."""

    def widened(self, whole_words: Sequence[str]) -> Wanted:
        """Return this with words that hold its word as a part, in place of the word."""
        return replace(self, ways=distinct(whole_words))


def wanted(query: Query) -> list[Wanted]:
    """Return what to look for: each term, and each identifier that no term stands for.

    The joined form of a name is a term already, and a rare one. A long path has none, and is
    looked for as a phrase; doing so for every name ranked worse on two sets of questions.
    """
    found = [
        Wanted(distinct(term.alternatives), _single(term.alternatives)) for term in query.terms
    ]
    found += [
        Wanted(distinct(written))
        for written in map(forms, query.identifiers)
        if all(len(words(form)) > 1 for form in written)
    ]
    once = {one.ways: one for one in reversed(found) if one.ways}
    return list(reversed(once.values()))


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the words of each text with spaces between, each once as a stemmer sees them."""
    found: dict[str, str] = {}
    for text in texts:
        said = words(text)
        if said:
            found.setdefault(" ".join(map(stem, said)), " ".join(said))
    return tuple(found.values())


def starts_a_pair(way: str) -> bool:
    """Whether a way is one Chinese, Japanese or Korean character: these are indexed as pairs."""
    return len(way) == 1 and UNSPACED.match(way) is not None


def _single(alternatives: Sequence[str]) -> str:
    return alternatives[0] if len(alternatives) == 1 and " " not in alternatives[0] else ""
