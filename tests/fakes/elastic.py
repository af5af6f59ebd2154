"""A collection in a real Elasticsearch, with short ways to fill it and to look into it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from retrieval.ports import Completion, Fingerprint
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_client import Elastic, Login
from retrieval.stores.elastic_generation import ElasticGeneration
from retrieval.stores.elastic_index import ElasticIndex
from retrieval.stores.elastic_upkeep import ElasticUpkeep
from retrieval.values import Document
from tests.fakes.pages import MADE_WITH, FakeCutter, vector


@dataclass
class Shelf:
    """The collection `docs` under a prefix of the test's own."""

    elastic: Elastic
    prefix: str

    def index(self, **how: Any) -> ElasticIndex:
        """Return a write side that does not wait for others."""
        return ElasticIndex(self.elastic, prefix=self.prefix, wait=0.05, **how)

    @property
    def upkeep(self) -> ElasticUpkeep:
        """Return the upkeep, which does not wait for others either."""
        return ElasticUpkeep(self.elastic, prefix=self.prefix, wait=0.05)

    @asynccontextmanager
    async def filling(
        self, made_with: Fingerprint = MADE_WITH, **how: Any
    ) -> AsyncIterator[ElasticGeneration]:
        """Hold a generation open."""
        index = self.index(**how)
        generation = await index.begin("docs", "here", made_with)
        try:
            yield generation
        finally:
            await index.release(generation)

    async def fill(
        self, *pages: Document, made_with: Fingerprint = MADE_WITH, embed: bool = True, **how: Any
    ) -> Completion:
        """Put pages, attach vectors where asked to, complete."""
        async with self.filling(made_with, **how) as generation:
            for one in pages:
                await generation.put(one, FakeCutter().chunks(one))
            if embed:
                await attach(generation)
            return await self.index(**how).complete(generation, "here")

    async def documents(self, generation: str = "0001", **terms: str) -> list[dict[str, Any]]:
        """Return the documents of a generation that fit, as they stand, in order of their ids."""
        index = f"{self.prefix}.docs.{generation}"
        await scans.refresh(self.elastic, index)
        query = {"bool": {"filter": [scans.is_(*term) for term in terms.items()]}}
        found = [hit async for hit in scans.scan(self.elastic, index, query, source=["*"])]
        return [{"_id": hit["_id"], **hit["_source"]} for hit in sorted(found, key=_name)]


async def attach(generation: ElasticGeneration) -> Sequence[str]:
    """Give every text that waits its vector; return the texts."""
    pending = await generation.pending()
    if pending:
        vectors = np.stack([vector(text.text) for text in pending])
        await generation.attach([text.digest for text in pending], vectors)
    return [text.text for text in pending]


@asynccontextmanager
async def shelf(url: str, prefix: str) -> AsyncIterator[Shelf]:
    """Open a shelf; the fixture of the prefix removes what it left."""
    elastic = Elastic(Login((url,)), seconds=30.0)
    try:
        yield Shelf(elastic, prefix)
    finally:
        await elastic.close()


async def until(true: Callable[[], Awaitable[object]]) -> None:
    """Ask again and again until something is true."""
    while not await true():  # noqa: ASYNC110  (what is waited for is another process's)
        await asyncio.sleep(0.05)


def _name(hit: Any) -> str:
    return str(hit["_id"])
