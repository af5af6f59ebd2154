"""Queries -> Candidates: words and meaning side by side, both inside the scope."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from retrieval.errors import ModelError, StoreUnavailable
from retrieval.ports import Census, Embedder, Paid, Search
from retrieval.text.words import words
from retrieval.values import Candidates, Frequencies, LegResult, Queries, Query, Usage

if TYPE_CHECKING:
    from retrieval.ports import Vectors

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
    says so. Raises StoreError when the index itself cannot be used, StoreUnavailable when it does
    not answer in time.
    """
    started = time.perf_counter()
    patience = patience or Patience()
    limit = max(depth, DEPTH_WITHOUT) if queries.question.without else depth
    vectors, notes, usage = await _embed(queries.searches, embedder, patience.embed)
    try:
        async with asyncio.timeout(patience.index):
            legs, frequencies, census = await asyncio.gather(
                store.search(queries.searches, vectors, limit=limit),
                _frequencies(queries, store),
                store.census(),
            )
    except TimeoutError:
        raise StoreUnavailable(f"The index did not answer within {patience.index:g} s.") from None
    return Candidates(
        legs=tuple(legs),
        frequencies=frequencies,
        generations=dict(census.generations),
        notes=notes + degraded(legs, census) + without_vectors(census),
        seconds=time.perf_counter() - started,
        usage=usage,
    )


async def _embed(
    searches: Sequence[Query], embedder: Embedder, seconds: float
) -> tuple[list[Vectors | None], tuple[str, ...], Usage]:
    """Embed the queries side by side; one that fails is None, and the reason a note."""
    done = await asyncio.gather(*(_vector(query.text, embedder, seconds) for query in searches))
    notes = dict.fromkeys(note for _, note, _ in done if note)
    return [vector for vector, _, _ in done], tuple(notes), Usage.total(paid for *_, paid in done)


async def _vector(
    text: str, embedder: Embedder, seconds: float
) -> tuple[Vectors | None, str, Usage]:
    """Embed one query; return its vector or why there is none, and what was charged for."""
    try:
        async with asyncio.timeout(seconds):
            if isinstance(embedder, Paid):
                vector, paid = await embedder.paid_query(text)
                return vector, "", paid
            return await embedder.query(text), "", Usage()
    except ModelError as error:
        return None, f"meaning: {error}", Usage()
    except TimeoutError:
        return None, f"meaning: the question was not embedded within {seconds:g} s", Usage()


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
