"""What the generations of an SQLite index hold, read out for checking and copying."""

from __future__ import annotations

import asyncio
import base64
import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from retrieval.errors import InputError
from retrieval.ports import Canary, PageEntry, StoredPage
from retrieval.stores import generations, rows, schema
from retrieval.stores.vectors import STORED, to_blobs
from retrieval.values import Chunk, Document

if TYPE_CHECKING:
    from retrieval.ports import Vectors

T = TypeVar("T")

_ENTRIES = (
    "SELECT root, path, document.id, document.digest, count(chunk.row) FROM document"
    " LEFT JOIN chunk ON chunk.document = document.row GROUP BY document.row ORDER BY root, path"
)
_DOCUMENTS = "SELECT root, digest, {} FROM document WHERE id IN ({})"
_CHUNKS = (
    "SELECT (SELECT id FROM document WHERE row = chunk.document), {} FROM chunk WHERE document IN"
    " (SELECT row FROM document WHERE id IN ({})) ORDER BY document, ordinal"
)
_VECTORS = "SELECT digest, vector FROM vector WHERE digest IN ({})"
_AT_ONCE = 500


class SqliteContents:
    """The generations in a folder, read; implements the ports `Contents` and `Canaries`."""

    def __init__(self, folder: Path, *, wait: float = 5.0) -> None:
        """`wait` bounds each wait for another process, in seconds."""
        self.folder = folder
        self.wait = wait

    async def entries(self, collection: str, generation: str) -> Sequence[PageEntry]:
        """Return its manifest, in order of root and path."""

        def work(connection: sqlite3.Connection) -> list[PageEntry]:
            return [PageEntry(*row) for row in connection.execute(_ENTRIES)]

        return await self.reading(collection, generation, work)

    async def pages(
        self, collection: str, generation: str, documents: Sequence[str]
    ) -> Sequence[StoredPage]:
        """Return pages by the id of their document, in the order asked for."""

        def work(connection: sqlite3.Connection) -> list[StoredPage]:
            connection.execute("BEGIN")
            chunks: dict[str, list[Chunk]] = {}
            for name, *row in _those(connection, _CHUNKS, documents, rows.CHUNK_COLUMNS):
                chunks.setdefault(name, []).append(rows.chunk_of(name, row))
            found = {}
            for root, digest, *row in _those(
                connection, _DOCUMENTS, documents, rows.DOCUMENT_COLUMNS
            ):
                facts = rows.facts_of(row, collection)
                pieces = tuple(chunks.get(facts.id, ()))
                text = "".join(chunk.text for chunk in pieces)
                page = Document(
                    facts.id,
                    root,
                    facts.path,
                    facts.title,
                    text,
                    digest,
                    url=facts.url,
                    metadata=facts.metadata,
                )
                found[facts.id] = StoredPage(page, pieces)
            return [found[name] for name in documents if name in found]

        return await self.reading(collection, generation, work)

    async def vectors(
        self, collection: str, generation: str, digests: Sequence[str]
    ) -> Mapping[str, Vectors]:
        """Return the vectors of texts by digest: those that there are."""

        def work(connection: sqlite3.Connection) -> dict[str, Vectors]:
            found = _those(connection, _VECTORS, digests)
            return {digest: np.frombuffer(blob, STORED) for digest, blob in found}

        return await self.reading(collection, generation, work)

    async def canaries(self, collection: str, generation: str) -> Sequence[Canary]:
        """Return them, in the order kept; none where none were kept."""

        def work(connection: sqlite3.Connection) -> list[Canary]:
            kept = json.loads(schema.facts(connection).get("canaries", "{}"))
            return [
                Canary(text, np.frombuffer(base64.b64decode(blob), STORED))
                for text, blob in kept.items()
            ]

        return await self.reading(collection, generation, work)

    async def keep_canaries(
        self, collection: str, generation: str, canaries: Sequence[Canary]
    ) -> None:
        """Keep them, over earlier ones; also while the same process fills the generation."""
        kept = {
            canary.text: base64.b64encode(to_blobs(canary.vector)[0]).decode()
            for canary in canaries
        }

        def work() -> None:
            path = self.file(collection, generation)
            with (
                schema.translated(path),
                closing(schema.open_to_write(path, self.wait)) as connection,
            ):
                connection.execute(
                    "INSERT OR REPLACE INTO meta VALUES ('canaries', ?)", (json.dumps(kept),)
                )

        await asyncio.to_thread(work)

    async def reading(
        self, collection: str, generation: str, work: Callable[[sqlite3.Connection], T]
    ) -> T:
        """Do `work` in a thread on one generation, as it is at one moment."""

        def on_file() -> T:
            path = self.file(collection, generation)
            with (
                schema.translated(path),
                closing(schema.open_to_read(path, self.wait)) as connection,
            ):
                return work(connection)

        return await asyncio.to_thread(on_file)

    def file(self, collection: str, generation: str) -> Path:
        """Return a generation's file. Raises InputError where it is not there."""
        known = generations.on_disk(self.folder, collection)
        if generation not in known:
            there = f"There are: {', '.join(known)}." if known else "There is none."
            raise InputError(f"'{collection}' has no generation {generation!r}. {there}")
        return generations.file_of(self.folder, collection, generation)


def _those(
    connection: sqlite3.Connection, asked: str, keys: Sequence[str], *columns: str
) -> list[rows.Row]:
    """Return the rows of some keys, a bounded number at a time."""
    found: list[rows.Row] = []
    for start in range(0, len(keys), _AT_ONCE):
        some = keys[start : start + _AT_ONCE]
        statement = asked.format(*columns, ", ".join("?" * len(some)))
        found += connection.execute(statement, some).fetchall()
    return found
