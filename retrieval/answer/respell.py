"""Queries, words that occur nowhere -> the same queries as they were meant, where that is clear."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from retrieval.ports import Search
from retrieval.text.english import is_english
from retrieval.text.spelling import may_be_misspelt, respelt, suspects
from retrieval.text.words import words
from retrieval.values import Frequencies, Note, Queries, Query, Respelt

NOTE = "respelt"
"""The kind of note that says so; its subject is the word, an arrow and the word that is meant."""
MOST = 3
"""Misspelt words of one question; one with more of them is no prose, or in another language."""


async def misspelt(
    queries: Queries, counted: Frequencies, store: Search
) -> tuple[Respelt, Frequencies]:
    """Return the misspelt words of the queries, each with what is meant, and more frequencies.

    A word is misspelt that occurs nowhere in the scope, is not English, and is one slip away from
    a word that occurs; of several such the one in the most chunks is meant. Where `counted` are
    none, nothing is known to occur nowhere. Raises StoreError.
    """
    if queries.question.as_is or not counted.total:
        return (), counted
    unseen = _unseen(queries.searches, counted.counts)
    if not unseen:
        return (), counted
    unknown = await asyncio.to_thread(_unknown, queries.searches, counted.counts, unseen)
    if not unknown or len(unknown) > MOST:
        return (), counted
    near = await store.similar(unknown)
    others = list(dict.fromkeys(other for one in unknown for other in near.get(one, ())))
    if not others:
        return (), counted
    more = await store.frequencies(others)
    pairs = [(word, _commonest(near.get(word, ()), more.counts)) for word in unknown]
    found = tuple((word, other) for word, other in pairs if other)
    return found, Frequencies(counted.total, {**counted.counts, **more.counts})


def as_meant(queries: Queries, pairs: Respelt) -> Queries:
    """Return the queries with what is meant in the place of what is misspelt."""
    if not pairs:
        return queries
    meant = dict(pairs)
    searches = tuple(respelt(query, meant) for query in queries.searches)
    texts = {old.text: new.text for old, new in zip(queries.searches, searches, strict=True)}
    standalone = texts.get(queries.standalone, queries.standalone)
    return replace(queries, standalone=standalone, searches=searches)


def told(pairs: Respelt) -> tuple[Note, ...]:
    """Return the notes that tell the person what their words were read as."""
    return tuple(Note(NOTE, f"{typed} → {meant}") for typed, meant in pairs)


def _unseen(searches: Iterable[Query], counts: Mapping[str, int]) -> list[str]:
    """Return the words that may be misspelt and occur nowhere, each once."""
    every = dict.fromkeys(word for query in searches for word in suspects(query))
    return [word for word in every if may_be_misspelt(word) and counts.get(word) == 0]


def _unknown(
    searches: Sequence[Query], counts: Mapping[str, int], unseen: Sequence[str]
) -> list[str]:
    """Return those words that are not English, of queries that are.

    A query most of whose words neither occur nor are English is in another language.
    """
    found: dict[str, None] = {}
    for query in searches:
        said = dict.fromkeys(words(query.text))
        strange = [word for word in said if counts.get(word) == 0 and not is_english(word)]
        if len(strange) <= max(1, len(said) // 2):
            found.update(dict.fromkeys(word for word in strange if word in unseen))
    return list(found)


def _commonest(others: Sequence[str], counts: Mapping[str, int]) -> str:
    """Return the word that is in the most chunks, the first of several; "" where none is in any.

    Forms of one word are counted as one: the first is in the most pages.
    """
    occurring = [word for word in others if counts.get(word, 0) > 0]
    return max(occurring, key=lambda word: counts[word], default="")
