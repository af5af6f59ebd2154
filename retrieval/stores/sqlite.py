"""The SQLite store: collections as files, searched by words (FTS5) and by meaning (cosine)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from retrieval.errors import IndexMissing, StoreError
from retrieval.ports import Census
from retrieval.stores import generations, legs, matching, parts
from retrieval.stores.files import IndexFile, Snapshot
from retrieval.text.collection import check_name
from retrieval.values import Chunk, Frequencies, Hit, LegResult, Query, Scope

if TYPE_CHECKING:
    from retrieval.ports import Vectors

T = TypeVar("T")


class SqliteStore:
    """A folder of collections, open for searching."""

    def __init__(
        self,
        folder: Path,
        *,
        embedder: str = "",
        wait: float = 5.0,
        pinned: Mapping[str, str] | None = None,
    ) -> None:
        """`embedder` is the identity of whoever embeds the questions, "" where nobody does.

        `wait` bounds each wait for another process, in seconds. `pinned` names a generation of
        each of some collections, which is searched in place of the one in use.
        """
        self.folder = folder
        self.embedder = embedder
        self._pinned = dict(pinned or {})
        self._wait = wait
        self._turn = Lock()
        self._files: dict[str, IndexFile] = {}

    def within(self, scope: Scope) -> SqliteSearch:
        """Return the search of a scope."""
        return SqliteSearch(self, tuple(map(check_name, scope.collections)))

    async def collections(self) -> Sequence[str]:
        """Name the collections that are there. Raises StoreError where a full disk left none."""
        return await asyncio.to_thread(self._collections)

    def _collections(self) -> list[str]:
        there = sorted({*generations.collections(self.folder), *self._pinned})
        if not there:
            generations.check_begun(self.folder)
        return there

    async def close(self) -> None:
        """Close the files."""
        with self._turn:
            for file in self._files.values():
                file.close()
            self._files.clear()

    def file(self, collection: str) -> IndexFile:
        """Return the collection's generation in use, or that which is pinned. IndexMissing."""
        generation = self._generation(collection)
        with self._turn:
            known = self._files.get(collection)
            if known is not None and known.generation == generation:
                return known
            path = generations.file_of(self.folder, collection, generation)
            opened = IndexFile(path, collection, generation, self._wait)
            self._files[collection] = opened
        if known is not None:
            known.close()
        return opened

    def _generation(self, collection: str) -> str:
        """Name the generation of a collection that is searched. Raises IndexMissing."""
        pinned = self._pinned.get(collection)
        if not pinned:
            return generations.current(self.folder, collection)
        if not generations.file_of(self.folder, collection, pinned).is_file():
            raise generations.not_there(collection, pinned)
        return pinned


class SqliteSearch:
    """The collections of one scope; nothing else can be reached through it."""

    def __init__(self, store: SqliteStore, names: Sequence[str]) -> None:
        self._store = store
        self._names = tuple(dict.fromkeys(names))

    async def search(
        self, queries: Sequence[Query], vectors: Sequence[Vectors | None], *, limit: int
    ) -> Sequence[LegResult]:
        """Run every leg for every query on one snapshot of the scope, `limit` hits each.

        Collections that are not there are passed over while another one is, and those that cannot
        be read while another one can: each leg's `error` says so.
        """

        def work(files: Sequence[Snapshot]) -> list[LegResult]:
            return [
                leg
                for query, vector in zip(queries, vectors, strict=True)
                for leg in legs.search(files, query, vector, limit, self._store.embedder)
            ]

        found, unread = await self._run(work, all_of_them=False)
        said = "; ".join(_not_searched(name, error) for name, error in unread.items())
        return [replace(leg, error="; ".join(filter(None, (leg.error, said)))) for leg in found]

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Count the chunks of the scope in which each word occurs."""

        def work(files: Sequence[Snapshot]) -> Frequencies:
            asked = {word: matching.phrase(word) for word in words}
            counts = {
                word: sum(file.count(expression) for file in files) if expression else 0
                for word, expression in asked.items()
            }
            return Frequencies(sum(file.total() for file in files), counts)

        return (await self._run(work, all_of_them=False))[0]

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return for each word those of the scope that may be meant if it is misspelt."""

        def work(files: Sequence[Snapshot]) -> dict[str, list[str]]:
            return {word: parts.similar(files, word) for word in words}

        return (await self._run(work, all_of_them=False))[0]

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks of the same document within `reach` ordinals, itself included."""

        def work(files: Sequence[Snapshot]) -> list[Chunk]:
            found = [near for file in files for near in file.around(chunk, reach)]
            return sorted(found, key=lambda near: near.ordinal)

        return (await self._run(work, all_of_them=False))[0]

    async def census(self) -> Census:
        """Count what is in the scope. Raises IndexMissing for a collection that is not there."""

        def work(files: Sequence[Snapshot]) -> Census:
            sums = [file.sums() for file in files]
            documents, chunks, tokens, without = (sum(one) for one in zip(*sums, strict=True))
            return Census(
                documents,
                chunks,
                tokens,
                without,
                generations={file.collection: file.generation for file in files},
                embedder={file.collection: file.embedder for file in files},
            )

        census, unread = await self._run(work, all_of_them=True)
        said = {name: _not_searched(name, error) for name, error in unread.items()}
        return replace(census, unread=said)

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk of the scope, documents by path, chunks by ordinal."""

        def work(files: Sequence[Snapshot]) -> list[Hit]:
            found = [page for file in files for page in file.everything()]
            found.sort(key=lambda page: (page[1].path, page[1].collection, page[0].ordinal))
            return [Hit(*page, rank, 0.0) for rank, page in enumerate(found, start=1)]

        return (await self._run(work, all_of_them=True))[0]

    async def _run(
        self, work: Callable[[Sequence[Snapshot]], T], *, all_of_them: bool
    ) -> tuple[T, dict[str, StoreError]]:
        """Do `work` in a thread, on a snapshot of each file of the scope that can be read.

        Returns with its result why others could not. Raises StoreError where none can, and for a
        collection that is not there, if it is to be `all_of_them`.
        """

        def on_snapshots() -> tuple[T, dict[str, StoreError]]:
            with ExitStack() as open_files:
                files, missing, unread = self._opened(open_files)
                if missing and (all_of_them or not (files or unread)):
                    raise missing[0]
                return _done(work, files, unread), unread

        return await asyncio.to_thread(on_snapshots)

    def _opened(
        self, open_files: ExitStack
    ) -> tuple[list[Snapshot], list[IndexMissing], dict[str, StoreError]]:
        """Open the files of the scope; return them, what is not there, and what cannot be read."""
        files: list[Snapshot] = []
        missing: list[IndexMissing] = []
        unread: dict[str, StoreError] = {}
        for name in self._names:
            try:
                file = self._store.file(name)
                files.append(open_files.enter_context(file.snapshot()))
            except IndexMissing as error:
                missing.append(error)
            except StoreError as error:
                unread[name] = error
        return files, missing, unread


def _done(
    work: Callable[[Sequence[Snapshot]], T],
    files: list[Snapshot],
    unread: dict[str, StoreError],
) -> T:
    """Do `work` on the files; one that turns out to be damaged goes over to `unread`."""
    while True:
        if unread and not files:
            raise next(iter(unread.values()))
        try:
            return work(files)
        except StoreError as error:
            blamed = [file for file in files if str(file.path) == error.where]
            if not blamed:
                raise
            unread[blamed[0].collection] = error
            files.remove(blamed[0])


def _not_searched(collection: str, error: StoreError) -> str:
    return f"'{collection}' could not be searched: {error}"
