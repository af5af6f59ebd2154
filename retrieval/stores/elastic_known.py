"""What was read of chunks and vectors in Elasticsearch, kept from one search to the next.

A revision of a page is written once, under a name drawn at random, and so are its chunks: what was
read of one is right for as long as it is found, whichever process writes. Its vector comes later
and may be made again, as that of a page may, so with it the text is kept that it was read from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_floats import Floats
from retrieval.values import Chunk

MOST = 8_192
"""Chunks that are kept, some four kilobytes each, and vectors, as much again; the first read go."""

Place = tuple[str, str]
"""A page: the index that it is in, and the id of its document."""
Key = tuple[str, str, str, int]
"""An index, a page in it, and, of a chunk, its revision and place there."""
Source = Mapping[str, Any]
T = TypeVar("T")


class Raw(NamedTuple):
    """A document that a leg found: the page that it is of, what it holds, and its score."""

    place: Place
    source: Source
    score: float


def key(index: str, source: Source) -> Key:
    """Return what a chunk, or the entry of a page, is known by."""
    get = source.get
    return index, source["page"], get("revision", ""), get("ordinal", -1)


class Known:
    """The chunks and vectors that one process has read last."""

    def __init__(self) -> None:
        self._chunks: dict[Key, Chunk] = {}
        self._vectors: dict[Key, tuple[str, Floats]] = {}

    def chunk(self, raw: Raw) -> Chunk:
        """Return the chunk that was found."""
        name = key(raw.place[0], raw.source)
        known = self._chunks.get(name)
        if known is None:
            known = mapping.chunk_of(raw.source)
            _keep(self._chunks, name, known)
        return known

    def vectors(self, keys: Iterable[Key], texts: Iterable[str]) -> Floats:
        """Return the vectors of what was found, a row each, as the texts beside hold them."""
        return np.array(list(map(self._vector, keys, texts)))

    def _vector(self, name: Key, text: str) -> Floats:
        known = self._vectors.get(name)
        if known is None or known[0] != text:
            known = text, floats.decoded(text)
            _keep(self._vectors, name, known)
        return known[1]


def _keep(kept: dict[Key, T], key: Key, value: T) -> None:
    """Keep a value; the one kept first goes when there are too many."""
    kept[key] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]
