"""The generations of SQLite collections: what there is, which one is in use, what is wrong."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from retrieval.errors import InputError, StoreError
from retrieval.ports import GenerationFacts
from retrieval.stores import generations, rounds, schema
from retrieval.stores.contents import SqliteContents
from retrieval.text.counted import number_of

_HELD = "INSERT OR REPLACE INTO meta VALUES ('held', ?)"
_WITHOUT = (
    "SELECT count(DISTINCT digest) FROM chunk WHERE embedded != '' AND NOT EXISTS"
    " (SELECT 1 FROM vector WHERE vector.digest = chunk.digest)"
)
_AGREES = "INSERT INTO {0} ({0}, rank) VALUES ('integrity-check', 1)"
_FULL_TEXT = ("words", "parts")
_COUNTS = {
    ("chunk stands under no page", "chunks stand under no page"): "SELECT count(*) FROM chunk"
    " WHERE document NOT IN (SELECT row FROM document)",
    (
        "id is that of several chunks",
        "ids are those of several chunks",
    ): "SELECT count(id) - count(DISTINCT id) FROM chunk NOT INDEXED",
    (
        "page lacks some of its chunks",
        "pages lack some of their chunks",
    ): "SELECT count(*) FROM (SELECT 1 FROM chunk"
    " GROUP BY document HAVING count(*) != max(ordinal) + 1 OR min(ordinal) != 0)",
    (
        "chunk is not in the index of words",
        "chunks are not in the index of words",
    ): "SELECT count(*) FROM chunk WHERE row NOT IN (SELECT id FROM words_docsize)",
    (
        "row of the index of words has no chunk",
        "rows of the index of words have no chunk",
    ): "SELECT count(*) FROM words_docsize WHERE id NOT IN (SELECT row FROM chunk)",
    (
        "page is not in the index of parts of words",
        "pages are not in the index of parts of words",
    ): "SELECT count(*) FROM document WHERE row NOT IN (SELECT id FROM parts_docsize)",
    (
        "vector has the wrong length",
        "vectors have the wrong length",
    ): "SELECT count(*) FROM vector WHERE length(vector) !="
    " 4 * (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'dims')",
}
"""What may be wrong, once and several times: SQL that counts it."""


class SqliteUpkeep(SqliteContents):
    """A folder of collections and their generations; implements the three ports of upkeep."""

    async def collections(self) -> Sequence[str]:
        """Name the collections that have a generation, in use or not, in order."""
        return await asyncio.to_thread(generations.all_collections, self.folder)

    async def generations(self, collection: str) -> Sequence[GenerationFacts]:
        """Return the generations of a collection, the newest first."""

        def work() -> list[GenerationFacts]:
            used = generations.in_use(self.folder, collection)
            names = generations.on_disk(self.folder, collection)
            return [self._facts(collection, name, used) for name in names]

        return await asyncio.to_thread(work)

    def _facts(self, collection: str, name: str, used: Sequence[str]) -> GenerationFacts:
        path = generations.file_of(self.folder, collection, name)
        state = (collection, name, name in used[:1], name in used[1:])
        size = sum(
            one.stat().st_size
            for one in (path, path.with_name(f"{path.name}-wal"))
            if one.is_file()
        )
        try:
            with (
                schema.translated(path),
                closing(schema.open_to_read(path, self.wait)) as connection,
            ):
                return _read(connection, state, size)
        except StoreError as error:
            return GenerationFacts.damaged((*state, False), str(error), size=size)

    async def swap(self, collection: str, generation: str, *, hold: bool = True) -> None:
        """Put a generation in use in one step, and hold the one that it takes the place of."""
        await self._alone(collection, lambda: self._swap(collection, generation, hold=hold))

    def _swap(self, collection: str, generation: str, *, hold: bool) -> None:
        path = self.file(collection, generation)
        used = generations.in_use(self.folder, collection)
        wanted = self._facts(collection, generation, used)
        if wanted.in_use:
            return
        if not wanted.complete:
            raise InputError(f"Generation {generation} cannot be put in use: {wanted.lacks}.")
        former = generations.file_of(self.folder, collection, used[0]) if used else path
        if hold and former != path and former.is_file():
            self._hold(former, "held")
        self._change(path, rounds.begin_anew)
        generations.put_in_use(self.folder, collection, generation, self.wait)
        self._hold(path, "")

    def _hold(self, path: Path, held: str) -> None:
        self._change(path, lambda connection: connection.execute(_HELD, (held,)))

    def _change(self, path: Path, work: Callable[[sqlite3.Connection], object]) -> None:
        with schema.translated(path), closing(schema.open_to_write(path, self.wait)) as connection:
            work(connection)

    async def drop(self, collection: str, generation: str) -> None:
        """Remove a generation. Raises InputError for the one in use, IndexLocked."""

        def work() -> None:
            path = self.file(collection, generation)
            used = generations.in_use(self.folder, collection)
            if generation in used[:1]:
                raise InputError(f"Generation {generation} is in use and stays.")
            if generation in used[1:]:
                generations.leave_before(self.folder, collection)
            schema.remove(path)

        await self._alone(collection, work)

    async def _alone(self, collection: str, work: Callable[[], None]) -> None:
        """Do `work` in a thread while nobody else writes to the collection."""

        def alone() -> None:
            lease = generations.Lease(self.folder, collection, self.wait)
            try:
                work()
            finally:
                lease.release()

        await asyncio.to_thread(alone)

    async def faults(self, collection: str, generation: str) -> Sequence[str]:
        """Look the file over; return a sentence for each thing wrong in it."""

        def work() -> list[str]:
            path = self.file(collection, generation)
            with (
                schema.translated(path),
                closing(schema.open_to_write(path, self.wait)) as connection,
            ):
                return list(_faults(connection))

        return await asyncio.to_thread(work)


def _read(
    connection: sqlite3.Connection, state: tuple[str, str, bool, bool], size: int
) -> GenerationFacts:
    """Ask a file what it is and holds."""
    connection.execute("BEGIN")
    said = schema.facts(connection)
    roots = connection.execute("SELECT name, reader, complete FROM root ORDER BY name").fetchall()
    (documents,) = connection.execute("SELECT count(*) FROM document").fetchone()
    (chunks,) = connection.execute("SELECT count(*) FROM chunk").fetchone()
    (without,) = connection.execute(_WITHOUT).fetchone()
    whole = bool(roots) and all(complete for _, _, complete in roots)
    strange = said["schema"] != schema.SCHEMA_VERSION
    return GenerationFacts(
        *state,
        held=bool(said.get("held")),
        complete=whole and not without and not strange,
        chunker=said["chunker"],
        embedder=said["embedder"],
        dims=int(said["dims"]),
        roots={name: reader for name, reader, _ in roots},
        documents=documents,
        chunks=chunks,
        without_vectors=without,
        made=_moment(said.get("made", "")),
        changed=_moment(said.get("changed", "")),
        size=size,
        damage="It was made by another version of this program." if strange else "",
        anew=said.get("held") == "anew",
    )


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def _faults(connection: sqlite3.Connection) -> Iterator[str]:
    """Count what is wrong, then let SQLite look at its own."""
    for what, asked in _COUNTS.items():
        (count,) = connection.execute(asked).fetchone()
        if count:
            yield f"{number_of(count, *what)}."
    for table in _FULL_TEXT:
        try:
            connection.execute(_AGREES.format(table))
        except sqlite3.DatabaseError as error:
            yield f"The full-text table '{table}' does not agree with what it indexes ({error})."
    (said, *_) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        yield f"The file is damaged ({said})."
