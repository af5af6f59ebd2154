"""What the built-in reranker looks at: evidence that a page answers a question, as numbers.

A page is judged by its best chunks. Each feature is made comparable within its question: the
mean over the pages is taken off, and what is left is divided by their spread. Rarity is the
inverse document frequency of BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
Framework", 2009); shares are by rarity.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from retrieval.models.closeness import near_share, neighbour_share, window_share
from retrieval.models.rewording import Rewording, occurrences
from retrieval.text.identifiers import forms, identifiers
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Candidates, Frequencies, Queries, Query, RankedHit

SPREADS = {
    "fused": 0.17,
    "cosine": 0.08,
    "second_cosine": 0.08,
    "window": 0.19,
    "neighbours": 0.34,
    "page_cosine": 0.09,
    "path": 0.19,
    "near": 0.31,
    "whole": 0.18,
    "words_score": 0.24,
    "words_rank": 0.17,
    "meaning_rank": 0.17,
    "body": 0.18,
    "chunks": 0.50,
    "identifiers": 0.25,
}
"""Name of each feature -> its usual spread over the pages of a question, as measured."""

NAMES = tuple(SPREADS)
DEFAULT_WEIGHTS = tuple(1.0 if place < 9 else 0.0 for place in range(len(NAMES)))
"""The first nine count alike: they were chosen by kind, not learnt, and hold on other pages."""

PRIOR = tuple(0.3 * weight for weight in DEFAULT_WEIGHTS)
"""Where learning starts: the default order, at the scale that learnt weights take."""

_LEAST_SPREAD = 0.25
"""Share of a feature's usual spread below which a smaller spread is taken for noise."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for, as stems: their rarity, and which of them stood together.

    `neighbours` were side by side, `near` were so but for stop words. Words that nothing in the
    scope has, nor a synonym of theirs, weigh nothing. `reworded` puts a text in the question's
    own words.
    """

    rarity: Mapping[str, float]
    neighbours: frozenset[tuple[str, str]]
    near: frozenset[tuple[str, str]]
    identifiers: frozenset[str]
    reworded: Rewording = field(default_factory=Rewording)

    def share(self, present: set[str] | frozenset[str]) -> float:
        """Return the share of the question, by rarity, that is present."""
        total = sum(self.rarity.values())
        found = sum(weight for word, weight in self.rarity.items() if word in present)
        return found / total if total else 0.0


def asked(queries: Queries, frequencies: Frequencies) -> Asked:
    """Weigh what the standalone question looks for by how rare it is in the scope."""
    query = _main(queries)
    counts = occurrences(query, frequencies)
    rarity = {stem(word): idf(count, frequencies.total) for word, count in counts.items()}
    line = [(stem(word), word in STOP_WORDS) for word in words(query.text)]
    content = [word for word, empty in line if not empty]
    return Asked(
        rarity=rarity,
        neighbours=frozenset((a, b) for (a, x), (b, y) in pairwise(line) if not (x or y)),
        near=frozenset(pairwise(content)),
        identifiers=frozenset(form for name in query.identifiers for form in forms(name)),
        reworded=Rewording.of(query),
    )


def _main(queries: Queries) -> Query:
    """Return the search that says what is asked: the standalone question, or the asker's words."""
    named = {query.origin: query for query in reversed(queries.searches)}
    return named.get("standalone") or queries.searches[0]


def idf(count: int, total: int) -> float:
    """Return BM25's inverse document frequency of what `count` of `total` have; 0 for none."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5)) if count else 0.0


@dataclass(frozen=True, slots=True)
class PageRows:
    """One row of `NAMES` a page, with its mean taken off and its spread 1; pages by first hit."""

    pages: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]


def features(queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]) -> PageRows:
    """Look at the pages that `hits`, in fused order, belong to."""
    question = asked(queries, candidates.frequencies)
    floors = _floors(candidates)
    pages: dict[str, list[RankedHit]] = {}
    for hit in hits:
        pages.setdefault(hit.document.id, []).append(hit)
    rows = [_scores(page, floors) + _texts(question, page) for page in pages.values()]
    scaled = _scaled([dict(row) for row in rows])
    return PageRows(tuple(pages), tuple(standardised(scaled)))


def _scaled(rows: Sequence[Mapping[str, float]]) -> list[list[float]]:
    """Put the features in the order of `NAMES`; unscaled ones become shares of the best."""
    best = {name: max((row[name] for row in rows), default=0.0) or 1.0 for name in _UNSCALED}
    return [[row[name] / best.get(name, 1.0) for name in NAMES] for row in rows]


_UNSCALED = ("fused", "words_score")


def _scores(page: Sequence[RankedHit], floors: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return what the legs say of a page."""
    cosines = sorted((_score(hit, "meaning", floors) for hit in page), reverse=True)
    return [
        ("fused", max(hit.fused for hit in page)),
        ("cosine", cosines[0]),
        ("second_cosine", cosines[1] if len(cosines) > 1 else floors.get("meaning", 0.0)),
        ("words_score", max(_score(hit, "words", floors) for hit in page)),
        ("page_cosine", max(_score(hit, "page_meaning", floors) for hit in page)),
        ("words_rank", max(_reciprocal(hit, "words") for hit in page)),
        ("meaning_rank", max(_reciprocal(hit, "meaning") for hit in page)),
        ("chunks", math.log1p(len(page))),
    ]


