"""The legs of one search in Elasticsearch: all of them for all queries in one request.

Two requests more at most come first where a word occurs nowhere (it may be a part of others), and
one comes last where what is current is not known: it stands in the entries of the pages found.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from retrieval.stores import elastic_query as asking
from retrieval.stores import elastic_reading as reading
from retrieval.stores.elastic_collections import Opened
from retrieval.stores.elastic_known import Known, Raw
from retrieval.stores.elastic_pages import Marks, Pages, marks_of
from retrieval.stores.elastic_reading import Entries, Reader, Response
from retrieval.stores.legs import PAGE_WEIGHT
from retrieval.stores.wanted import SHORTEST_PART, Wanted, wanted
from retrieval.values import Hit, LegResult, Query

if TYPE_CHECKING:
    from retrieval.ports import Vectors

_MOST_PARTS = 8
"""Words that are looked for as parts of others, of one search; each costs a look at all words."""

_TWINS = 5
"""Pages of one path that there seldom are more of; where there are, all are asked for."""


@dataclass(frozen=True, slots=True)
class Sent:
    """One search of a request: in which indices, and what."""

    indices: Sequence[str]
    body: asking.Body
    may_lack: bool = False
    """Whether some of the indices may not be there."""

    def header(self, preference: str) -> dict[str, Any]:
        """Return its line in the request; several indices are scored with shared statistics.

        One preference sends all searches of a question to the same copies.
        """
        header: dict[str, Any] = {"index": list(self.indices), "preference": preference}
        if len(self.indices) > 1:
            header["search_type"] = "dfs_query_then_fetch"
        if self.may_lack:
            header["ignore_unavailable"] = True
        return header

    def lines(self, preference: str) -> list[str]:
        """Return its two lines in the request."""
        return [asking.written(self.header(preference)), asking.written(self.body)]


Ask = Callable[[Sequence[Sent]], Awaitable[Sequence[Response]]]
Hits = Callable[[Sequence[Raw], int], tuple[Hit, ...]]


@dataclass(slots=True)
class _Asked:
    """One query, what it is searched by, and what its legs answered."""

    query: Query
    vector: Vectors | None
    groups: list[Wanted]
    words: Response = field(default_factory=dict)
    meaning: Response | None = None
    pages: Response | None = None

    def read(self, known: Known) -> _Found:
        """Read what was answered."""
        near = [self._near(response, known) for response in (self.meaning, self.pages)]
        return _Found(reading.by_words(self.words), *near)

    def _near(self, response: Response | None, known: Known) -> list[Raw]:
        if response is None or self.vector is None:
            return []
        return reading.by_meaning(response, self.vector, known)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the legs of one query found, not yet compared with the entries of pages."""

    words: list[Raw]
    meaning: list[Raw]
    pages: list[Raw]


@dataclass(frozen=True, slots=True)
class Done:
    """What a search came to."""

    legs: list[LegResult]
    lost: Sequence[str]
    """The paths of pages that were lost because they were being replaced."""
    indices: frozenset[str]
    """The indices, of those with pages, that the aliases of the scope named meanwhile."""


