"""A text in the words of a question: synonyms are replaced by what the question says.

Whatever compares a text with a question word by word then sees that they say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from retrieval.text.words import stem, words
from retrieval.values import Frequencies, Query

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rewording:
    """The stems of other ways to say what a question says -> the stems that the question has."""

    ways: dict[Phrase, Phrase] = field(default_factory=dict)
    longest: int = 0

    @classmethod
    def of(cls, query: Query) -> Rewording:
        """Take the alternatives of a query; the first of each term is the question's own."""
        ways: dict[Phrase, Phrase] = {}
        for term in query.terms:
            own, *others = map(_stems, term.alternatives)
            for other in others:
                if own and other and own != other:
                    ways.setdefault(other, own)
        return cls(ways, max(map(len, ways), default=0))

    def __call__(self, body: Sequence[str]) -> Phrase:
        """Return the stems of a text with other ways replaced, the longest first."""
        if not self.ways:
            return tuple(body)
        found: list[str] = []
        place = 0
        while place < len(body):
            length = self._way_at(body, place)
            if length:
                found += self.ways[tuple(body[place : place + length])]
            else:
                found.append(body[place])
            place += length or 1
        return tuple(found)

    def _way_at(self, body: Sequence[str], place: int) -> int:
        """Return the length of the longest way that begins at a place, 0 where none does."""
        for length in range(min(self.longest, len(body) - place), 0, -1):
            if tuple(body[place : place + length]) in self.ways:
                return length
        return 0


def occurrences(query: Query, frequencies: Frequencies) -> dict[str, int]:
    """Return in how many chunks each word of a question stands, itself or as a synonym.

    Ways to say one thing are as rare as the commonest of them; a phrase is as its rarest word.
    """
    counts: dict[str, int] = {}
    for term in query.terms:
        own = words(term.alternatives[0])
        others = [
            min((frequencies.counts.get(word, 0) for word in words(way)), default=0)
            for way in term.alternatives[1:]
        ]
        for word in own:
            most = max([frequencies.counts.get(word, 0), *others])
            counts[word] = max(most, counts.get(word, 0))
    return counts


def _stems(text: str) -> Phrase:
    return tuple(map(stem, words(text)))