def _texts(question: Asked, page: Sequence[RankedHit]) -> list[tuple[str, float]]:
    """Return how much of the question a page's chunks have, and how close together."""
    rarity = question.rarity
    texts = [_Text.of(hit, question.reworded) for hit in page]
    whole = frozenset[str]().union(*(text.everything for text in texts))
    return [
        ("window", max(window_share(rarity, text.body) for text in texts)),
        ("neighbours", max(neighbour_share(rarity, question.neighbours, t.body) for t in texts)),
        ("near", max(near_share(rarity, question.near, text.body) for text in texts)),
        ("body", max(question.share(text.stems) for text in texts)),
        ("whole", question.share(whole)),
        ("path", question.share(texts[0].path)),
        ("identifiers", max(_present(question.identifiers, t.identifiers) for t in texts)),
    ]


def standardised(rows: Sequence[Sequence[float]]) -> list[tuple[float, ...]]:
    """Take the mean off each column and divide by its spread, never by less than its floor."""
    columns = []
    for values, usual in zip(zip(*rows, strict=True), SPREADS.values(), strict=True):
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
        columns.append([(value - mean) / (spread + _LEAST_SPREAD * usual) for value in values])
    return list(zip(*columns, strict=True))


@dataclass(frozen=True, slots=True)
class _Text:
    """The stems of a hit's text, in order and as a set, and of its title and path."""

    body: tuple[str, ...]
    stems: frozenset[str]
    title: frozenset[str]
    path: frozenset[str]
    identifiers: frozenset[str]

    @property
    def everything(self) -> frozenset[str]:
        """All of them."""
        return self.stems | self.title | self.path

    @classmethod
    def of(cls, hit: RankedHit, reworded: Rewording) -> _Text:
        """Take a hit's text apart, put in the words of the question."""
        text = hit.chunk.embedded or hit.chunk.text
        names = identifiers(text)
        said = tuple(map(stem, words(text)))
        body = reworded(said)
        return cls(
            body=body,
            stems=frozenset(body) | frozenset(said) | _split(names),
            title=_stems(hit.document.title, reworded),
            path=_stems(hit.document.path, reworded),
            identifiers=frozenset(form for name in names for form in forms(name)),
        )


def _stems(text: str, reworded: Rewording) -> frozenset[str]:
    """Return the stems of a text's words, and of the words inside its identifiers."""
    said = tuple(map(stem, words(text)))
    return frozenset(said) | frozenset(reworded(said)) | _split(identifiers(text))


def _split(names: Sequence[str]) -> frozenset[str]:
    """Return the stems of the words that identifiers are made of."""
    return frozenset(stem(word) for name in names for form in forms(name) for word in words(form))


def _floors(candidates: Candidates) -> dict[str, float]:
    """Return the lowest score of each leg: no chunk that the leg did not name has more."""
    floors: dict[str, float] = {}
    for leg in candidates.legs:
        lowest = min((hit.score for hit in leg.hits), default=0.0)
        floors[leg.leg] = min(lowest, floors.get(leg.leg, lowest))
    return floors


def _score(hit: RankedHit, leg: str, floors: Mapping[str, float]) -> float:
    """Return a leg's score of a hit, or what it has at most."""
    return hit.scores.get(leg, floors.get(leg, 0.0))


def _reciprocal(hit: RankedHit, leg: str) -> float:
    """Return 5/6 for the first rank of a leg, falling to 0 for a chunk it did not find."""
    rank = hit.ranks.get(leg)
    return 5 / (5 + rank) if rank else 0.0


def _present(wanted: frozenset[str], found: frozenset[str]) -> float:
    """Return the share of the identifiers asked for that are there."""
    return len(wanted & found) / len(wanted) if wanted else 0.0
