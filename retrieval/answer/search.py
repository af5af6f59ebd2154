"""Queries -> Candidates: words and meaning side by side, both inside the scope."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from retrieval.answer.respell import as_meant, misspelt
from retrieval.errors import ModelError, StoreUnavailable
from retrieval.ports import Census, Embedder, Paid, Search
from retrieval.text.words import words
from retrieval.values import Candidates, Frequencies, LegResult, Queries, Query, Respelt, Usage

if TYPE_CHECKING:
    from retrieval.ports import Vectors

T = TypeVar("T")

DEPTH = 100
"""Hits asked of each leg; between 50 and 200 the fused order hardly moves."""
DEPTH_WITHOUT = 200
"""The same where some of what is found will be set aside."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds after which nothing more is waited for; parts have shorter limits of their own."""

    embed: float = 15.0
    """For the vector of each query; then it is searched by its words."""
    index: float = 30.0
    """For the index; then it counts as one that does not answer."""


async def search(
    queries: Queries,
    store: Search,
    embedder: Embedder,
    *,
    depth: int = DEPTH,
    patience: Patience | None = None,
) -> Candidates:
    """Run every leg for every query, and count the words that the ranking weighs by rarity.

    A query that cannot be embedded, or not in time, is searched by its words alone, and a note
    says so. What is misspelt is searched as it was meant, and embedded anew.

    Raises StoreError when the index itself cannot be used, StoreUnavailable when it does not
    answer in time.
    """
    started = time.perf_counter()
    patience = patience or Patience()
    limit = max(depth, DEPTH_WITHOUT) if queries.question.without else depth
    embedded, (respelt, frequencies) = await asyncio.gather(
        _embed(queries.searches, embedder, patience.embed),
        _within(patience.index, _read(queries, store)),
    )
    meant = as_meant(queries, respelt)
    if respelt:
        embedded = await _embed_anew(queries, meant, embedded, embedder, patience.embed)
    vectors = [one.vector for one in embedded]
    legs, census = await _within(
        patience.index,
        asyncio.gather(store.search(meant.searches, vectors, limit=limit), store.census()),
    )
    notes = tuple(dict.fromkeys(one.note for one in embedded if one.note))
    return Candidates(
        legs=tuple(legs),
        frequencies=frequencies,
        generations=dict(census.generations),
        notes=notes + degraded(legs, census) + without_vectors(census),
        seconds=time.perf_counter() - started,
        usage=Usage.total(one.usage for one in embedded),
        respelt=respelt,
    )


async def _within(seconds: float, asked: Awaitable[T]) -> T:
    """Wait for the index so long. Raises StoreUnavailable."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except TimeoutError:
        raise StoreUnavailable(f"The index did not answer within {seconds:g} s.") from None


@dataclass(frozen=True, slots=True)
class _Embedded:
    """The vector of a query, or why there is none, and what was charged for."""

    vector: Vectors | None
    note: str = ""
    usage: Usage = field(default_factory=Usage)


async def _embed(searches: Sequence[Query], embedder: Embedder, seconds: float) -> list[_Embedded]:
    """Embed the queries side by side."""
    return await asyncio.gather(*(_vector(query.text, embedder, seconds) for query in searches))


async def _embed_anew(
    queries: Queries,
    meant: Queries,
    embedded: Sequence[_Embedded],
    embedder: Embedder,
    seconds: float,
) -> list[_Embedded]:
    """Embed what was respelt, but for what could not be embedded before."""

    async def anew(old: Query, new: Query, known: _Embedded) -> _Embedded:
        if new == old or known.vector is None:
            return known
        again = await _vector(new.text, embedder, seconds)
        return replace(again, usage=Usage.total((known.usage, again.usage)))

    every = zip(queries.searches, meant.searches, embedded, strict=True)
    return await asyncio.gather(*(anew(*one) for one in every))


async def _vector(text: str, embedder: Embedder, seconds: float) -> _Embedded:
    """Embed one query."""
    try:
        async with asyncio.timeout(seconds):
            if isinstance(embedder, Paid):
                vector, paid = await embedder.paid_query(text)
                return _Embedded(vector, usage=paid)
            return _Embedded(await embedder.query(text))
    except ModelError as error:
        return _Embedded(None, f"meaning: {error}")
    except TimeoutError:
        return _Embedded(None, f"meaning: the question was not embedded within {seconds:g} s")


async def _read(queries: Queries, store: Search) -> tuple[Respelt, Frequencies]:
    """Count the words, and find out which are misspelt."""
    return await misspelt(queries, await _frequencies(queries, store), store)


async def _frequencies(queries: Queries, store: Search) -> Frequencies:
    """Count the words of all queries, synonyms included, in one call."""
    wanted = dict.fromkeys(
        word
        for query in queries.searches
        for text in (
            query.text,
            *(alternative for term in query.terms for alternative in term.alternatives),
        )
        for word in words(text)
    )
    return await store.frequencies(tuple(wanted))


def degraded(legs: Sequence[LegResult], census: Census) -> tuple[str, ...]:
    """Name each reason why legs could not search, once; then what is not counted.

    A reason that all of several legs have lies in what they search: they are not named.
    """
    every = {leg.leg for leg in legs}
    reasons: dict[str, dict[str, None]] = {}
    for leg in legs:
        if leg.error:
            reasons.setdefault(leg.error, {})[leg.leg] = None
    told = [
        reason if set(names) == every and len(every) > 1 else f"{', '.join(names)}: {reason}"
        for reason, names in reasons.items()
    ]
    return (*told, *(said for said in census.unread.values() if said not in "".join(reasons)))


def without_vectors(census: Census) -> tuple[str, ...]:
    """Say when a part of the scope can be found by its words only, for now."""
    if not census.without_vectors:
        return ()
    return (f"meaning: {census.without_vectors} of {census.chunks} chunks are not embedded yet",)
