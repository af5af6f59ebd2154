"""Right pages as the index and their sources have them, each looked up once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from retrieval.errors import FootnoteError, UnreadableDocument
from retrieval.learn.evidence import PageFacts, Wanted
from retrieval.learn.standing import among
from retrieval.ports import PageEntry, Reader, Scan, SourceFile, StoredPage, UpkeepStore
from retrieval.ports.reading import RawReader
from retrieval.values import Document

AT_ONCE = 100
"""Pages that a store is asked for at once."""


ReaderOf = Callable[[str, str], Reader | None]
"""Returns the reader of a collection's root, None where its source is not to be had."""
Name = tuple[str, str]
"""A page by its collection and its path there."""


@dataclass(slots=True)
class _Book:
    """What is known of one collection: the generation in use, its pages by path, its roots."""

    generation: str = ""
    entries: dict[str, PageEntry] = field(default_factory=dict)
    roots: tuple[str, ...] = ()


class Pages:
    """Looks right pages up. What the index holds is read once; a source only where it must be."""

    def __init__(self, upkeep: UpkeepStore, reader: ReaderOf) -> None:
        """Take the index, and who reads its sources."""
        self._upkeep, self._reader = upkeep, reader
        self._books: dict[str, _Book] = {}
        self._known: dict[Name, PageFacts] = {}
        self._fresh: dict[Name, PageFacts] = {}
        self._scans: dict[Name, Scan | None] = {}
        self._readers: dict[Name, Reader | None] = {}

    async def prepare(self, names: Iterable[Name]) -> None:
        """Read pages of the index ahead, many at once. Raises StoreError."""
        wanted: dict[str, list[str]] = {}
        for collection, path in dict.fromkeys(names):
            if (collection, path) not in self._known:
                wanted.setdefault(collection, []).append(path)
        for collection, paths in wanted.items():
            book = await self._book(collection)
            for start in range(0, len(paths), AT_ONCE):
                await self._read(collection, book, paths[start : start + AT_ONCE])

    async def facts(self, name: Name, wanted: Wanted) -> PageFacts:
        """Return a page as the index has it, and its source where the index lacks something.

        Raises StoreError.
        """
        await self.prepare([name])
        page = self._known[name]
        if page.chunks and all(among((page.text,), group) for group in wanted.pieces):
            return page
        if name not in self._fresh:
            look = self._afresh if page.chunks else self._absent
            self._fresh[name] = await asyncio.to_thread(look, page)
        return self._fresh[name]

    async def generation(self, collection: str) -> str:
        """Name the generation in use; empty where there is none. Raises StoreError."""
        return (await self._book(collection)).generation

    async def entries(self, collection: str) -> Mapping[str, PageEntry]:
        """Return the pages of a collection by path. Raises StoreError."""
        return (await self._book(collection)).entries

    async def in_sources(self, collection: str) -> list[str]:
        """Return the paths of what its sources hold now, read or passed over. Raises StoreError."""
        roots = (await self._book(collection)).roots
        scans = [await asyncio.to_thread(self._scan, collection, root) for root in roots]
        paths = [[one.path for one in scan.files] for scan in scans if scan]
        paths += [[one.path for one in (*scan.skipped, *scan.unread)] for scan in scans if scan]
        return [path for some in paths for path in some]

    async def documents(self, collection: str, paths: Sequence[str]) -> list[Document]:
        """Return some pages of a collection, a hundred at most. Raises StoreError."""
        book = await self._book(collection)
        return [page.document for page in await self._stored(collection, book, paths)]

    async def _book(self, collection: str) -> _Book:
        if collection not in self._books:
            self._books[collection] = await self._open(collection)
        return self._books[collection]

    async def _open(self, collection: str) -> _Book:
        """Read the list of the pages of a collection."""
        if collection not in await self._upkeep.collections():
            return _Book()
        for facts in await self._upkeep.generations(collection):
            if facts.in_use:
                entries = await self._upkeep.entries(collection, facts.name)
                by_path = {entry.path: entry for entry in reversed(entries)}
                return _Book(facts.name, by_path, tuple(facts.roots))
        return _Book()

    async def _read(self, collection: str, book: _Book, paths: Sequence[str]) -> None:
        """Read some pages; those that are not there have no chunks."""
        stored = await self._stored(collection, book, paths)
        chunks = {page.document.path: page.chunks for page in stored}
        for path in paths:
            entry = book.entries.get(path)
            self._known[collection, path] = PageFacts(
                collection,
                path,
                chunks=chunks.get(path, ()),
                root=entry.root if entry else "",
                generation=book.generation,
            )

    async def _stored(
        self, collection: str, book: _Book, paths: Sequence[str]
    ) -> Sequence[StoredPage]:
        """Return those of some pages that are there."""
        ids = [book.entries[path].document for path in paths if path in book.entries]
        return await self._upkeep.pages(collection, book.generation, ids) if ids else ()

    def _absent(self, page: PageFacts) -> PageFacts:
        """Look in the sources of the collection for a page that is not indexed."""
        roots = self._books[page.collection].roots
        looked = bool(roots)
        for root in roots:
            scan = self._scan(page.collection, root)
            if not scan:
                looked = False
                continue
            if reason := _passed_over(scan, page.path):
                return replace(page, root=root, there=True, passed_over=reason)
            if file := next((file for file in scan.files if file.path == page.path), None):
                return self._readable(replace(page, root=root, there=True), file)
        return replace(page, there=False) if looked else page

    def _readable(self, page: PageFacts, file: SourceFile) -> PageFacts:
        """Try to read a page that is in its source."""
        reader = self._reader_of(page.collection, page.root)
        try:
            found = reader.read(file) if reader else None
        except UnreadableDocument as error:
            return replace(page, passed_over=str(error))
        return replace(page, now=found.text, warnings=found.warnings) if found else page

    def _afresh(self, page: PageFacts) -> PageFacts:
        """Read the source of an indexed page again, where something is missing in it."""
        reader = self._reader_of(page.collection, page.root)
        try:
            found = reader.read(SourceFile(page.path, "", 0)) if reader else None
        except FootnoteError:
            found = None
        if not found:
            return page
        raw = reader.raw(page.path) if isinstance(reader, RawReader) else ""
        return replace(page, there=True, now=found.text, raw=raw, warnings=found.warnings)

    def _scan(self, collection: str, root: str) -> Scan | None:
        key = (collection, root)
        if key not in self._scans:
            reader = self._reader_of(collection, root)
            try:
                self._scans[key] = reader.scan() if reader else None
            except FootnoteError:
                self._scans[key] = None
        return self._scans[key]

    def _reader_of(self, collection: str, root: str) -> Reader | None:
        key = (collection, root)
        if key not in self._readers:
            try:
                self._readers[key] = self._reader(collection, root)
            except FootnoteError:
                self._readers[key] = None
        return self._readers[key]


def _passed_over(scan: Scan, path: str) -> str:
    """Return why a scan passed over a file, or a folder that it stands in."""
    reasons: Mapping[str, str] = {one.path: one.reason for one in (*scan.skipped, *scan.unread)}
    parts = path.split("/")
    folders = ("/".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((reasons[one] for one in folders if one in reasons), "")
