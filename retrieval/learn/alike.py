"""Questions -> groups that one page would answer: near in meaning, with words in common.

Closeness of meaning alone puts questions together that differ in the one word that matters. So
two questions also need weighty words in common, and differing numbers, versions, identifiers or
names keep them apart. Every two questions of a group must be allowed together: a chain of near ones
does not join what is apart.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from retrieval.text.alike import stands_for
from retrieval.text.normal import normal_text
from retrieval.text.numbers import quantities
from retrieval.text.particulars import content_stems, particulars
from retrieval.text.words import STOP_WORDS, stem, words

Floats = NDArray[np.float32]

NEAR = 0.5
"""Cosine from which two questions may belong together."""
SHARED = 0.3
"""Share of the weight of their words that they need in common then."""
CLOSE = 0.62
"""What closeness and shared weight must come to together, half and half."""
_ROWS = 512


@dataclass(frozen=True, slots=True)
class Marked:
    """A question: its numbers and versions, its identifiers, its names, the stems of its words."""

    numbers: frozenset[str]
    fixed: frozenset[str]
    names: frozenset[str]
    stems: frozenset[str]
    said: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Marked:
        """Read what a question turns on."""
        turns_on = particulars(text)
        counted = (one for one in quantities(normal_text(text)) if one.kind != "article")
        names = (name for name in turns_on.names if name not in STOP_WORDS)
        return cls(
            numbers=frozenset(one.value for one in counted),
            fixed=turns_on.fixed,
            names=frozenset(map(stem, names)),
            stems=content_stems(text),
            said=tuple(words(text)),
        )

    def agrees(self, other: Marked) -> bool:
        """Whether all that may not differ agrees; a name may be written as any word is."""
        return (
            (self.numbers, self.fixed) == (other.numbers, other.fixed)
            and self.names <= other.stems
            and other.names <= self.stems
            and not self.twin(other)
        )

    def twin(self, other: Marked) -> bool:
        """Whether the two are the same but for one word that matters: "kafka" and "postgres"."""
        if len(self.said) != len(other.said):
            return False
        apart = [(a, b) for a, b in zip(self.said, other.said, strict=True) if stem(a) != stem(b)]
        if len(apart) != 1 or set(apart[0]) & STOP_WORDS:
            return False
        return not stands_for(apart[0][0], {stem(apart[0][1])})


@dataclass(slots=True)
class _Groups:
    """Groups while they are being joined: whose question is in which."""

    of: list[int]
    members: dict[int, list[int]] = field(default_factory=dict)

    def join(self, one: int, other: int) -> None:
        """Put the group of `other` into that of `one`."""
        keep, gone = sorted((self.of[one], self.of[other]))
        for member in self.members.pop(gone):
            self.of[member] = keep
            self.members[keep].append(member)


def groups(texts: Sequence[str], vectors: Floats) -> list[tuple[int, ...]]:
    """Group questions by their places; each is in one group, groups in order of their first.

    Pairs are taken from the nearest on, in a total order, and two groups are joined if all pairs
    across them may be together. The same questions give the same groups in whatever order they
    come: pairs that are equally near are ordered by their texts.

    Args:
        texts: The questions, each standing alone.
        vectors: Shape (len(texts), dims), of unit length.
    """
    marked = [Marked.of(text) for text in texts]
    weights = _weights(marked)
    pairs = _pairs(texts, marked, vectors, weights)
    may = {(one, other) for _, one, other in pairs}
    found = _Groups(list(range(len(texts))), {at: [at] for at in range(len(texts))})
    for _, one, other in pairs:
        if found.of[one] != found.of[other] and _all(found, one, other, may):
            found.join(one, other)
    return sorted(tuple(sorted(group)) for group in found.members.values())


def _all(found: _Groups, one: int, other: int, may: set[tuple[int, int]]) -> bool:
    """Whether every question of one group may be with every one of another."""
    mine, theirs = found.members[found.of[one]], found.members[found.of[other]]
    return all((min(a, b), max(a, b)) in may for a in mine for b in theirs)


def _weights(marked: Sequence[Marked]) -> Mapping[str, float]:
    """Weigh words by how few of the questions have them: log(1 + n / df)."""
    counts = Counter(word for one in marked for word in one.stems)
    return {word: math.log(1 + len(marked) / count) for word, count in counts.items()}


def _pairs(
    texts: Sequence[str],
    marked: Sequence[Marked],
    vectors: Floats,
    weights: Mapping[str, float],
) -> list[tuple[float, int, int]]:
    """Return the pairs that may be together, the nearest first."""
    found: list[tuple[float, int, int]] = []
    for start in range(0, len(texts), _ROWS):
        cosines = vectors[start : start + _ROWS] @ vectors.T
        for row, column in np.argwhere(cosines >= NEAR).tolist():
            one = start + row
            if one < column:
                near = _near(marked[one], marked[column], float(cosines[row, column]), weights)
                if near:
                    found.append((near, one, column))
    return sorted(found, key=lambda pair: (-pair[0], *sorted((texts[pair[1]], texts[pair[2]]))))


def _near(one: Marked, other: Marked, cosine: float, weights: Mapping[str, float]) -> float:
    """Return how near two questions are that may be together, 0 where they may not."""
    if one.numbers != other.numbers or one.fixed != other.fixed:
        return 0.0  # What is quick to see comes first: of many questions there are many pairs.
    shared = sum(weights[word] for word in one.stems & other.stems)
    least = min(sum(weights[word] for word in side.stems) for side in (one, other))
    share = shared / least if least else 0.0
    near = (cosine + share) / 2
    if share < SHARED or near < CLOSE or not one.agrees(other):
        return 0.0
    return round(near, 6)
