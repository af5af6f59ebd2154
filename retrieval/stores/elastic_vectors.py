"""The vectors of a generation in Elasticsearch: which texts wait for one, and giving it to them.

A text is several chunks' where they say the same; a page's vector is that of its chunks, once all
of them have one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from retrieval.errors import StoreError
from retrieval.ports import PendingText
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_floats import Floats

PAGES_AT_ONCE = 200
"""Pages whose vectors are made together."""

Place = tuple[str, str]
"""The id of a chunk's document, and its page."""


class Attaching:
    """Gives chunks their vectors; it remembers which wait, from when they were asked for."""

    def __init__(self, elastic: Elastic, index: str) -> None:
        self._elastic = elastic
        self._index = index
        self._waiting: dict[str, list[Place]] = {}
        self._left: dict[str, int] = {}
        self._ready: set[str] = set()

    async def pending(self) -> Sequence[PendingText]:
        """Return the texts without a vector, each once, the shortest first."""
        waiting = scans.kind("chunk", scans.is_("vector_state", mapping.WAITING))
        wanted = ("digest", "page", "tokens", "facts.embedded")
        texts: dict[str, PendingText] = {}
        self._waiting, self._left = {}, {}
        async for hit in scans.scan(self._elastic, self._index, waiting, source=wanted):
            said = hit["_source"]
            digest = said["digest"]
            text = PendingText(digest, said["facts"]["embedded"], said["tokens"])
            texts[digest] = min(texts.get(digest, text), text, key=_order)
            self._remember(hit)
        return sorted(texts.values(), key=_order)

    async def attach(self, digests: Sequence[str], vectors: Floats) -> None:
        """Give the chunks of texts their vectors, of unit length, one row a digest."""
        await self._look_up([digest for digest in digests if digest not in self._waiting])
        operations = [
            bulk.added(page, name, floats.vector_fields(vector))
            for digest, vector in zip(digests, vectors, strict=True)
            for name, page in self._waiting.get(digest, ())
        ]
        for page, reason in (await bulk.run(self._elastic, self._index, operations)).items():
            raise StoreError(f"Elasticsearch refused a vector of page {page}: {reason}.")
        for digest in digests:
            self._arrived(self._waiting.pop(digest, ()))
        if len(self._ready) >= PAGES_AT_ONCE:
            await scans.refresh(self._elastic, self._index)
            await self._make(self._ready)
            self._ready = set()

    async def complete_pages(self) -> int:
        """Give every page the vector that it can have now; return how many were written.

        All that was put and attached is to be searchable before.
        """
        waiting = scans.kind("page", scans.is_("vector_state", mapping.WAITING))
        pages: list[str] = []
        written = 0
        async for hit in scans.scan(self._elastic, self._index, waiting, source=["page"]):
            pages.append(hit["_source"]["page"])
            if len(pages) == PAGES_AT_ONCE:
                written += await self._make(pages)
                pages = []
        self._ready = set()
        return written + await self._make(pages)

    async def _look_up(self, digests: Sequence[str]) -> None:
        """Find the chunks of texts that were not asked for, those with a vector as well."""
        if not digests:
            return
        await scans.refresh(self._elastic, self._index)
        for start in range(0, len(digests), scans.AT_ONCE):
            some = scans.kind("chunk", scans.any_("digest", digests[start : start + scans.AT_ONCE]))
            wanted = ("digest", "page")
            async for hit in scans.scan(self._elastic, self._index, some, source=wanted):
                self._remember(hit)

    def _remember(self, hit: Mapping[str, Any]) -> None:
        said = hit["_source"]
        self._waiting.setdefault(said["digest"], []).append((hit["_id"], said["page"]))
        self._left[said["page"]] = self._left.get(said["page"], 0) + 1

    def _arrived(self, places: Iterable[Place]) -> None:
        """Count down what a page waits for."""
        for _, page in places:
            self._left[page] -= 1
            if not self._left[page]:
                self._ready.add(page)

    async def _make(self, pages: Iterable[str]) -> int:
        """Write the entries of pages again, with the vector of the chunks that have one."""
        names = sorted(pages)
        if not names:
            return 0
        entries = {page: hit async for page, hit in self._of("page", names)}
        there: dict[str, list[Floats]] = {}
        waiting: set[str] = set()
        async for page, hit in self._of("chunk", names):
            if (
                page not in entries
                or hit["_source"]["revision"] != entries[page]["_source"]["revision"]
            ):
                continue
            vector = floats.exact_vector(hit.get("fields", {}))
            if vector is not None:
                there.setdefault(page, []).append(vector)
            elif hit["_source"]["vector_state"] == mapping.WAITING:
                waiting.add(page)
        operations = [
            bulk.written(
                page,
                hit["_id"],
                hit["_source"] | page_vector(there.get(page, ()), waiting=page in waiting),
            )
            for page, hit in entries.items()
        ]
        await bulk.run(self._elastic, self._index, operations)
        return len(operations)

    async def _of(self, kind: str, pages: Sequence[str]) -> Any:
        """Yield the page and the hit of each document of a kind."""
        query = scans.kind(kind, scans.any_("page", pages))
        source = ("*",) if kind == "page" else ("page", "revision", "vector_state")
        async for hit in scans.scan(
            self._elastic, self._index, query, source=source, vectors=kind == "chunk"
        ):
            yield hit["_source"]["page"], hit


def page_vector(vectors: Sequence[Floats], *, waiting: bool) -> dict[str, Any]:
    """Return the fields of a page's vector, and whether it is to be made again."""
    fields = floats.vector_fields(floats.page_vector(vectors), of_page=True) if vectors else {}
    state = mapping.THERE if vectors else mapping.NONE
    return {**fields, "vector_state": mapping.WAITING if waiting else state}


def _order(text: PendingText) -> tuple[int, str]:
    return text.tokens, text.digest
