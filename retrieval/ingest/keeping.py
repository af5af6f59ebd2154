"""Pages that cannot be read now: a new generation has them from the one in use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from retrieval.errors import UnreadableDocument
from retrieval.ingest.cutting import Cutter
from retrieval.ports import Contents, Generation, GenerationFacts, StoredPage
from retrieval.values import Anchor, Document

AT_ONCE = 50
"""Pages that are read and put at once."""
Away = Callable[[Iterable[str]], Sequence[str]]
"""Returns those of some paths at which something stands that could not be read."""
_KEPT = ":kept"
"""Ends the digest of such a page, so that it is read again as soon as it can be."""


class Former(Contents, Protocol):
    """The generations that there are, and what stands in them."""

    async def generations(self, collection: str) -> Sequence[GenerationFacts]:
        """Return the generations of a collection, the newest first; none where there is none."""


class Keeper:
    """Puts what the generation in use has into one that is filled in its place."""

    def __init__(self, former: Former, cutter: Cutter) -> None:
        """Take what reads generations, and what cuts pages for the new one."""
        self._former = former
        self._cutter = cutter

    async def keep(self, collection: str, generation: Generation, root: str, away: Away) -> None:
        """Put those pages of a root that are `away` and lacking, cut anew. Raises StoreError.

        What a reader made of them stays what it was; an index that cannot be read has none.
        """
        known = await self._former.generations(collection)
        used = next((one for one in known if one.in_use and not one.damage), None)
        if used is None or used.name == generation.name:
            return
        there = await generation.manifest(root)
        entries = await self._former.entries(collection, used.name)
        lacking = {
            entry.path: entry.document
            for entry in entries
            if entry.root == root and entry.path not in there
        }
        wanted = [lacking[path] for path in away(lacking)]
        for start in range(0, len(wanted), AT_ONCE):
            some = wanted[start : start + AT_ONCE]
            for page in await self._former.pages(collection, used.name, some):
                await self._put(generation, as_read(page))

    async def _put(self, generation: Generation, document: Document) -> None:
        """Put a page; one that the store refuses is named in the report as it is."""
        try:
            await generation.put(document, self._cutter.chunks(document))
        except UnreadableDocument:
            return


def as_read(page: StoredPage) -> Document:
    """Return a stored page as its reader would have, with the anchors that its chunks have."""
    anchors = tuple(Anchor(one.start, one.fragment) for one in page.chunks if one.fragment)
    digest = page.document.digest.removesuffix(_KEPT) + _KEPT
    return replace(page.document, digest=digest, anchors=anchors)
