"""The Elasticsearch store: collections behind aliases, searched by words and by meaning."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from retrieval.errors import IndexMissing
from retrieval.ports import Census
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_query as asking
from retrieval.stores import elastic_reading as reading
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_collections import Collections, Opened
from retrieval.stores.elastic_known import Known
from retrieval.stores.elastic_legs import Legs, Sent, preference
from retrieval.stores.elastic_pages import Pages
from retrieval.text.collection import check_name
from retrieval.text.spelling import may_be_misspelt
from retrieval.text.words import words as words_of
from retrieval.values import Chunk, Frequencies, Hit, LegResult, Query, Scope

if TYPE_CHECKING:
    from retrieval.ports import Vectors

_ATTEMPTS = 3
"""Times that a search is run while the index changes under it."""
_SWAPPED = "searched again: the index was swapped meanwhile"


class ElasticStore:
    """The collections of one prefix, open for searching."""

    def __init__(
        self,
        elastic: Elastic,
        *,
        prefix: str = "footnote",
        embedder: str = "",
        pinned: Mapping[str, str] | None = None,
    ) -> None:
        """`embedder` is the identity of whoever embeds the questions, "" where nobody does.

        `pinned` names a generation of each of some collections, which is searched in place of
        the one in use.
        """
        self.elastic = elastic
        self.embedder = embedder
        self.known = Collections(elastic, prefix, pinned)
        self._pages = Pages()
        self._known = Known()

    def within(self, scope: Scope) -> ElasticSearch:
        """Return the search of a scope."""
        return ElasticSearch(self, tuple(map(check_name, scope.collections)))

    async def collections(self) -> Sequence[str]:
        """Name the collections that are there."""
        return await self.known.names()

    async def close(self) -> None:
        """Close the connections."""
        await self.elastic.close()

    def legs(self, opened: Sequence[Opened], names: Sequence[str], limit: int, prefer: str) -> Legs:
        """Return the search of indices, which the aliases of collections named just now."""
        aliases = [self.known.target(name) for name in names]
        ask = partial(self.ask, prefer=prefer)
        return Legs(opened, self.embedder, limit, ask, aliases, self._pages, self._known)

    async def ask(self, sent: Sequence[Sent], *, prefer: str = "footnote") -> list[dict[str, Any]]:
        """Send several searches at once; each has a response of its own, or an error."""
        lines: list[Any] = [line for one in sent for line in one.lines(prefer)]
        with self.elastic.translated():
            said = await self.elastic.within(asking.SECONDS).msearch(searches=lines)
        responses: list[dict[str, Any]] = said["responses"]
        return responses


class ElasticSearch:
    """The collections of one scope; nothing else can be reached through it."""

    def __init__(self, store: ElasticStore, names: Sequence[str]) -> None:
        self._store = store
        self._names = tuple(dict.fromkeys(names))

    async def search(
        self, queries: Sequence[Query], vectors: Sequence[Vectors | None], *, limit: int
    ) -> Sequence[LegResult]:
        """Run every leg for every query, on one index a collection.

        Where a collection became another index meanwhile, or a page that was found another
        revision, all of it is run again, and the legs say so.
        """
        note = ""
        for attempt in range(1, _ATTEMPTS + 1):
            opened = await self._open(fresh=attempt > 1)
            legs = self._store.legs(opened, self._names, limit, preference(queries))
            try:
                done = await legs.run(queries, vectors)
                swapped = await self._swapped(opened, done.indices)
            except IndexMissing:
                if attempt == _ATTEMPTS:
                    raise
                swapped = True
            if swapped and attempt < _ATTEMPTS:
                note = _SWAPPED
                continue
            if not done.lost:
                return reading.noted(done.legs, note)
            note = f"searched again: {len(done.lost)} of the pages found were being replaced"
        return reading.noted(done.legs, f"{note}, and are left out")

    async def _swapped(self, opened: Sequence[Opened], seen: frozenset[str]) -> bool:
        """Whether a collection is another index than the one searched.

        `seen` are the indices that its alias named during the search. One without pages is never
        seen, and none is where that could not be asked: then the aliases are asked for themselves.
        """
        if seen == {one.index for one in opened}:
            return False
        return await self._store.known.now(self._names) != {one.collection: one for one in opened}

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Count the chunks of the scope in which each word occurs."""
        said = {word: " ".join(words_of(word)) for word in words}
        ways = list(dict.fromkeys(way for way in said.values() if way))
        _, (response,) = await self._asked(asking.occurring(ways))
        total, counts = reading.counts(response, ways)
        return Frequencies(total, {word: counts.get(way, 0) for word, way in said.items()})

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return for each word those of the scope that may be meant if it is misspelt."""
        asked = [word for word in dict.fromkeys(words) if may_be_misspelt(word)]
        if not asked:
            return {}
        _, (response,) = await self._asked(asking.similar(asked))
        return reading.similar(response, asked)

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks of the same document within `reach` ordinals, itself included."""
        bodies = (asking.entry(chunk.document_id), asking.around(chunk, reach))
        _, (entries, around) = await self._asked(*bodies)
        current = {reading.revision(hit) for hit in reading.hits_of(entries)}
        near = [
            mapping.chunk_of(hit["_source"])
            for hit in reading.hits_of(around)
            if reading.revision(hit) in current
        ]
        return sorted(near, key=lambda one: one.ordinal)

    async def census(self) -> Census:
        """Count what is in the scope. Raises IndexMissing for a collection that is not there."""
        opened, (response,) = await self._asked(asking.census(), whole=True)
        documents, chunks, tokens, waiting = reading.census(response)
        return Census(
            documents,
            chunks,
            tokens,
            waiting,
            generations={one.collection: one.generation for one in opened},
            embedder={one.collection: one.embedder for one in opened},
        )

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk of the scope, documents by path, chunks by ordinal."""
        opened = await self._open(fresh=True, all_of_them=True)
        collections = {one.index: one.collection for one in opened}
        found = [reading.raw(hit, 0.0) async for hit in self._all("chunk", opened)]
        pages = [hit async for hit in self._all("page", opened)]
        return reading.in_reading_order(found, reading.entries_of(pages, collections))

    async def _all(self, kind: str, opened: Sequence[Opened]) -> AsyncIterator[Mapping[str, Any]]:
        """Yield every document of a kind, index by index, some at a time."""
        for index in opened:
            after: Sequence[Any] = ()
            while True:
                body = asking.part_of_all(kind, after)
                (response,) = await self._store.ask([Sent([index.index], body)])
                reading.demand([response])
                hits = reading.hits_of(response)
                for hit in hits:
                    yield hit
                if len(hits) < asking.PART:
                    break
                after = hits[-1]["sort"]

    async def _asked(
        self, *bodies: asking.Body, whole: bool = False
    ) -> tuple[tuple[Opened, ...], Sequence[reading.Response]]:
        """Ask something of the scope; `whole` says that every collection must be there.

        What was remembered of a collection is asked again where its index is gone.
        """
        for fresh in dict.fromkeys((whole, True)):
            opened = await self._open(fresh=fresh, all_of_them=whole)
            indices = [one.index for one in opened]
            responses = await self._store.ask([Sent(indices, body) for body in bodies])
            try:
                for response in responses:
                    reading.demand([response])
            except IndexMissing:
                if fresh:
                    raise
            else:
                break
        return opened, responses

    async def _open(self, *, fresh: bool = False, all_of_them: bool = False) -> tuple[Opened, ...]:
        return await self._store.known.open(self._names, fresh=fresh, all_of_them=all_of_them)
