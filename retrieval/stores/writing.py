"""The write side of the SQLite store: a generation of one collection, filled page by page.

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
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from retrieval.errors import StoreError, UnreadableDocument
from retrieval.ports import Completion, Fingerprint, PendingText
from retrieval.stores import generations, rows, schema
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
            self.connection.execute(
                "UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE key = 'changes'"
            )
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
        self, document: Document, chunks: Sequence[Chunk], *, instead_of: str = ""
    ) -> None:
        """Put a page in place of its earlier self, and of the one it was renamed from."""
        page = rows.document_row(document)
        parts = rows.parts_row(document)
        texts = [rows.words_row(document, chunk) for chunk in chunks]
        await self.run(
            lambda: self._put(page, parts, list(zip(chunks, texts, strict=True)), instead_of)
        )

    def _put(
        self,
        page: rows.Row,
        parts: str,
        chunks: Sequence[tuple[Chunk, rows.Row]],
        instead_of: str,
    ) -> None:
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
                for chunk, texts in chunks:
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
        """Take over the vectors that another generation has, where the same embedder made them."""
        self.connection.execute("ATTACH ? AS donor", (str(donor),))
        try:
            with self.change() as connection:
                connection.execute(
                    "INSERT INTO vector (digest, vector) SELECT digest, vector FROM donor.vector"
                    " WHERE (SELECT value FROM donor.meta WHERE key = 'embedder') = ?"
                    " ORDER BY row",
                    (embedder,),
                )
        finally:
            self.connection.execute("DETACH donor")

    def fits(self, root: str, fingerprint: Fingerprint) -> bool:
        """Whether this file was made with `fingerprint`, as far as `root` goes."""
        said = schema.facts(self.connection)
        reader, _ = self.roots().get(root, (fingerprint.reader, False))
        same = all(
            said.get(key) == value for key, value in _facts(fingerprint).items() if key != "changes"
        )
        return same and reader == fingerprint.reader

    def prepare(self, root: str, reader: str, *, stale: bool) -> None:
        """Note the root; a generation that was in use once is to be gone through again."""
        known = self.roots()
        if root in known and not stale:
            return
        with self.change() as connection:
            if stale:
                connection.execute("UPDATE root SET complete = 0")
            connection.execute("INSERT OR IGNORE INTO root VALUES (?, ?, 0)", (root, reader))

    def finish(self, root: str) -> int:
        """Mark `root` as wholly in, drop vectors of no chunk; return the texts without one."""
        asked = "SELECT complete FROM root WHERE name = ?"
        (complete,) = self.connection.execute(asked, (root,)).fetchone() or (0,)
        (unused,) = self.connection.execute(f"SELECT count(*) {_UNUSED_VECTOR}").fetchone()
        if not complete or unused:
            with self.change() as connection:
                connection.execute("UPDATE root SET complete = 1 WHERE name = ?", (root,))
                connection.execute(f"DELETE {_UNUSED_VECTOR}")
        asked = f"SELECT count(DISTINCT digest) {_WITHOUT_VECTOR}"
        return int(self.connection.execute(asked).fetchone()[0])

    def roots(self) -> dict[str, tuple[str, bool]]:
        """Return the reader's version of each root, and whether the root is wholly in."""
        asked = "SELECT name, reader, complete FROM root"
        return {name: (reader, bool(done)) for name, reader, done in self.connection.execute(asked)}

    def close(self) -> None:
        """Let go of the file and of the lease."""
        self.connection.close()
        self.lease.release()


