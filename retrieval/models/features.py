"""What the built-in reranker looks at: evidence that a chunk answers a question, as numbers.

Each feature lies between 0 and 1, or close to it, so that weights can be compared and learnt
with one strength of regularisation. Rarity is the inverse document frequency of BM25
(Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009), shares are by rarity.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from retrieval.text.identifiers import forms, identifiers
from retrieval.text.words import STOP_WORDS, stem, words
from retrieval.values import Candidates, Frequencies, Queries, RankedHit

NAMES = (
    "words_rank",
    "meaning_rank",
    "pages_rank",
    "fused",
    "words_score",
    "cosine",
    "body",
    "heading",
    "title",
    "window",
    "pairs",
    "identifiers",
    "page",
    "length",
)
IDENTITY = tuple(8.0 if name == "fused" else 0.0 for name in NAMES)
"""Weights that keep the fused order: learning starts from them."""

WINDOW = 30
"""Words within which the best cluster of asked words is looked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks for: its stems with their rarity, and its identifiers."""

    stems: tuple[str, ...]
    rarity: Mapping[str, float]
    identifiers: frozenset[str]

    @property
    def total(self) -> float:
        """The rarity of everything asked, never zero."""
        return sum(self.rarity.values()) or 1.0


def asked(queries: Queries, frequencies: Frequencies) -> Asked:
    """Weigh the content words of the standalone question by how rare they are in the scope."""
    content = [word for word in words(queries.standalone) if word not in STOP_WORDS]
    rarity = {stem(word): idf(word, frequencies) for word in content}
    names = frozenset(form for name in identifiers(queries.standalone) for form in forms(name))
    return Asked(tuple(stem(word) for word in content), rarity, names)


def idf(word: str, frequencies: Frequencies) -> float:
    """Return BM25's inverse document frequency of a word, always positive."""
    count = frequencies.counts.get(word, 0)
    return math.log(1 + (frequencies.total - count + 0.5) / (count + 0.5))


def features(
    queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
) -> list[tuple[float, ...]]:
    """Return one row of `NAMES` per hit."""
    question = asked(queries, candidates.frequencies)
    best_fused = max((hit.fused for hit in hits), default=0.0) or 1.0
    best_words = max((hit.scores.get("words", 0.0) for hit in hits), default=0.0) or 1.0
    pages = _page_evidence(hits)
    most = max(pages.values(), default=0.0) or 1.0
    return [
        (
            _reciprocal(hit, "words"),
            _reciprocal(hit, "meaning"),
            _reciprocal(hit, "pages"),
            hit.fused / best_fused,
            hit.scores.get("words", 0.0) / best_words,
            hit.scores.get("meaning", 0.0),
            *_text(question, hit),
            pages[hit.document.id] / most,
            min(math.log1p(hit.chunk.tokens) / math.log1p(256), 1.0),
        )
        for hit in hits
    ]


def _reciprocal(hit: RankedHit, leg: str) -> float:
    """Return 1 for the first rank of a leg, falling to 0 for a chunk that the leg did not find."""
    rank = hit.ranks.get(leg)
    return 10 / (9 + rank) if rank else 0.0


def _page_evidence(hits: Sequence[RankedHit]) -> dict[str, float]:
    """Sum the fused scores of each page's chunks."""
    pages: dict[str, float] = {}
    for hit in hits:
        pages[hit.document.id] = pages.get(hit.document.id, 0.0) + hit.fused
    return pages


def _text(question: Asked, hit: RankedHit) -> tuple[float, float, float, float, float, float]:
    """Return the shares of the question in body, heading, title, window, pairs, identifiers."""
    body = [stem(word) for word in words(hit.chunk.embedded or hit.chunk.text)]
    heading = {stem(word) for text in hit.chunk.heading_path for word in words(text)}
    title = {stem(word) for word in words(f"{hit.document.title} {hit.document.path}")}
    found = {form for name in identifiers(hit.chunk.text) for form in forms(name)}
    wanted = question.identifiers
    return (
        _share(question, set(body)),
        _share(question, heading),
        _share(question, title),
        window_share(question, body),
        pair_share(question, body),
        len(wanted & found) / len(wanted) if wanted else 0.0,
    )


def _share(question: Asked, present: set[str]) -> float:
    """Return the share of the question, by rarity, that is present."""
    return sum(question.rarity[s] for s in question.rarity if s in present) / question.total


def window_share(question: Asked, body: Sequence[str]) -> float:
    """Return the share of the question, by rarity, in the best window of the body."""
    places = [(place, word) for place, word in enumerate(body) if word in question.rarity]
    best = 0.0
    counts: dict[str, int] = {}
    total, left = 0.0, 0
    for place, word in places:
        if not counts.get(word):
            total += question.rarity[word]
        counts[word] = counts.get(word, 0) + 1
        while places[left][0] <= place - WINDOW:
            gone = places[left][1]
            counts[gone] -= 1
            if not counts[gone]:
                total -= question.rarity[gone]
            left += 1
        best = max(best, total)
    return best / question.total


def pair_share(question: Asked, body: Sequence[str]) -> float:
    """Return the share of the question's neighbouring words that are neighbours in the body."""
    pairs = set(pairwise(question.stems))
    if not pairs:
        return 0.0
    there = set(pairwise(body))
    return len(pairs & there) / len(pairs)
