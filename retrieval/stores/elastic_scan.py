"""All documents of an index that fit a filter, read page by page in a fixed order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import numpy as np

from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_floats import Floats

AT_ONCE = 1_000
"""Documents of one answer."""
SECONDS = 30.0

Document = Mapping[str, Any]

_VECTOR = {"field": "vector"}


async def scan(
    elastic: Elastic,
    index: str,
    query: Mapping[str, Any],
    *,
    source: Sequence[str] = (),
    vectors: bool = False,
) -> AsyncIterator[Document]:
    """Yield the hits of a filter at one moment, whatever is written meanwhile.

    `source` names what of `_source` is wanted. Raises StoreError.
    """
    with elastic.translated():
        api = elastic.within(SECONDS)
        opened = await api.open_point_in_time(index=index, keep_alive="2m")
    moment = opened["id"]
    after: Sequence[Any] | None = None
    try:
        while True:
            with elastic.translated():
                said = await api.search(
                    pit={"id": moment, "keep_alive": "2m"},
                    query={"bool": {"filter": [query]}},
                    sort=["_shard_doc"],
                    size=AT_ONCE,
                    source={"includes": list(source)} if source else False,
                    docvalue_fields=[_VECTOR] if vectors else [],
                    track_total_hits=False,
                    search_after=after,
                )
            hits = said["hits"]["hits"]
            for hit in hits:
                yield hit
            if len(hits) < AT_ONCE:
                return
            after, moment = hits[-1]["sort"], said["pit_id"]
    finally:
        with elastic.translated():
            await api.options(ignore_status=404).close_point_in_time(id=moment)


async def count(elastic: Elastic, index: str, query: Mapping[str, Any]) -> int:
    """Return how many documents fit a filter."""
    with elastic.translated():
        said = await elastic.within(SECONDS).count(index=index, query=query)
    return int(said["count"])


async def vectors_of(elastic: Elastic, index: str, digests: Sequence[str]) -> dict[str, Floats]:
    """Return the exact vectors of texts, by digest: those that the index has."""
    found: dict[str, Floats] = {}
    for start in range(0, len(digests), AT_ONCE):
        some = list(digests[start : start + AT_ONCE])
        with elastic.translated():
            said = await elastic.within(SECONDS).search(
                index=index,
                query=kind("chunk", is_("vector_state", mapping.THERE), any_("digest", some)),
                collapse={"field": "digest"},
                size=len(some),
                source={"includes": ["digest"]},
                docvalue_fields=[_VECTOR],
                track_total_hits=False,
            )
        for hit in said["hits"]["hits"]:
            vector = floats.exact_vector(hit.get("fields", {}))
            if vector is not None:
                found[hit["_source"]["digest"]] = vector
    return found


async def fact(elastic: Elastic, index: str, name: str) -> Mapping[str, Any]:
    """Return what a generation says about itself under a name, nothing where it does not."""
    with elastic.translated():
        api = elastic.within(SECONDS).options(ignore_status=404)
        said = await api.get(index=index, id=mapping.kept_id("fact", name))
    found: Mapping[str, Any] = said["_source"]["facts"] if said.get("found") else {}
    return found


async def digests_waiting(elastic: Elastic, index: str) -> set[str]:
    """Return the digests of the texts that wait for a vector."""
    waiting = kind("chunk", is_("vector_state", mapping.WAITING))
    return {
        hit["_source"]["digest"] async for hit in scan(elastic, index, waiting, source=["digest"])
    }


async def refresh(elastic: Elastic, index: str) -> None:
    """Make what was written found."""
    with elastic.translated():
        await elastic.within(SECONDS).indices.refresh(index=index)


def is_(field: str, value: str) -> dict[str, Any]:
    """Return the filter for a field that has a value."""
    return {"term": {field: value}}


def any_(field: str, values: Sequence[str]) -> dict[str, Any]:
    """Return the filter for a field that has one of some values."""
    return {"terms": {field: list(values)}}


def kind(name: str, *also: Mapping[str, Any]) -> dict[str, Any]:
    """Return the filter for documents of a kind that fit others as well."""
    return {"bool": {"filter": [is_("kind", name), *also]}}


def unit(vectors: Floats) -> Floats:
    """Return vectors, one a row, made of unit length; a zero vector stays one."""
    rows = np.asarray(vectors, dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    made: Floats = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return made


def units(vectors: Mapping[str, Floats]) -> dict[str, Floats]:
    """Return vectors by name made of unit length."""
    return (
        dict(zip(vectors, unit(np.stack(list(vectors.values()))), strict=True)) if vectors else {}
    )
