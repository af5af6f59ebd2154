"""The built-in reranker: a weighted sum of lexical and rank features; no weights, no change.

Weights do not carry over from one organisation's pages to another's, so each collection has its
own, learnt from its questions by `scripts.tune`; without them the fused order stays.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from retrieval.errors import SettingsError
from retrieval.models.features import NAMES, features
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


class LexicalReranker:
    """Scores hits by weighted features; the identity where the collection has no weights."""

    def __init__(self, weights: Mapping[str, Weights] | None = None) -> None:
        """Take the weights of each collection."""
        self._weights = dict(weights or {})

    @classmethod
    def load(cls, folder: Path) -> LexicalReranker:
        """Read COLLECTION.rerank.json of each collection. Raises SettingsError for a wrong one."""
        files = sorted(folder.glob("*.rerank.json")) if folder.is_dir() else []
        return cls({file.name.split(".")[0]: read_weights(file) for file in files})

    @property
    def name(self) -> str:
        """The collections with weights, and the digests of those; "identity" without any."""
        known = ",".join(f"{name}:{one.digest}" for name, one in sorted(self._weights.items()))
        return f"lexical({known})" if known else "identity"

    async def rerank(
        self, queries: Queries, candidates: Candidates, hits: Sequence[RankedHit]
    ) -> Sequence[float]:
        """Return the weighted sum of each hit's features, or its fused score without weights.

        Scores of different weights cannot be compared, so a scope of several collections keeps
        the fused order unless one set of weights is meant for all of them.
        """
        chosen = {self._weights.get(name) for name in queries.question.scope.collections}
        weights = chosen.pop() if len(chosen) == 1 else None
        if weights is None:
            return [hit.fused for hit in hits]
        return [score(row, weights) for row in features(queries, candidates, hits)]


def score(row: Sequence[float], weights: Weights) -> float:
    """Return the weighted sum of one hit's features."""
    return sum(value * weight for value, weight in zip(row, weights.values, strict=True))


def read_weights(path: Path) -> Weights:
    """Read a file of weights. Raises SettingsError when it is not what `scripts.tune` writes."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        named = found["weights"]
        return Weights(tuple(float(named[name]) for name in NAMES), str(found["learnt_on"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(
            f"{path} holds no reranker weights ({error}). Delete it, or run scripts.tune again."
        ) from error


def write_weights(path: Path, weights: Weights) -> None:
    """Write weights so that `read_weights` reads them; an interrupted write changes nothing."""
    named = dict(zip(NAMES, weights.values, strict=True))
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_text(
        json.dumps({"weights": named, "learnt_on": weights.learnt_on}, indent=2), encoding="utf-8"
    )
    beside.replace(path)
