"""What the generations of an Elasticsearch index hold, read out for checking and copying."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.errors import InputError
from retrieval.ports import Canary, PageEntry, StoredPage
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_facts as facts
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_aliases import Aliases, Standing
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_lease import SECONDS
from retrieval.values import Chunk, Document

if TYPE_CHECKING:
    from retrieval.ports import Vectors


class ElasticContents:
    """The generations of one prefix, read; implements the ports `Contents` and `Canaries`."""

    def __init__(
        self, elastic: Elastic, *, prefix: str = "footnote", wait: float = SECONDS + 5.0
    ) -> None:
        """`wait` bounds the wait for another process that writes, in seconds."""
        self.elastic = elastic
        self.prefix = prefix
        self.wait = wait

    async def entries(self, collection: str, generation: str) -> Sequence[PageEntry]:
        """Return its manifest, in order of root and path; chunks are those that are there."""
        index = (await self.standing(collection, generation)).index
        entries = await facts.entries_of(self.elastic, index)
        counts: dict[tuple[str, str], int] = {}
        wanted = ("page", "revision")
        async for hit in scans.scan(self.elastic, index, scans.kind("chunk"), source=wanted):
            place = hit["_source"]["page"], hit["_source"]["revision"]
            counts[place] = counts.get(place, 0) + 1
        found = [
            PageEntry(one.root, one.path, one.page, one.digest, counts.get(one.current, 0))
            for one in entries
        ]
        return sorted(found, key=lambda one: (one.root, one.path))

    async def pages(
        self, collection: str, generation: str, documents: Sequence[str]
    ) -> Sequence[StoredPage]:
        """Return pages by the id of their document, in the order asked for."""
        index = (await self.standing(collection, generation)).index
        asked = scans.any_("page", documents)
        entries: dict[str, Mapping[str, Any]] = {}
        found: list[Mapping[str, Any]] = []
        async for hit in scans.scan(self.elastic, index, asked, source=["*"]):
            said = hit["_source"]
            if said["kind"] == "page":
                entries[said["page"]] = said
            else:
                found.append(said)
        chunks: dict[str, list[Chunk]] = {page: [] for page in entries}
        for said in sorted(found, key=lambda said: int(said["ordinal"])):
            page = said["page"]
            if page in entries and said["revision"] == entries[page]["revision"]:
                chunks[page].append(mapping.chunk_of(said))
        return [
            _stored(entries[name], chunks[name], collection)
            for name in documents
            if name in entries
        ]

    async def vectors(
        self, collection: str, generation: str, digests: Sequence[str]
    ) -> Mapping[str, Vectors]:
        """Return the vectors of texts by digest: those that there are."""
        index = (await self.standing(collection, generation)).index
        return await scans.vectors_of(self.elastic, index, digests)

    async def canaries(self, collection: str, generation: str) -> Sequence[Canary]:
        """Return them, in the order kept; none where none were kept."""
        index = (await self.standing(collection, generation)).index
        kept = await facts.canaries_of(self.elastic, index)
        return [Canary(text, np.frombuffer(b64decode(blob), dtype="<f4")) for text, blob in kept]

    async def keep_canaries(
        self, collection: str, generation: str, canaries: Sequence[Canary]
    ) -> None:
        """Keep them, over earlier ones; also while the same process fills the generation."""
        index = (await self.standing(collection, generation)).index
        kept = [
            (one.text, b64encode(np.asarray(one.vector, dtype="<f4").tobytes()).decode())
            for one in canaries
        ]
        await bulk.run(self.elastic, index, [facts.canaries(kept)])
        await scans.refresh(self.elastic, index)

    async def standing(self, collection: str, generation: str) -> Standing:
        """Return how a generation stands. Raises InputError where it is not there."""
        known = await Aliases(self.elastic, self.prefix, collection).all()
        for one in known:
            if one.name == generation:
                return one
        names = ", ".join(one.name for one in known)
        there = f"There are: {names}." if names else "There is none."
        raise InputError(f"'{collection}' has no generation {generation!r}. {there}")


def _stored(entry: Mapping[str, Any], chunks: Sequence[Chunk], collection: str) -> StoredPage:
    said = mapping.facts_of(entry, collection)
    text = "".join(chunk.text for chunk in chunks)
    page = Document(
        said.id,
        entry["root"],
        said.path,
        said.title,
        text,
        entry["digest"],
        url=said.url,
        metadata=said.metadata,
    )
    return StoredPage(page, tuple(chunks))
