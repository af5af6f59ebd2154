"""What a generation in Elasticsearch says about itself: its pages, roots, canaries, origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from retrieval.ports import Fingerprint
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_bulk import Operation
from retrieval.stores.elastic_changes import Entry
from retrieval.stores.elastic_client import Elastic

_ENTRY = ("page", "root", "path", "digest", "revision", "facts.chunks")


async def entries_of(elastic: Elastic, index: str) -> list[Entry]:
    """Return the pages of a generation."""
    found = []
    async for hit in scans.scan(elastic, index, scans.kind("page"), source=_ENTRY):
        said = hit["_source"]
        facts = said.pop("facts")
        found.append(Entry(**said, chunks=int(facts["chunks"])))
    return found


async def roots_of(elastic: Elastic, index: str) -> dict[str, tuple[str, bool]]:
    """Return the reader's version of each root, and whether the root is wholly in."""
    found: dict[str, tuple[str, bool]] = {}
    async for hit in scans.scan(elastic, index, scans.kind("root"), source=["facts"]):
        facts = hit["_source"]["facts"]
        found[facts["name"]] = (facts["reader"], bool(facts["complete"]))
    return found


async def gone_through_again(elastic: Elastic, index: str) -> set[str]:
    """Name the roots that were gone through again since the generation was in use.

    What was in use once holds the pages of that time. It comes into use by itself only after every
    root was gone through again; all of them count as wholly in, so that one can go back to it.
    """
    found = scans.scan(elastic, index, scans.kind("root"), source=["facts"])
    return {
        one["_source"]["facts"]["name"]
        async for one in found
        if one["_source"]["facts"].get("again")
    }


async def begin_anew(elastic: Elastic, index: str) -> None:
    """Forget what was gone through again: the generation comes into use now."""
    again = await gone_through_again(elastic, index)
    if again:
        readers = await roots_of(elastic, index)
        told = [root(name, readers[name][0], complete=True) for name in again]
        await bulk.run(elastic, index, told)
        await scans.refresh(elastic, index)


def root(name: str, reader: str, *, complete: bool, again: bool = False) -> Operation:
    """Write a root: its reader's version, whether it is wholly in, and gone through again."""
    facts = {"name": name, "reader": reader, "complete": complete, "again": again}
    return bulk.written(name, mapping.kept_id("root", name), {"kind": "root", "facts": facts})


async def canaries_of(elastic: Elastic, index: str) -> list[tuple[str, str]]:
    """Return the canaries of a generation: each sentence, and its vector in base64."""
    kept = (await scans.fact(elastic, index, "canaries")).get("kept", ())
    return [(text, blob) for text, blob in kept]


def canaries(kept: Sequence[tuple[str, str]]) -> Operation:
    """Write the canaries: each sentence, and its vector in base64."""
    return fact("canaries", kept=[list(one) for one in kept])


async def changed_of(elastic: Elastic, index: str) -> str:
    """Return when pages or vectors of a generation last changed, "" where that is not known."""
    return str((await scans.fact(elastic, index, "changed")).get("at", ""))


def fact(name: str, **facts: Any) -> Operation:
    """Write what a generation says about itself under a name."""
    return bulk.written(name, mapping.kept_id("fact", name), {"kind": "fact", "facts": facts})


def wanted(fingerprint: Fingerprint) -> dict[str, Any]:
    """Return what makes another index: all but the reader, which is each root's own."""
    return made_with(mapping.meta_of(fingerprint, "", ""))


def made_with(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return what of an index's `_meta` another one may not have."""
    return {key: meta.get(key) for key in ("schema", "chunker", "embedder", "dims")}
