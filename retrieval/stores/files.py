"""An index file open for searching: connections for many threads, a snapshot for each search."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from retrieval.errors import IndexMismatch, StoreError
from retrieval.stores import postings, rows, schema
from retrieval.stores.bm25 import Scores
from retrieval.stores.postings import Posting, Postings
from retrieval.stores.twins import twins
from retrieval.stores.vectors import Floats, Matrix, Near
from retrieval.text.commands import ingest_command
from retrieval.values import Chunk, DocumentFacts

_COUNT = "SELECT count(*) FROM words WHERE words MATCH ?"
_REMEMBERED = 16_384
"""Chunks kept in memory, some two kilobytes each: most of a small index, and what is asked most of
a large one. Reading a chunk takes as long as scanning two thousand vectors."""
_AT_ONCE = 500
"""Row ids in one statement; SQLite allows 999 parameters in old builds."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A file as it was at one moment: all that one search reads.

    Whatever reads it raises the StoreError of this file, whichever others are searched with it.
    """

    path: Path
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
    facts: dict[int, dict[int, DocumentFacts]]
    """What was read of documents by row, at the latest change, likewise."""
    read: dict[int, tuple[int, Chunk]]
    """Chunks that were read, by row, with the rows of their documents: a row is never written
    again and its number never given to another one, so they stay right."""
    postings: Postings
    """Where words stand, at the latest change, likewise."""
    scores: Scores
    again: Callable[[], AbstractContextManager[Snapshot]]
    """Opens the file once more, for another thread."""

    def total(self) -> int:
        """Return the number of chunks."""
        return int(self._asked("SELECT count(*) FROM chunk")[0][0])

    def posting(self, expression: str) -> Posting:
        """Return the chunks in which a full-text expression is found; read once a change."""
        known = self.postings.get(self.changes, expression)
        if known is None:
            with schema.reading(self.path):
                known = self.scores.posting(self.connection, self.changes, expression)
                if known is None:
                    known = postings.read(self.connection, expression)
            self.postings.keep(self.changes, expression, known)
        return known

    def count(self, expression: str) -> int:
        """Return in how many chunks a full-text expression is found."""
        known = self.postings.get(self.changes, expression)
        return int(self._asked(_COUNT, (expression,))[0][0]) if known is None else len(known)

    def scan(self, vector: Floats, limit: int) -> Callable[[], Near]:
        """Return what finds the chunks and the pages nearest to a vector, in any thread."""
        with schema.reading(self.path):
            return self.matrix.scan(self.connection, self.changes, vector, limit)

    def long_words(self, expression: str, most: int) -> list[list[str]]:
        """Return the long words of pages that hold parts of words, each word once a page."""
        asked = "SELECT words FROM parts WHERE parts MATCH ? LIMIT ?"
        return [line.split(" ") for (line,) in self._asked(asked, (expression, most))]

    def documents(self, wanted: Iterable[int]) -> Mapping[int, DocumentFacts]:
        """Return the facts of documents, and maybe of others, by row; they are read once a change.

        A page that has a twin has a path that no other page is shown with.
        """
        known = self.facts.get(self.changes)
        if known is None:
            self.facts.clear()
            known = self.facts[self.changes] = {}
        lacking = [row for row in dict.fromkeys(wanted) if row not in known]
        with schema.reading(self.path):
            for row, *columns in self._those(_DOCUMENTS, lacking):
                facts = rows.facts_of(columns, self.collection)
                path = self._paths().get(facts.id)
                known[row] = replace(facts, path=path) if path else facts
        return known

    def _paths(self) -> dict[str, str]:
        """Return the paths that pages which have a twin are shown with."""
        shown = self.shown.get(self.changes)
        if shown is None:
            shown = twins(self.connection)
            self.shown.clear()
            self.shown[self.changes] = shown
        return shown

    def chunks(self, wanted: Sequence[int]) -> dict[int, tuple[Chunk, DocumentFacts]]:
        """Return chunks with their documents' facts, by row."""
        read = self.read
        found = {row: read[row] for row in wanted if row in read}
        lacking = [row for row in wanted if row not in found]
        if lacking:
            new = self._read(self._those(f"{_CHUNKS} WHERE row", lacking))
            found.update(new)
            self._remember(new)
        facts = self.documents(document for document, _ in found.values())
        with schema.reading(self.path):
            return {row: (chunk, facts[document]) for row, (document, chunk) in found.items()}

    def ahead(self, near: Near) -> Near:
        """Read the chunks that were found, in any thread, so that they are known when asked for."""
        with suppress(StoreError), self.again() as other:
            if other.changes == self.changes:
                other.chunks([row for row, _ in near.chunks])
        return near

    def _remember(self, new: Mapping[int, tuple[int, Chunk]]) -> None:
        """Keep chunks that were read; those read first go when there are too many."""
        for row in list(islice(self.read, max(0, len(self.read) + len(new) - _REMEMBERED))):
            self.read.pop(row, None)
        self.read.update(new)

    def _those(self, asked: str, wanted: Sequence[int]) -> list[rows.Row]:
        """Return the rows of some row ids, a bounded number at a time."""
        found: list[rows.Row] = []
        for start in range(0, len(wanted), _AT_ONCE):
            some = wanted[start : start + _AT_ONCE]
            marks = ", ".join("?" * len(some))
            found += self._asked(f"{asked} IN ({marks})", some)
        return found

    def _asked(self, sql: str, parameters: Sequence[Any] = ()) -> list[Any]:
        """Return the rows of a statement. Raises StoreError."""
        with schema.reading(self.path):
            return self.connection.execute(sql, parameters).fetchall()

    def around(self, chunk: Chunk, reach: int) -> list[Chunk]:
        """Return the chunks of the document of `chunk` within `reach` ordinals of it."""
        where = (
            " WHERE document = (SELECT row FROM document WHERE id = ?) AND ordinal BETWEEN ? AND ?"
        )
        low, high = chunk.ordinal - reach, chunk.ordinal + reach
        asked = (chunk.document_id, low, high)
        found = self._asked(_CHUNKS + where, asked)
        return [near for _, near in self._read(found).values()]

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
        ((documents, chunks, tokens, without),) = self._asked(asked)
        return documents, chunks, tokens, without or 0

    def everything(self) -> list[tuple[Chunk, DocumentFacts]]:
        """Return every chunk with its document's facts."""
        found = self._read(self._asked(_CHUNKS)).values()
        facts = self.documents(document for document, _ in found)
        return [(chunk, facts[document]) for document, chunk in found]

    def _read(self, found: Sequence[rows.Row]) -> dict[int, tuple[int, Chunk]]:
        """Return the chunks that rows hold, by row, each with the row of its document."""
        facts = self.documents(row[1] for row in found)
        with schema.reading(self.path):
            return {row[0]: (row[1], rows.chunk_of(facts[row[1]].id, row[2:])) for row in found}


