"""A stand-in for the connection to Elasticsearch: one page, an alias that may move."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Server
from tests.fakes.pages import MADE_WITH, FakeCutter, page

PAGE = page("a.md", "VPN\n\nRestart it.")
GONE = {
    "error": {"type": "index_not_found_exception", "reason": "no such index"},
    "status": 404,
}


class Told(dict[str, Any]):
    """A response, with its body as the client has it."""

    @property
    def body(self) -> dict[str, Any]:
        """The whole of it."""
        return dict(self)


@dataclass
class FakeElastic:
    """Serves a collection whose index and whose entry change as the lists say, the last for good.

    `generations` is what the alias is with each look at it, `revisions` what the page's entry names
    with each look, `removed` the indices that are no more.
    """

    generations: list[str] = field(default_factory=lambda: ["0001"])
    revisions: list[str] = field(default_factory=lambda: ["r1"])
    removed: frozenset[str] = frozenset()
    schema: str = mapping.SCHEMA_VERSION
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    looks: int = 0
    searches: int = 0

    @property
    def api(self) -> FakeElastic:
        """The client; it is its own."""
        return self

    @property
    def indices(self) -> FakeElastic:
        """The client for indices; likewise."""
        return self

    def within(self, seconds: float) -> FakeElastic:
        """The client with another time; likewise."""
        return self

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Translate nothing."""
        yield

    async def ready(self) -> Server:
        """Be ready."""
        return Server("8.19.0")

    async def close(self) -> None:
        """Hold nothing."""

    async def get_alias(self, **asked: Any) -> dict[str, Any]:
        """Return the aliases of each index."""
        return {
            index: {"aliases": {name: {} for name in names}}
            for index, names in self.aliases.items()
        }

    async def get_mapping(self, *, index: Sequence[str], **asked: Any) -> Told:
        """Return which index the collection `docs` is now."""
        self.looks += 1
        generation = _next(self.generations)
        if "footnote.docs" not in index or not generation:
            return Told()
        meta = mapping.meta_of(MADE_WITH, "docs", generation) | {"schema": self.schema}
        return Told({f"footnote.docs.{generation}": {"mappings": {"_meta": meta}}})

    async def msearch(self, *, searches: Sequence[str]) -> dict[str, Any]:
        """Answer each search: chunks of revision r1, counts, or the page's entry."""
        self.searches += 1
        lines = list(map(json.loads, searches))
        pairs = zip(lines[::2], lines[1::2], strict=True)
        return {"responses": [self._answer(header["index"][0], body) for header, body in pairs]}

    def _answer(self, index: str, body: Mapping[str, Any]) -> dict[str, Any]:
        if index in self.removed:
            return GONE
        if "indices" in body.get("aggs", {}):
            return {}
        if "aggs" in body and not body["size"]:
            ways = body["aggs"].get("ways", {}).get("filters", {}).get("filters", {})
            buckets = {name: {"doc_count": 1} for name in ways}
            return {"aggregations": {"chunks": {"doc_count": 2}, "ways": {"buckets": buckets}}}
        sources = mapping.chunk_sources(PAGE, FakeCutter().chunks(PAGE), "r1")
        if "query" in body and {"term": {"kind": "page"}} in body["query"]["bool"]["filter"]:
            sources = [mapping.page_source(PAGE, [], _next(self.revisions))]
        return {"hits": {"hits": [{"_index": index, "_source": s, "_score": 1.0} for s in sources]}}


def _next(several: list[str]) -> str:
    """Return the first, and go on to the next while there is one."""
    return several.pop(0) if len(several) > 1 else several[0]