@dataclass(frozen=True, slots=True)
class Legs:
    """A search of indices as they are now; `ask` sends what it wants to know.

    `aliases` are those of the scope, `pages` is what is known of the entries of pages, and `known`
    of chunks and vectors.
    """

    opened: Sequence[Opened]
    embedder: str
    limit: int
    ask: Ask
    aliases: Sequence[str]
    pages: Pages
    known: Known

    async def run(self, queries: Sequence[Query], vectors: Sequence[Vectors | None]) -> Done:
        """Run the legs of each query."""
        asked = [
            _Asked(query, vector, wanted(query))
            for query, vector in zip(queries, vectors, strict=True)
        ]
        missing, marks = await self._all_legs(asked)
        if missing:
            await self._widened(asked, missing)
        answered = [(one.words, one.meaning, one.pages) for one in asked]
        reading.demand([said for three in answered for said in three if said is not None])
        found = [one.read(self.known) for one in asked]
        chunks = [raw for one in found for raw in (*one.words, *one.meaning)]
        reader = Reader(self.known)
        entries = self.pages.entries(marks, chunks)
        if entries is None:
            # While the entries are on their way, what can be done without them is done.
            on_its_way = asyncio.create_task(self._entries(chunks))
            await asyncio.sleep(0)
            reader.prepare(chunks)
            entries = await on_its_way
        legs = [
            leg
            for one, raws in zip(asked, found, strict=True)
            for leg in self._results(one, raws, partial(reader.hits, entries))
        ]
        return Done(legs, entries.lost(chunks), frozenset(marks))

    async def _all_legs(self, asked: Sequence[_Asked]) -> tuple[list[str], Marks]:
        """Ask every leg of every query at once; return the words that occur nowhere.

        What tells the state of the entries is asked first: it is answered at once, and would wait
        for a free thread of the server behind the legs.
        """
        places: list[tuple[_Asked, str]] = []
        sent = [Sent(self.aliases, asking.marks(), may_lack=True)]
        for one in asked:
            places.append((one, "words"))
            sent.append(Sent(self._indices, asking.by_words(one.groups, self.limit)))
            alike = [index.index for index in self._alike(one.vector)]
            if alike and one.vector is not None:
                places += [(one, "meaning"), (one, "pages")]
                near = asking.Numbers(one.vector)
                sent.append(Sent(alike, asking.nearest(near, self.limit)))
                sent.append(Sent(alike, asking.nearest(near, self.limit, pages=True)))
        words = _may_be_parts(asked)
        if words:
            sent.append(Sent(self._indices, asking.occurring(words)))
        marks, *responses = await self.ask(sent)
        for (one, leg), response in zip(places, responses, strict=False):
            setattr(one, leg, response)
        _, counts = reading.counts(responses[-1], words) if words else (0, {})
        return [word for word in words if counts.get(word) == 0], marks_of(marks)

    async def _widened(self, asked: Sequence[_Asked], missing: Sequence[str]) -> None:
        """Ask again by the words that hold a missing one, where there are such."""
        parts = missing[:_MOST_PARTS]
        (response,) = await self.ask([Sent(self._indices, asking.whole_words(parts))])
        whole = reading.whole_words(response, parts)
        again = []
        for one in asked:
            groups = [
                group.widened(whole[group.word]) if whole.get(group.word) else group
                for group in one.groups
            ]
            if groups != one.groups:
                one.groups = list({group.ways: group for group in groups}.values())
                again.append(one)
        sent = [Sent(self._indices, asking.by_words(one.groups, self.limit)) for one in again]
        for one, response in zip(again, await self.ask(sent) if sent else (), strict=True):
            one.words = response

    async def _entries(self, chunks: Sequence[Raw]) -> Entries:
        """Ask for the entries of the pages that were found, and of their twins."""
        paths = sorted({raw.source["path"] for raw in chunks})
        if not paths:
            return Entries()
        for most in (_TWINS * len(paths), asking.MOST_AT_ONCE):
            responses = await self.ask([Sent(self._indices, asking.entries(paths, most))])
            reading.demand(responses)
            hits = reading.hits_of(responses[0])
            if len(hits) < most:
                break
        entries = reading.entries_of(hits, self._collections)
        self.pages.keep(marks_of(responses[0]), entries)
        return entries

    def _results(self, one: _Asked, found: _Found, hits: Hits) -> list[LegResult]:
        """Make the results of the legs of one query."""
        words = hits(found.words, self.limit)
        legs = [_leg("words", one.query, words, one.words)]
        if one.vector is None:
            return legs
        meaning = hits(found.meaning, self.limit)
        error = self._mismatch(one.vector)
        legs.append(_leg("meaning", one.query, meaning, one.meaning or {}, error=error))
        chunks = list({hit.chunk.id: hit for leg in legs for hit in leg.hits}.values())
        lent = reading.lent(found.pages, self._collections, chunks, self.limit)
        pages = one.pages or {}
        return [*legs, _leg("page_meaning", one.query, lent, pages, weight=PAGE_WEIGHT)]

    def _alike(self, vector: Vectors | None) -> list[Opened]:
        """Return the indices whose vectors the same embedder made; none for no direction."""
        if vector is None or not np.isfinite(vector).all() or not vector.any():
            return []
        return [one for one in self.opened if one.fits(self.embedder, len(vector))]

    def _mismatch(self, vector: Vectors) -> str:
        """Name the collections that another embedder made."""
        said = (one.mismatch(self.embedder, len(vector)) for one in self.opened)
        return "; ".join(filter(None, said))

    @property
    def _indices(self) -> list[str]:
        return [index.index for index in self.opened]

    @property
    def _collections(self) -> Mapping[str, str]:
        return {index.index: index.collection for index in self.opened}


def preference(queries: Sequence[Query]) -> str:
    """Return what makes one question always meet the same copies of an index."""
    return f"q{zlib.crc32(' '.join(query.text for query in queries).encode('utf-8', 'replace'))}"


def _may_be_parts(asked: Sequence[_Asked]) -> list[str]:
    """Return the single words that would be looked for as parts if they occurred nowhere."""
    words = [group.word for one in asked for group in one.groups]
    return [word for word in dict.fromkeys(words) if len(word) >= SHORTEST_PART]


def _leg(  # noqa: PLR0913  (the last two have a usual value)
    leg: str,
    query: Query,
    hits: tuple[Hit, ...],
    response: Response,
    *,
    weight: float = 1.0,
    error: str = "",
) -> LegResult:
    said = "; ".join(part for part in (error, reading.shortfall(response)) if part)
    seconds = response.get("took", 0) / 1000
    return LegResult(leg, query.text, hits, query.weight * weight, seconds, said)
