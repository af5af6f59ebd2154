"""An index file open for searching: connections for many threads, a snapshot for each search."""

from __future__ import annotations

import queue
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from retrieval.errors import IndexMismatch
from retrieval.stores import rows, schema
from retrieval.stores.twins import twins
from retrieval.stores.vectors import Floats, Matrix
from retrieval.values import Chunk, DocumentFacts

_COUNT = "SELECT count(*) FROM words WHERE words MATCH ?"
_AT_ONCE = 500
"""Row ids in one statement; SQLite allows 999 parameters in old builds."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file as it was at one moment: all that one search reads."""

    collection: str
    generation: str
    embedder: str
    dims: int
    connection: sqlite3.Connection
    changes: int
    matrix: Matrix
    counted: dict[int, tuple[int, int, int, int]]
    """The sums of this file at its latest change, once they were asked for."""
    shown: dict[int, dict[str, str]]
    """The paths of pages that have a twin, at the latest change, likewise."""

    def total(self) -> int:
        """Return the number of chunks."""
        return int(self.connection.execute("SELECT count(*) FROM chunk").fetchone()[0])

    def count(self, expression: str) -> int:
        """Return in how many chunks a full-text expression is found."""
        return int(self.connection.execute(_COUNT, (expression,)).fetchone()[0])

    def nearest(self, vector: Floats, limit: int) -> list[tuple[int, float]]:
        """Return (chunk row, cosine) of the nearest; those that tie with the last included."""
        return self.matrix.nearest(self.connection, self.changes, vector, limit)

    def nearest_pages(self, vector: Floats, limit: int) -> list[tuple[int, float]]:
        """Return (document row, cosine) of the nearest, in the same way."""
        return self.matrix.nearest_pages(self.connection, self.changes, vector, limit)

    def best(self, sql: str, parameters: Sequence[Any], limit: int) -> list[tuple[int, float]]:
        """Return the `limit` best of (row, score), and all that tie with the last."""
        ordered = f"{sql} ORDER BY score DESC LIMIT ?"
        found = self.connection.execute(ordered, (*parameters, limit + 1)).fetchall()
        if len(found) > limit and found[limit][1] == found[limit - 1][1]:
            everything = self.connection.execute(sql, parameters).fetchall()
            found = [row for row in everything if row[1] >= found[-1][1]]
        return found

    def words_with(self, part: str) -> list[str]:
        """Return the whole words that hold `part`, those of the most pages first."""
        asked = "SELECT words FROM parts WHERE parts MATCH ? LIMIT 200"
        seen: dict[str, int] = {}
        for (line,) in self.connection.execute(asked, (f'"{part}"',)):
            for word in line.split(" "):
                if part in word:
                    seen[word] = seen.get(word, 0) + 1
        return sorted(seen, key=lambda word: (-seen[word], word))

    def documents(self, wanted: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Return the path and the id of documents, by row."""
        found = {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            asked = "SELECT row, path, id FROM document WHERE row IN ({})"
            marks = ", ".join("?" * len(some))
            for row, path, name in self.connection.execute(asked.format(marks), some):
                found[row] = (path, name)
        return found

    def chunks(self, wanted: Sequence[int]) -> dict[int, tuple[Chunk, DocumentFacts]]:
        """Return chunks with their documents' facts, by row."""
        found = {}
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            for row in self.connection.execute(f"{_CHUNKS} WHERE chunk.row IN ({marks})", some):
                found[row[0]] = self._read(row)
        return found

    def around(self, chunk: Chunk, reach: int) -> list[Chunk]:
        """Return the chunks of the document of `chunk` within `reach` ordinals of it."""
        where = " WHERE document.id = ? AND chunk.ordinal BETWEEN ? AND ?"
        low, high = chunk.ordinal - reach, chunk.ordinal + reach
        found = self.connection.execute(_CHUNKS + where, (chunk.document_id, low, high))
        return [self._read(row)[0] for row in found]

    def sums(self) -> tuple[int, int, int, int]:
        """Return the numbers of documents, chunks, tokens, and chunks without a vector.

        They are asked for with every question, and counted once a change.
        """
        known = self.counted.get(self.changes)
        if known is None:
            known = self._count_all()
            self.counted.clear()
            self.counted[self.changes] = known
        return known

    def _count_all(self) -> tuple[int, int, int, int]:
        """Go through all chunks."""
        asked = (
            "SELECT (SELECT count(*) FROM document), count(*), coalesce(sum(tokens), 0),"
            " sum(embedded != '' AND digest NOT IN (SELECT digest FROM vector)) FROM chunk"
        )
        documents, chunks, tokens, without = self.connection.execute(asked).fetchone()
        return documents, chunks, tokens, without or 0

    def everything(self) -> list[tuple[Chunk, DocumentFacts]]:
        """Return every chunk with its document's facts."""
        return [self._read(row) for row in self.connection.execute(_CHUNKS)]

    def _read(self, row: rows.Row) -> tuple[Chunk, DocumentFacts]:
        past = 1 + _CHUNK_WIDTH
        return rows.chunk_of(row[1:past]), self._facts(row[past:])

    def _facts(self, row: rows.Row) -> DocumentFacts:
        """Return a document's facts, with a path that no other page is shown with."""
        shown = self.shown.get(self.changes)
        if shown is None:
            shown = twins(self.connection)
            self.shown.clear()
            self.shown[self.changes] = shown
        facts = rows.facts_of(row, self.collection)
        path = shown.get(facts.id)
        return replace(facts, path=path) if path else facts


_CHUNK_WIDTH = rows.CHUNK_COLUMNS.count(",") + 1
_CHUNKS = (
    f"SELECT chunk.row, {rows.CHUNK_COLUMNS}, {rows.DOCUMENT_COLUMNS}"  # noqa: S608  (constants)
    " FROM chunk JOIN document ON document.row = chunk.document"
)


class IndexFile:
    """One generation of one collection; connections are opened as threads need them."""

    def __init__(self, path: Path, collection: str, generation: str, wait: float) -> None:
        """Open it. Raises IndexCorrupt, IndexMismatch for one that other code made."""
        self.generation = generation
        self._path = path
        self._collection = collection
        self._wait = wait
        self._idle: queue.SimpleQueue[sqlite3.Connection] = queue.SimpleQueue()
        self._closed = False
        connection = schema.open_to_read(path, wait)
        try:
            with schema.translated(path):
                said = schema.facts(connection)
            _check(said, path)
        except BaseException:
            connection.close()
            raise
        self._idle.put(connection)
        self._embedder = said["embedder"]
        self._dims = int(said["dims"])
        self._matrix = Matrix(self._dims)
        self._counted: dict[int, tuple[int, int, int, int]] = {}
        self._shown: dict[int, dict[str, str]] = {}

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Hold the file as it is now; writers go on, what they write is not seen."""
        with schema.translated(self._path):
            try:
                connection = self._idle.get_nowait()
            except queue.Empty:
                connection = schema.open_to_read(self._path, self._wait)
            try:
                connection.execute("BEGIN")
                asked = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'changes'"
                (changes,) = connection.execute(asked).fetchone()
                yield Snapshot(
                    self._collection,
                    self.generation,
                    self._embedder,
                    self._dims,
                    connection,
                    changes,
                    self._matrix,
                    self._counted,
                    self._shown,
                )
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                if isinstance(connection, schema.Still):
                    connection.close()
                else:
                    self._idle.put(connection)
                if self._closed:
                    self.close()

    def close(self) -> None:
        """Close what is idle now, and what is in use when its search ends."""
        self._closed = True
        while True:
            try:
                self._idle.get_nowait().close()
            except queue.Empty:
                return


def _check(said: dict[str, str], path: Path) -> None:
    if said.get("schema") != schema.SCHEMA_VERSION:
        raise IndexMismatch(
            f"The index {path} was made by another version of this program. Run"
            " `python -m scripts.ingest PATH` to make it again."
        )
