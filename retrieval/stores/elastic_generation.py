"""A generation of one collection in Elasticsearch, filled page by page.

The chunks of a page's new revision go in first; then its entry, which says that they are current,
in one request with the deletion of those of the revision before. There is one shard, so whoever
sees the entry sees what was taken before it. A killed writer leaves chunks that no entry names;
they are nobody's hits, and the next writer removes them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from retrieval.errors import StoreError, UnreadableDocument
from retrieval.ports import PendingText
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_facts as facts
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_bulk import Operation
from retrieval.stores.elastic_changes import Batch, Change, Entry, Manifest
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_lease import Lease
from retrieval.stores.elastic_vectors import Attaching, page_vector
from retrieval.values import Chunk, Document

if TYPE_CHECKING:
    from retrieval.ports import Vectors

IN_FLIGHT = 2
"""Batches that are sent at once."""
REFRESH_SECONDS = 5.0
"""What was put is found after these at the latest, and at once when it is settled."""


class ElasticGeneration:
    """One index being filled; `settle`, `pending` and `attach` wait for all that was put."""

    def __init__(
        self,
        elastic: Elastic,
        index: str,
        lease: Lease,
        entries: Sequence[Entry],
        donors: Sequence[str],
    ) -> None:
        """`entries` are the pages in it; `donors` the indices that may have vectors for new ones.

        Where this one has vectors from the beginning it is among them.
        """
        self.name = index.rpartition(".")[2]
        self.index = index
        self.lease = lease
        self.pages = Manifest(entries)
        self.elastic = elastic
        self._donors = tuple(donors)
        self._gathered = Batch()
        self._sending: dict[asyncio.Task[None], frozenset[str]] = {}
        self._refused: dict[str, str] = {}
        self._refreshed = time.monotonic()
        self._stale = self._changed = False
        self._attaching = Attaching(elastic, index)

    async def manifest(self, root: str) -> Mapping[str, str]:
        """Return the digest of each page of a root, by path."""
        return self.pages.of(root)

    async def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        instead_of: str = "",
        vectors: Mapping[str, Vectors] | None = None,
    ) -> None:
        """Put a page in place of its earlier self, and of the one it was renamed from."""
        paths = [path for path in (document.path, instead_of) if path]
        former = (self.pages.at(document.root, path) for path in paths)
        await self._apart({document.id, *(one.page for one in former if one)})
        change = self.pages.put(document, chunks, instead_of)
        await self._gather(replace(change, vectors=scans.units(vectors or {})))

    async def remove(self, root: str, path: str) -> None:
        """Take a page out, with everything that hangs on it."""
        found = self.pages.at(root, path)
        if found is not None:
            await self._apart({found.page})
            await self._gather(self.pages.remove(found))

    async def settle(self) -> Mapping[str, str]:
        """Send what is gathered, wait for all of it, make it found; say what was refused."""
        await self._send()
        await self._drain(0)
        if self._stale:
            await self.refresh()
        refused, self._refused = self._refused, {}
        return refused

    async def pending(self) -> Sequence[PendingText]:
        """Return the texts without a vector, each once, the shortest first."""
        await self._settled()
        return await self._attaching.pending()

    async def attach(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors of texts, made of unit length; a zero vector is near nothing."""
        if len(digests) != len(vectors):
            raise StoreError(f"{len(digests)} texts were given {len(vectors)} vectors.")
        if self._gathered.changes or self._sending:
            await self._settled()
        self.lease.check()
        await self._attaching.attach(digests, scans.unit(vectors))
        self._stale = self._changed = True
        if self.index not in self._donors:
            self._donors = (self.index, *self._donors)

    async def finish(self) -> int:
        """Bring the vectors of pages up to date; return the number of texts without one."""
        await self._settled()
        written = await self._attaching.complete_pages()
        if self._changed:
            await self._run([_changed_now()])
        if written or self._changed:
            await self.refresh()
        self._changed = False
        return len(await scans.digests_waiting(self.elastic, self.index))

    async def write(self, operations: Sequence[Operation]) -> None:
        """Do operations that none may be refused of, after all that was put."""
        await self._settled()
        await self._run(operations)
        await self.refresh()

    async def close(self) -> None:
        """Send what is gathered, as far as that is possible, and release the lease."""
        try:
            await self._send()
            await self._drain(0)
            if self._stale:
                await self.refresh()
        finally:
            for task in self._sending:
                task.cancel()
            await self.lease.release()

    async def refresh(self) -> None:
        """Make what was written found."""
        await scans.refresh(self.elastic, self.index)
        self._refreshed, self._stale = time.monotonic(), False

    async def _settled(self) -> None:
        """Settle. Raises UnreadableDocument for a page that was refused and not told of yet."""
        for path, reason in (await self.settle()).items():
            raise UnreadableDocument(f"{path} could not be indexed: {reason}")

    async def _apart(self, pages: set[str]) -> None:
        """Wait for what is gathered or under way about pages: it may be refused, and undone."""
        busy = self._gathered.pages.union(*self._sending.values())
        if pages & busy:
            await self._send()
            await self._drain(0)

    async def _gather(self, change: Change) -> None:
        self._gathered.add(change)
        if self._gathered.full:
            await self._send()

    async def _send(self) -> None:
        """Start to send what is gathered, once there is room."""
        batch, self._gathered = self._gathered, Batch()
        if batch.changes:
            await self._drain(IN_FLIGHT - 1)
            task = asyncio.create_task(self._apply(batch))
            self._sending[task] = batch.pages

    async def _drain(self, most: int) -> None:
        """Wait until at most `most` batches are under way. Raises what one of them raised."""
        while len(self._sending) > most:
            done, _ = await asyncio.wait(self._sending, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                del self._sending[task]
            for task in done:
                task.result()

    async def _apply(self, batch: Batch) -> None:
        """Put the chunks of new revisions in, then their entries in place of the former ones."""
        self.lease.check()
        vectors = await self._known(batch.changes)
        made: list[tuple[Change, list[dict[str, Any]]]] = []
        chunks: list[Operation] = []
        for change in batch.changes:
            made.append((change, _sources(change, vectors)))
            chunks += _chunks(*made[-1])
            await asyncio.sleep(0)  # What another batch was answered is not to wait for this one.
        refused = await self._run(chunks, strict=False)
        told: list[Operation] = []
        for change, sources in made:
            entry = change.entry
            if entry is not None and entry.page in refused:
                self._refuse(change, refused[entry.page])
                told += entry.leaving()
                continue
            told += _entry(change, sources, vectors)
            told += [one for former in change.former for one in _leaving(former, entry)]
        await self._run([*told, _changed_now()])
        self._stale = self._changed = True
        if time.monotonic() - self._refreshed > REFRESH_SECONDS or _replaces(batch.changes):
            await self.refresh()

    def _refuse(self, change: Change, reason: str) -> None:
        """Keep the former page, and why the new one could not be put."""
        if change.entry is not None:
            self._refused[change.entry.path] = reason
        self.pages.undo(change)

    async def _run(self, operations: Sequence[Operation], *, strict: bool = True) -> dict[str, str]:
        refused = await bulk.run(self.elastic, self.index, operations)
        if refused and strict:
            page, reason = next(iter(refused.items()))
            raise StoreError(f"Elasticsearch refused a change of page {page}: {reason}.")
        return refused

    async def _known(self, changes: Sequence[Change]) -> dict[str, floats.Floats]:
        """Return the vectors that chunks of these changes have already, here or in a donor."""
        wanted = {chunk.digest for one in changes for chunk in one.chunks if chunk.embedded}
        found = {digest: vector for one in changes for digest, vector in one.vectors.items()}
        if wanted - found.keys() and self._donors[:1] == (self.index,) and self._stale:
            await self.refresh()
        for index in self._donors:
            missing = sorted(wanted - found.keys())
            if missing:
                found |= await scans.vectors_of(self.elastic, index, missing)
        return found


def _changed_now() -> Operation:
    """Write when the pages or vectors of a generation last changed."""
    return facts.fact("changed", at=datetime.now(UTC).isoformat(timespec="milliseconds"))


def _sources(change: Change, vectors: Mapping[str, floats.Floats]) -> list[dict[str, Any]]:
    """Return the documents of a page's chunks, with the vectors that are known."""
    if change.entry is None or change.document is None:
        return []
    sources = mapping.chunk_sources(change.document, change.chunks, change.entry.revision)
    for source in sources:
        vector = vectors.get(source["digest"])
        if vector is not None and source["vector_state"] == mapping.WAITING:
            source.update(floats.vector_fields(vector))
    return sources


def _chunks(change: Change, sources: Iterable[Mapping[str, Any]]) -> list[Operation]:
    entry = change.entry
    if entry is None:
        return []
    return [
        bulk.written(
            entry.page, mapping.chunk_id(entry.page, entry.revision, source["ordinal"]), source
        )
        for source in sources
    ]


def _entry(
    change: Change, sources: Sequence[dict[str, Any]], vectors: Mapping[str, floats.Floats]
) -> list[Operation]:
    """Return what writes a page's entry, with a vector where its chunks have some."""
    entry = change.entry
    if entry is None or change.document is None:
        return []
    source = mapping.page_source(change.document, sources, entry.revision)
    waiting = any(one["vector_state"] == mapping.WAITING for one in sources)
    there = [vectors[one["digest"]] for one in sources if one["vector_state"] == mapping.THERE]
    source |= page_vector(there, waiting=waiting)
    return [bulk.written(entry.page, mapping.page_id(entry.page), source)]


def _leaving(former: Entry, entry: Entry | None) -> list[Operation]:
    """Return what takes a former page out; its entry stays where the new one has its id."""
    kept = entry is not None and entry.page == former.page
    return former.leaving() if kept else former.gone()


def _replaces(changes: Sequence[Change]) -> bool:
    return any(change.former for change in changes)
