"""A generation of one collection in SQLite, filled page by page.

Each page goes in with all of its rows in one transaction, so a process may be killed at any
moment and a reader sees a page's earlier self or its new one. Vectors hang on the digest of the
embedded text and not on a chunk: a page that moves, or a paragraph that does, keeps its vector.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from retrieval.errors import StoreError, UnreadableDocument
from retrieval.ports import Fingerprint, PendingText
from retrieval.stores import generations, rounds, rows, schema
from retrieval.stores.vectors import to_blobs
from retrieval.values import Chunk, Document

if TYPE_CHECKING:
    from retrieval.ports import Vectors

T = TypeVar("T")

_INSERT_DOCUMENT = (
    "INSERT INTO document (id, root, path, title, url, digest, metadata)"
    " VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_CHUNK = (
    "INSERT INTO chunk (document, ordinal, id, first, past, text, heading_path, lead, fragment,"
    " embedded, tokens, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_INSERT_WORDS = (
    "INSERT INTO words (rowid, title, headings, body, idents, path) VALUES (?, ?, ?, ?, ?, ?)"
)
_DELETE_PAGE = (
    "DELETE FROM words WHERE rowid IN (SELECT row FROM chunk WHERE document = ?)",
    "DELETE FROM chunk WHERE document = ?",
    "DELETE FROM parts WHERE rowid = ?",
    "DELETE FROM document WHERE row = ?",
)
_WITHOUT_VECTOR = (
    "FROM chunk WHERE embedded != '' AND NOT EXISTS"
    " (SELECT 1 FROM vector WHERE vector.digest = chunk.digest)"
)
_COUNT_CHANGE = (
    "UPDATE meta SET value = CASE key WHEN 'changes' THEN CAST(value AS INTEGER) + 1 ELSE ? END"
    " WHERE key IN ('changes', 'changed')"
)
_UNUSED_VECTOR = (
    "FROM vector WHERE NOT EXISTS (SELECT 1 FROM chunk WHERE chunk.digest = vector.digest)"
)


class SqliteGeneration:
    """One file being filled. Its methods run in a thread, one at a time."""

    def __init__(
        self, path: Path, name: str, connection: sqlite3.Connection, lease: generations.Lease
    ) -> None:
        self.name = name
        self.path = path
        self.lease = lease
        self.connection = connection
        self._turn = threading.Lock()

    async def run(self, work: Callable[[], T]) -> T:
        """Run `work` in a thread while no other work on this file runs."""

        def guarded() -> T:
            with self._turn, schema.translated(self.path):
                return work()

        return await asyncio.to_thread(guarded)

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """Do all of it or nothing; readers see it, and that there was a change, at once."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield self.connection
            self.connection.execute(_COUNT_CHANGE, (now(),))
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    async def manifest(self, root: str) -> Mapping[str, str]:
        """Return the digest of each page of a root, by path."""
        asked = "SELECT path, digest FROM document WHERE root = ?"
        return await self.run(lambda: dict(self.connection.execute(asked, (root,))))

    async def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        instead_of: str = "",
        vectors: Mapping[str, Vectors] | None = None,
    ) -> None:
        """Put a page in place of its earlier self, and of the one it was renamed from."""
        if vectors:
            await self.attach(list(vectors), np.stack(list(vectors.values())))
        page = rows.document_row(document)
        texts = rows.words_rows(document, chunks)
        parts = rows.parts_row(texts)
        pieces = list(zip(chunks, texts, strict=True))
        await self.run(lambda: self._put(page, parts, pieces, instead_of))

    def _put(
        self,
        page: rows.Row,
        parts: str,
        pieces: Sequence[tuple[Chunk, rows.Row]],
        instead_of: str,
    ) -> None:
        """Put the row of a page, the words to be known by a part, and its chunks' rows."""
        _, root, path, *_ = page
        with self.change() as connection:
            self._take_out(root, path)
            if instead_of:
                self._take_out(root, instead_of)
            try:
                document = connection.execute(_INSERT_DOCUMENT, page).lastrowid or 0
                connection.execute(
                    "INSERT INTO parts (rowid, words) VALUES (?, ?)", (document, parts)
                )
                for chunk, texts in pieces:
                    row = connection.execute(_INSERT_CHUNK, rows.chunk_row(document, chunk))
                    connection.execute(_INSERT_WORDS, (row.lastrowid, *texts))
            except sqlite3.IntegrityError as error:
                raise UnreadableDocument(
                    f"its id, or that of one of its chunks, is taken by another page ({error})"
                ) from error

    async def remove(self, root: str, path: str) -> None:
        """Take a page out, with everything that hangs on it."""

        def work() -> None:
            if self._row_of(root, path) is not None:
                with self.change():
                    self._take_out(root, path)

        await self.run(work)

    async def settle(self) -> Mapping[str, str]:
        """Return nothing: what was put is searchable at once, or was refused at once."""
        return {}

    def _take_out(self, root: str, path: str) -> None:
        row = self._row_of(root, path)
        if row is None:
            return
        for statement in _DELETE_PAGE:
            self.connection.execute(statement, (row,))

    def _row_of(self, root: str, path: str) -> int | None:
        asked = "SELECT row FROM document WHERE root = ? AND path = ?"
        found = self.connection.execute(asked, (root, path)).fetchone()
        return None if found is None else int(found[0])

    async def pending(self) -> Sequence[PendingText]:
        """Return the texts without a vector, each once, the shortest first."""
        asked = (
            f"SELECT digest, min(embedded), min(tokens) {_WITHOUT_VECTOR}"
            " GROUP BY digest ORDER BY 3, 1"
        )
        return await self.run(lambda: [PendingText(*row) for row in self.connection.execute(asked)])

    async def attach(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors of texts, made of unit length; a zero vector is near nothing."""
        blobs = to_blobs(vectors)
        if len(blobs) != len(digests):
            raise StoreError(f"{len(digests)} texts were given {len(blobs)} vectors.")

        def work() -> None:
            with self.change() as connection:
                connection.executemany(
                    "INSERT OR REPLACE INTO vector (digest, vector) VALUES (?, ?)",
                    zip(digests, blobs, strict=True),
                )

        await self.run(work)

    def borrow(self, donor: Path, embedder: str) -> None:
        """Take over the vectors of another generation, where the same embedder made them.

        Its canaries come along: they say of which model the vectors are.
        """
        self.connection.execute("ATTACH ? AS donor", (str(donor),))
        try:
            with self.change() as connection:
                connection.execute(
                    "INSERT INTO vector (digest, vector) SELECT digest, vector FROM donor.vector"
                    " WHERE (SELECT value FROM donor.meta WHERE key = 'embedder') = ?"
                    " ORDER BY row",
                    (embedder,),
                )
                connection.execute(
                    "INSERT INTO meta SELECT key, value FROM donor.meta WHERE key = 'canaries'"
                    " AND (SELECT value FROM donor.meta WHERE key = 'embedder') = ?",
                    (embedder,),
                )
        finally:
            self.connection.execute("DETACH donor")

    @property
    def held(self) -> str:
        """Whether it waits for a swap: "" not, "held", or "anew" where it borrowed no vectors."""
        return schema.facts(self.connection).get("held", "")

    def fits(self, root: str, fingerprint: Fingerprint) -> bool:
        """Whether this file was made with `fingerprint`, as far as `root` goes."""
        said = schema.facts(self.connection)
        reader, _ = self.roots().get(root, (fingerprint.reader, False))
        same = all(said.get(key) == value for key, value in _made_with(fingerprint).items())
        return same and reader == fingerprint.reader

    def prepare(self, root: str, reader: str) -> None:
        """Note the root."""
        if root not in self.roots():
            with self.change() as connection:
                rounds.prepare(connection, root, reader)

    def finish(self, root: str, taken_over: Sequence[str] = (), *, again: bool = False) -> int:
        """Mark `root` as wholly in, drop vectors of no chunk; return the texts without one.

        The roots that it has `taken_over` go first, with their pages. `again`: it was gone
        through again after the generation had been in use.
        """
        for name in self.roots().keys() & set(taken_over):
            self.forget(name)
        _, whole = self.roots().get(root, ("", False))
        (unused,) = self.connection.execute(f"SELECT count(*) {_UNUSED_VECTOR}").fetchone()
        if again or not whole or unused:
            with self.change() as connection:
                rounds.finish(connection, root, again=again)
                connection.execute(f"DELETE {_UNUSED_VECTOR}")
        asked = f"SELECT count(DISTINCT digest) {_WITHOUT_VECTOR}"
        return int(self.connection.execute(asked).fetchone()[0])

    def forget(self, root: str) -> int:
        """Take out a root with its pages and their vectors; return how many pages there were."""
        asked = "SELECT path FROM document WHERE root = ?"
        paths = [path for (path,) in self.connection.execute(asked, (root,))]
        with self.change() as connection:
            for path in paths:
                self._take_out(root, path)
            connection.execute("DELETE FROM root WHERE name = ?", (root,))
            connection.execute(f"DELETE {_UNUSED_VECTOR}")
        return len(paths)

    def roots(self) -> dict[str, tuple[str, bool]]:
        """Return the reader's version of each root, and whether the root is wholly in."""
        return rounds.roots(self.connection)

    def close(self) -> None:
        """Close the file and release the lease."""
        with self._turn:
            self.connection.close()
            self.lease.release()


def facts_of_new(fingerprint: Fingerprint, held: str = "") -> dict[str, str]:
    """Return what a new file says about itself; `changes` counts its transactions."""
    told = {"changes": "0", "made": now(), "changed": "", "held": held}
    return _made_with(fingerprint) | told


def now() -> str:
    """Return the moment as an index keeps it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _made_with(fingerprint: Fingerprint) -> dict[str, str]:
    """Return what makes another file: all but the reader, which is each root's own."""
    return {
        "schema": schema.SCHEMA_VERSION,
        "chunker": fingerprint.chunker,
        "embedder": fingerprint.embedder,
        "dims": str(fingerprint.dims),
    }