class SqliteIndex:
    """A folder of collections, open for writing."""

    def __init__(self, folder: Path, *, wait: float = 5.0) -> None:
        """`wait` bounds each wait for another process, in seconds."""
        self._folder = folder
        self._wait = wait

    async def begin(self, collection: str, root: str, fingerprint: Fingerprint) -> SqliteGeneration:
        """Take the lease; open the generation of `fingerprint`, or make it."""
        return await asyncio.to_thread(self._begin, collection, root, fingerprint)

    def _begin(self, collection: str, root: str, fingerprint: Fingerprint) -> SqliteGeneration:
        lease = generations.Lease(self._folder, collection, self._wait)
        try:
            found = self._find(collection, root, fingerprint, lease)
            generation = found or self._make(collection, fingerprint, lease)
            with schema.translated(generation.path):
                stale = generation.name in generations.in_use(self._folder, collection)[1:]
                generation.prepare(root, fingerprint.reader, stale=stale)
            if not self._used(collection):
                generations.put_in_use(self._folder, collection, generation.name)
        except BaseException:
            lease.release()
            raise
        return generation

    def _used(self, collection: str) -> Path | None:
        """Return the file of the generation in use, where there is one."""
        for name in generations.in_use(self._folder, collection)[:1]:
            path = generations.file_of(self._folder, collection, name)
            return path if path.is_file() else None
        return None

    def _find(
        self, collection: str, root: str, fingerprint: Fingerprint, lease: generations.Lease
    ) -> SqliteGeneration | None:
        """Open the generation that `fingerprint` fits: the one in use, else the newest."""
        used = generations.in_use(self._folder, collection)[:1]
        names = generations.on_disk(self._folder, collection)
        for name in sorted(names, key=lambda name: name not in used):
            path = generations.file_of(self._folder, collection, name)
            connection = schema.open_to_write(path, self._wait)
            generation = SqliteGeneration(path, name, connection, lease)
            with schema.translated(path):
                if generation.fits(root, fingerprint):
                    return generation
            connection.close()
        return None

    def _make(
        self, collection: str, fingerprint: Fingerprint, lease: generations.Lease
    ) -> SqliteGeneration:
        """Make a new generation, with the vectors that the one in use has already paid for."""
        name = generations.next_name(self._folder, collection)
        path = generations.file_of(self._folder, collection, name)
        connection = schema.create(path, _facts(fingerprint), self._wait)
        generation = SqliteGeneration(path, name, connection, lease)
        used = self._used(collection)
        if used:
            with schema.translated(used):
                generation.borrow(used, fingerprint.embedder)
        return generation

    async def complete(self, generation: SqliteGeneration, root: str) -> Completion:
        """Say that `root` is wholly in it; put it in use once nothing is lacking."""
        collection = generation.path.name.split(".", 1)[0]
        lacking = await generation.run(lambda: generation.finish(root))
        used = self._used(collection)
        if used == generation.path:
            return Completion(generation.name, current=True, without_vectors=lacking)
        done = {name for name, (_, whole) in generation.roots().items() if whole}
        wanted = _roots_of(used, self._wait) if used else []
        to_come = tuple(name for name in wanted if name not in done)
        ready = not lacking and not to_come
        if ready:
            generations.put_in_use(self._folder, collection, generation.name)
        return Completion(generation.name, ready, lacking, to_come)

    async def release(self, generation: SqliteGeneration) -> None:
        """Let go of the lease; what was put stays."""
        await asyncio.to_thread(generation.close)

    async def forget(self, generation: SqliteGeneration, root: str) -> int:
        """Take out every page of a root that is no more; return how many there were."""
        gone = await generation.manifest(root)
        for path in gone:
            await generation.remove(root, path)

        def work() -> None:
            with generation.change() as connection:
                connection.execute("DELETE FROM root WHERE name = ?", (root,))

        await generation.run(work)
        return len(gone)


def _facts(fingerprint: Fingerprint) -> dict[str, str]:
    """Return what a new file says about itself; `changes` counts its transactions."""
    return {
        "schema": schema.SCHEMA_VERSION,
        "chunker": fingerprint.chunker,
        "embedder": fingerprint.embedder,
        "dims": str(fingerprint.dims),
        "changes": "0",
    }


def _roots_of(path: Path, wait: float) -> list[str]:
    """Return the roots of the generation in use."""
    connection = schema.open_to_read(path, wait)
    try:
        with schema.translated(path):
            return [name for (name,) in connection.execute("SELECT name FROM root ORDER BY name")]
    finally:
        connection.close()