_CHUNKS = f"SELECT row, document, {rows.CHUNK_COLUMNS} FROM chunk"  # noqa: S608  (constants)
_DOCUMENTS = f"SELECT row, {rows.DOCUMENT_COLUMNS} FROM document WHERE row"  # noqa: S608


class IndexFile:
    """One generation of one collection; connections are opened as threads need them."""

    def __init__(self, path: Path, collection: str, generation: str, wait: float) -> None:
        """Open it. Raises IndexCorrupt, IndexMismatch for one that other code made."""
        self.generation = generation
        self._path = path
        self._collection = collection
        self._wait = wait
        self._idle: list[sqlite3.Connection] = []
        self._closed = False
        connection = schema.open_to_read(path, wait)
        try:
            with schema.reading(path):
                said = schema.facts(connection)
            _check(said, path, collection)
        except BaseException:
            connection.close()
            raise
        self._idle.append(connection)
        with schema.reading(path):
            self._embedder = said["embedder"]
            self._dims = int(said["dims"])
        self._matrix = Matrix(self._dims)
        self._counted: dict[int, tuple[int, int, int, int]] = {}
        self._shown: dict[int, dict[str, str]] = {}
        self._facts: dict[int, dict[int, DocumentFacts]] = {}
        self._read: dict[int, tuple[int, Chunk]] = {}
        self._postings = Postings()
        self._scores = Scores()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Hold the file as it is now; writers go on, what they write is not seen."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = schema.open_to_read(self._path, self._wait)
        try:
            yield self._as_it_is(connection)
        finally:
            with schema.translated(self._path):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            if isinstance(connection, schema.Still):
                connection.close()
            else:
                self._idle.append(connection)
            if self._closed:
                self.close()

    def _as_it_is(self, connection: sqlite3.Connection) -> Snapshot:
        """Begin to read."""
        asked = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'changes'"
        with schema.reading(self._path):
            connection.execute("BEGIN")
            (changes,) = connection.execute(asked).fetchone()
        return Snapshot(
            self._path,
            self._collection,
            self.generation,
            self._embedder,
            self._dims,
            connection,
            changes,
            self._matrix,
            self._counted,
            self._shown,
            self._facts,
            self._read,
            self._postings,
            self._scores,
            self.snapshot,
        )

    def close(self) -> None:
        """Close what is idle now, and what is in use when its search ends."""
        self._closed = True
        self._scores.close()
        while True:
            try:
                self._idle.pop().close()
            except IndexError:
                return


def _check(said: dict[str, str], path: Path, collection: str) -> None:
    if said.get("schema") != schema.SCHEMA_VERSION:
        raise IndexMismatch(
            f"The index {path} was made by another version of this program. Run"
            f" {ingest_command(collection)} to make it again."
        )
