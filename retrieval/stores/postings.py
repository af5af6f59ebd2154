"""Where words stand: the chunks that FTS5 finds for a word, remembered until the index changes.

Most of what FTS5 does for a question is to score every chunk that has one of its commoner words,
and those words are in many questions. A chunk's score for several words is the sum of its scores
for each, so each is asked for by itself, and once.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from retrieval.stores.matching import SCORED

_MOST = 3_000_000
"""Postings that are remembered of one index, 48 MB; a small one has fewer, a hundred a chunk."""
_OWN = 32
"""What a word counts besides its postings: its entry takes memory, even for one that is nowhere."""
_NOISE = 2e-6
"""Scores this near to each other may be equal once they are rounded (`legs`)."""
_ROW = np.dtype([("row", np.int64), ("score", np.float64)])


@dataclass(frozen=True, slots=True, eq=False)
class Posting:
    """The chunks in which something occurs, by row, each once and in order, with their scores."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)

    def times(self, factor: float) -> Posting:
        """Return this with every score multiplied."""
        return self if factor == 1 else Posting(self.rows, self.scores * factor)

    def best(self, limit: int) -> list[tuple[int, float]]:
        """Return the `limit` best of (row, score), and all that tie with the last."""
        rows, scores = self.rows, self.scores
        if len(scores) > limit:
            least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
            kept = np.flatnonzero(scores >= least - _NOISE)
            rows, scores = rows[kept], scores[kept]
        return list(zip(rows.tolist(), scores.tolist(), strict=True))


def read(connection: sqlite3.Connection, expression: str) -> Posting:
    """Ask FTS5 for the chunks in which a full-text expression is found."""
    found = np.fromiter(connection.execute(SCORED, (expression,)), dtype=_ROW)
    return Posting(found["row"].copy(), found["score"].copy())


def summed(parts: Sequence[Posting]) -> Posting:
    """Return the chunks of all parts; a chunk has the sum of its scores."""
    return _merged(parts, np.add)


def best_of(parts: Sequence[Posting]) -> Posting:
    """Return the chunks of all parts; a chunk has the best of its scores."""
    return _merged(parts, np.maximum)


def _merged(parts: Sequence[Posting], how: np.ufunc) -> Posting:
    if len(parts) == 1:
        return parts[0]
    rows = np.concatenate([part.rows for part in parts])
    order = np.argsort(rows, kind="stable")
    rows = rows[order]
    scores = np.concatenate([part.scores for part in parts])[order]
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    return Posting(rows[starts], how.reduceat(scores, starts)) if len(rows) else parts[0]


class Postings:
    """Those of one index file at its latest change, by full-text expression.

    They are for many threads. When there are too many, those not asked for the longest time go.
    """

    def __init__(self) -> None:
        self._turn = Lock()
        self._changes = -1
        self._known: dict[str, Posting] = {}
        self._count = 0

    def get(self, changes: int, expression: str) -> Posting | None:
        """Return a posting as of a change; None where it is not known."""
        with self._turn:
            known = self._known.pop(expression, None) if changes == self._changes else None
            if known is not None:
                self._known[expression] = known
            return known

    def keep(self, changes: int, expression: str, posting: Posting) -> None:
        """Remember a posting that was read as of a change; what is of an earlier one is let go."""
        with self._turn:
            if changes > self._changes:
                self._known.clear()
                self._changes, self._count = changes, 0
            if changes == self._changes and expression not in self._known:
                self._known[expression] = posting
                self._count += len(posting) + _OWN
                while self._count > _MOST:
                    self._count -= len(self._known.pop(next(iter(self._known)))) + _OWN
