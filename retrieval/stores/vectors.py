"""The vectors of one index in memory: exact cosine over all of them, kept up to date.

A row a text and not a chunk: chunks that say the same share it. 100,000 rows of 384 numbers are
154 MB and are scanned in some seven milliseconds.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.stores.numbers import Numbers, columns

Floats = NDArray[np.float32]

STORED = np.dtype("<f4")
"""A vector as it is kept: little-endian float32."""
_ROOM = 1024
"""Numbers of the first matrix; a full one doubles."""


def to_blobs(vectors: Floats) -> list[bytes]:
    """Return each row as little-endian float32 of unit length; one that has none, as zeros."""
    matrix = np.atleast_2d(np.asarray(vectors, dtype=np.float64))
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    unit = np.divide(matrix, lengths, out=np.zeros_like(matrix), where=usable)
    return [row.tobytes() for row in unit.astype(STORED)]


@dataclass(frozen=True, slots=True)
class Near:
    """What is nearest to a vector: chunks and pages, as (row, cosine)."""

    chunks: list[tuple[int, float]]
    pages: list[tuple[int, float]]


class Matrix:
    """The vectors of one file as of some change; `nearest` first reads what came since.

    A vector's row id is never used again, so what was read once stays right; only the map from
    chunks to vectors is read again, and the means of pages that have other vectors than before.
    """

    def __init__(self, dims: int) -> None:
        self._turn = threading.Lock()
        self._changes = -1
        self._vectors: Floats = np.zeros((_ROOM, dims), dtype=np.float32)
        self._rows: Numbers = np.zeros(0, dtype=np.int64)
        self._chunks: Numbers = np.zeros(0, dtype=np.int64)
        self._places: Numbers = np.zeros(0, dtype=np.int64)
        self._held: Numbers = np.zeros(0, dtype=np.int64)
        self._pages: Numbers = np.zeros(0, dtype=np.int64)
        self._bounds: Numbers = np.zeros(1, dtype=np.int64)
        self._page_vectors: Floats = np.zeros((0, dims), dtype=np.float32)

    def scan(
        self, connection: sqlite3.Connection, changes: int, vector: Floats, limit: int
    ) -> Callable[[], Near]:
        """Read what came since; return what does the scan, in whatever thread it is called.

        `connection` is in the read transaction in which `changes` was read. The scan gives the
        nearest chunks and the nearest pages, as (row, cosine): `limit` of each, and all that tie
        with the last. A page's vector is the unit mean of its chunks': what it is about as a whole.
        """
        with self._turn:
            self._refresh(connection, changes)
            vectors = self._vectors[: len(self._rows)]
            chunks, places = self._chunks, self._places
            pages, page_vectors = self._pages, self._page_vectors
        return lambda: Near(
            _best(chunks, _cosines(vectors, vector)[places], limit),
            _best(pages, _cosines(page_vectors, vector), limit),
        )

    def _refresh(self, connection: sqlite3.Connection, changes: int) -> None:
        if changes != self._changes:
            self._read_vectors(connection)
            self._read_map(connection)
            self._changes = changes

    def _read_vectors(self, connection: sqlite3.Connection) -> None:
        """Append the vectors that came since the last read."""
        last = int(self._rows[-1]) if len(self._rows) else 0
        asked = "SELECT row, vector FROM vector WHERE row > ? ORDER BY row"
        cursor = connection.execute(asked, (last,))
        while batch := cursor.fetchmany(_ROOM):
            filled, past = len(self._rows), len(self._rows) + len(batch)
            if past > len(self._vectors):
                grown = np.zeros((2 * past, self._vectors.shape[1]), dtype=np.float32)
                grown[:filled] = self._vectors[:filled]
                self._vectors = grown
            read = np.frombuffer(b"".join(blob for _, blob in batch), dtype=STORED)
            self._vectors[filled:past] = read.reshape(len(batch), -1)
            self._rows = np.append(self._rows, [row for row, _ in batch])

    def _read_map(self, connection: sqlite3.Connection) -> None:
        """Read which chunk has which vector; drop the vectors when most have no chunk left."""
        chunks, held, documents = _links(connection)
        used = np.unique(held)
        if len(self._rows) > 2 * len(used) + _ROOM:
            self._vectors = self._vectors[np.searchsorted(self._rows, used)]
            self._rows = used
        places = np.searchsorted(self._rows, held)
        pages, starts = np.unique(documents, return_index=True)
        bounds = np.append(starts, len(held))
        self._page_vectors = self._means_of(pages, bounds, held, places)
        self._chunks, self._places, self._held = chunks, places, held
        self._pages, self._bounds = pages, bounds

    def _means_of(self, pages: Numbers, bounds: Numbers, held: Numbers, places: Numbers) -> Floats:
        """Return the vectors of pages, those that are known already as they are."""
        known, same = self._unchanged(pages, bounds, held)
        means = np.zeros((len(pages), self._vectors.shape[1]), dtype=np.float32)
        means[same] = self._page_vectors[known[same]]
        lengths = np.diff(bounds)
        anew = places[np.repeat(~same, lengths)]
        means[~same] = self._means(anew, np.append(0, np.cumsum(lengths[~same])))
        return means

    def _unchanged(
        self, pages: Numbers, bounds: Numbers, held: Numbers
    ) -> tuple[Numbers, NDArray[np.bool_]]:
        """Return where each page stood before, and whether it has the same vectors still."""
        if not len(self._pages) or not len(pages):
            return np.zeros(len(pages), dtype=np.int64), np.zeros(len(pages), dtype=np.bool_)
        known = np.minimum(np.searchsorted(self._pages, pages), len(self._pages) - 1)
        lengths = np.diff(bounds)
        same = (self._pages[known] == pages) & (np.diff(self._bounds)[known] == lengths)
        before = np.arange(len(held)) + np.repeat(self._bounds[known] - bounds[:-1], lengths)
        alike = self._held[np.minimum(before, len(self._held) - 1)] == held
        return known, same & np.logical_and.reduceat(alike, bounds[:-1])

    def _means(self, places: Numbers, bounds: Numbers) -> Floats:
        """Return the unit mean of the vectors of each page; a few pages at a time, for memory."""
        means = np.zeros((len(bounds) - 1, self._vectors.shape[1]), dtype=np.float32)
        for first in range(0, len(means), _ROOM):
            some = bounds[first : first + _ROOM + 1]
            vectors = self._vectors[places[some[0] : some[-1]]]
            means[first : first + _ROOM] = np.add.reduceat(vectors, some[:-1] - some[0])
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        np.divide(means, lengths, out=means, where=lengths > 0)
        return means


def _links(connection: sqlite3.Connection) -> tuple[Numbers, Numbers, Numbers]:
    """Return the chunks that have a vector, page by page: chunk, vector, document.

    Both are asked for by what indexes hold: no chunk's texts are read.
    """
    linked, vectors = columns(connection, _VECTORS)
    chunks, documents = columns(connection, _DOCUMENTS)
    order = np.argsort(linked)
    linked, vectors = linked[order], vectors[order]
    order = np.lexsort((chunks, documents))
    order = order[np.isin(chunks[order], linked, assume_unique=True)]
    chunks, documents = chunks[order], documents[order]
    return chunks, vectors[np.searchsorted(linked, chunks)], documents


_VECTORS = (
    "SELECT group_concat(chunk.row), group_concat(vector.row) FROM chunk JOIN vector USING (digest)"
)
_DOCUMENTS = "SELECT group_concat(row), group_concat(document) FROM chunk"


def _cosines(rows: Floats, vector: Floats) -> Floats:
    """Return the cosine of each row with a vector, in this thread alone.

    The matrix product would share the work out among threads that go on spinning for a while after
    it, on the cores where SQLite is looking for the words and models are about to run. It would be
    half as fast again on one core, and memory bounds both.
    """
    cosines: Floats = np.vecdot(rows, vector)
    return cosines


def _best(rows: Numbers, scores: Floats, limit: int) -> list[tuple[int, float]]:
    """Return (row, score) of the `limit` best, and of all that tie with the last."""
    if len(scores) > limit:
        least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= least)
        rows, scores = rows[kept], scores[kept]
    return list(zip(rows.tolist(), scores.tolist(), strict=True))
