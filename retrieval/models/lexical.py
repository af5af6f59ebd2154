"""The built-in reranker: a weighted sum of lexical and rank features.

Learnt weights do not carry over from one organisation's pages to another's, so a collection may
have its own, learnt from its questions by `scripts.tune`; without them nine kinds of evidence
count alike.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.errors import SettingsError
from retrieval.models.evidence import asked, standalone
from retrieval.models.features import DEFAULT_WEIGHTS, NAMES, PageRows, features
from retrieval.text.words import fold
from retrieval.values import Candidates, Queries, RankedHit


@dataclass(frozen=True, slots=True)
class Weights:
    """One weight a feature, in the order of `NAMES`, and where they were learnt."""

    values: tuple[float, ...]
    learnt_on: str = ""

    @property
    def digest(self) -> str:
        """Eight characters that name these weights in traces."""
        return hashlib.sha256(json.dumps(self.values).encode()).hexdigest()[:8]


LATER = 0.15
"""How much later a page's next hit comes than the one before, as a share of the pages' range."""

SHIPPED = Weights(DEFAULT_WEIGHTS, "nothing")


class LexicalReranker:
    """Scores hits by weighted features."""

    def __init__(
        self, weights: Mapping[str, Weights] | None = None, shipped: Weights = SHIPPED
    ) -> None:
        """Take the weights of each collection, and those for all others."""
        self._weights = dict(weights or {})
        self._shipped = shipped

    @property
    def name(self) -> str:
        """The digest of the shipped weights, and the collections that have others."""
        known = [f"{name}:{one.digest}" for name, one in sorted(self._weights.items())]
        return f"lexical({','.join([self._shipped.digest, *known])})"

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Return the weighted sum of each hit's features.

        Scores of different weights cannot be compared: a scope whose collections do not share
        one set of weights is ranked by the shipped ones. Where a follow-up needs the subject that
        it borrowed, no one text says what is asked, and the fused order, which heard both, stays:
        measured on conversations it is the better one. One that brings a subject of its own weighs
        the borrowed one less, and says itself what is asked.
        """
        if any(query.origin == "lent" and query.weight >= 1 for query in queries.searches):
            return [hit.fused for hit in hits]
        chosen = {self._weights.get(name) for name in queries.question.scope.collections}
        weights = (chosen.pop() if len(chosen) == 1 else None) or self._shipped
        return await asyncio.to_thread(_scores, queries, candidates, hits, weights)


def _scores(
    queries: Queries, candidates: Candidates, hits: Sequence[RankedHit], weights: Weights
) -> list[float]:
    """Look at the pages that the hits belong to, and score the hits.

    Where the question is about names, hits that have them whole come first: a page that has their
    words, or means the like, is about something else.
    """
    scores = hit_scores(features(queries, candidates, hits), hits, weights)
    question = asked(standalone(queries), candidates.frequencies)
    if not question.names:
        return scores
    above = max(scores) - min(scores) + 1.0
    named = (question.share(question.named(_said(hit))) for hit in hits)
    return [score + above * share for score, share in zip(scores, named, strict=True)]


def _said(hit: RankedHit) -> str:
    """Return what a hit says, folded, with its title and headings."""
    chunk = hit.chunk
    return fold("\n".join((hit.document.title, *chunk.heading_path, chunk.lead, chunk.text)))


def hit_scores(found: PageRows, hits: Sequence[RankedHit], weights: Weights) -> list[float]:
    """Score each page, and its first hit so; its further hits come later."""
    pages = {page: score(row, weights) for page, row in zip(found.pages, found.rows, strict=True)}
    step = LATER * (max(pages.values()) - min(pages.values()))
    seen: dict[str, int] = {}
    scores = []
    for hit in hits:
        page = hit.document.id
        scores.append(pages[page] - step * seen.get(page, 0))
        seen[page] = seen.get(page, 0) + 1
    return scores


def score(row: Sequence[float], weights: Weights) -> float:
    """Return the weighted sum of one hit's features."""
    return sum(value * weight for value, weight in zip(row, weights.values, strict=True))


def read_weights(path: Path) -> Weights:
    """Read a file of weights. Raises SettingsError when it is not what `scripts.tune` writes."""
    try:
        return parse_weights(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SettingsError(
            f"{path} holds no reranker weights ({error}). Delete it, or run scripts.tune again."
        ) from error


def parse_weights(found: Any) -> Weights:
    """Read weights from what `plain_weights` made of them. Raises KeyError, TypeError, ValueError.

    Those of features that there are no more are passed over where they weighed nothing.
    """
    named = {str(name): float(weight) for name, weight in found["weights"].items()}
    if gone := [name for name, weight in named.items() if weight and name not in NAMES]:
        raise ValueError(f"there is no feature {gone[0]!r}")
    return Weights(tuple(named[name] for name in NAMES), str(found["learnt_on"]))


def plain_weights(weights: Weights) -> dict[str, Any]:
    """Return weights as what their file holds."""
    named = dict(zip(NAMES, weights.values, strict=True))
    return {"weights": named, "learnt_on": weights.learnt_on}


def write_weights(path: Path, weights: Weights) -> None:
    """Write weights so that `read_weights` reads them; an interrupted write changes nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(plain_weights(weights), indent=2), encoding="utf-8")
    beside.replace(path)
