"""Checks, whenever an index has changed, whether the answers of the last months still hold.

It does not matter who changed the index or how (a run, a swap, a copy, a rollback): a page that an
answer quotes is checked when its digest differs from the one at the last check. So a process that
was killed resumes where it was, and an answer is recalled once per page.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from retrieval.answer.freshness import unfit
from retrieval.errors import StoreError
from retrieval.learn.recall import lost, says_now, stands, telling
from retrieval.ports import (
    Cited,
    Clock,
    Lookouts,
    Page,
    Recall,
    Store,
    StoredPage,
    UpkeepStore,
)
from retrieval.text.query import parse
from retrieval.values import Document, Scope

KEPT = timedelta(days=90)
"""How old an answer may be that is recalled."""
AT_ONCE = 50
"""Pages that are read at once."""
ELSEWHERE = 8
"""Chunks among which a sentence is looked for that its page no longer has."""


@dataclass(slots=True)
class Index:
    """A collection as it stands: its generation in use, and the digest of each page."""

    collection: str
    generation: str
    digests: Mapping[str, str]
    moved: dict[str, bool] = field(default_factory=dict)
    """Whether a quote was found in another page, of those that were looked for."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Finds the answers that quote what their pages no longer say."""

    upkeep: UpkeepStore
    store: Store
    recalls: Lookouts
    clock: Clock

    async def look(self) -> int:
        """Check every page that changed since; return how many answers are recalled by that.

        A collection without an index is passed over, and so is one without a page: its index is
        gone, not its pages. Raises StoreError, LedgerError.
        """
        since = self.clock.now() - KEPT
        looked = await self.recalls.looked()
        cited: dict[str, list[Page]] = {}
        for page in await self.recalls.cited():
            cited.setdefault(page.collection, []).append(page)
        found = 0
        for collection, pages in sorted(cited.items()):
            index = await self._index(collection)
            if index is None:
                continue
            due = [
                page for page in pages if looked.get(page) != index.digests.get(page.document, "")
            ]
            for start in range(0, len(due), AT_ONCE):
                found += await self._look(index, due[start : start + AT_ONCE], since)
        return found

    async def _index(self, collection: str) -> Index | None:
        for one in await self.upkeep.generations(collection):
            if one.in_use and not one.damage:
                entries = await self.upkeep.entries(collection, one.name)
                digests = {entry.document: entry.digest for entry in entries}
                return Index(collection, one.name, digests) if digests else None
        return None

    async def _look(self, index: Index, pages: Sequence[Page], since: datetime) -> int:
        """Look at some pages of a collection."""
        there = await self._read(index, [page.document for page in pages])
        found = 0
        for page in pages:
            document = there.get(page.document)
            if document is None and page.document in index.digests:
                continue  # It was replaced meanwhile: the next look sees it.
            quotes = await self.recalls.quotes(page, since)
            recalled = await self._recalled(index, page, document, quotes)
            digest = index.digests.get(page.document, "")
            found += await self.recalls.settle(page, digest, recalled)
        return found

    async def _read(self, index: Index, documents: Sequence[str]) -> dict[str, Document]:
        there = [one for one in documents if one in index.digests]
        pages: Iterable[StoredPage] = ()
        if there:
            pages = await self.upkeep.pages(index.collection, index.generation, there)
        return {page.document.id: page.document for page in pages}

    async def _recalled(
        self, index: Index, page: Page, document: Document | None, quotes: Sequence[Cited]
    ) -> list[Recall]:
        """Return the answers of which a quote stands neither in its page nor in another one."""
        text = document.text if document else ""
        missing = await asyncio.to_thread(lost, [one.quote for one in quotes], text)
        gone = {quote for quote in missing if not await self._elsewhere(index, page, quote)}
        now = self.clock.now()
        found: dict[str, Recall] = {}
        said: dict[str, str] = {}
        for one in quotes:
            if one.quote not in gone or one.answer in found:
                continue
            if one.quote not in said:
                said[one.quote] = await asyncio.to_thread(says_now, one.quote, text)
            found[one.answer] = Recall(
                answer=one.answer,
                page=page,
                path=one.path,
                title=document.title if document else one.path,
                url=document.url if document else "",
                said=one.quote,
                now=said[one.quote],
                gone=document is None,
                found=now,
                team=one.team,
            )
        return list(found.values())

    async def _elsewhere(self, index: Index, page: Page, quote: str) -> bool:
        """Whether another page of the collection that may be used has a quote word for word."""
        if not telling(quote):
            return False
        if quote not in index.moved:
            index.moved[quote] = await self._found(index, page, quote)
        return index.moved[quote]

    async def _found(self, index: Index, page: Page, quote: str) -> bool:
        search = self.store.within(Scope((index.collection,)))
        try:
            legs = await search.search([parse(quote, "asked")], [None], limit=ELSEWHERE)
        except StoreError:
            return False
        today = self.clock.now().date()
        others = {
            hit.document.id
            for leg in legs
            for hit in leg.hits
            if hit.document.id != page.document and not unfit(hit.document.metadata, today)
        }
        pages = await self._read(index, sorted(others))
        return any(stands(quote, document.text) for document in pages.values())
