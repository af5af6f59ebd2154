"""What a run was measured on, in plain data: kept with the run, to tell later what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import Any

from retrieval.ports import GenerationFacts, PageEntry, Runs, UpkeepStore

OLD = timedelta(days=7)
"""An index that nobody has brought up to date for so long is said to be old."""

TYPES = 30
"""How many types of files are told apart in a collection."""


async def inventory(upkeep: UpkeepStore, runs: Runs, pages: Collection[str]) -> dict[str, Any]:
    """Tell what every collection holds now.

    Args:
        upkeep: The generations, of which the ones in use are looked at.
        runs: When each collection was brought up to date.
        pages: The pages ("collection:path") whose digests are told: the right ones.

    Returns:
        `collections`: generation, embedder, chunker, readers, documents, chunks, without_vectors,
        types (documents by the ending of their path), and `indexed`, when a run last ended well.
        `pages`: the digests of those pages that are there.
    """
    collections: dict[str, Any] = {}
    digests: dict[str, str] = {}
    for name in await upkeep.collections():
        used = next((one for one in await upkeep.generations(name) if one.in_use), None)
        if used is None:
            continue
        entries = () if used.damage else await upkeep.entries(name, used.name)
        collections[name] = {**_facts(used, entries), "indexed": await _indexed(runs, name, used)}
        found = {f"{name}:{entry.path}": entry.digest[:16] for entry in entries}
        digests |= {page: found[page] for page in pages if page in found}
    return {"collections": collections, "pages": digests}


def documents(found: Mapping[str, Any]) -> int:
    """Count the documents of an inventory."""
    return sum(one["documents"] for one in found.get("collections", {}).values())


def old(found: Mapping[str, Any], now: datetime) -> list[str]:
    """Say of each collection that nobody has brought up to date for long how old it is."""
    said = []
    for name, one in found.get("collections", {}).items():
        if one["indexed"] and now - (since := datetime.fromisoformat(one["indexed"])) > OLD:
            said.append(
                f"The index of {name} was last brought up to date on {since:%Y-%m-%d}, "
                f"{(now - since).days} days ago: what is measured is that old."
            )
    return said


def _facts(used: GenerationFacts, entries: Sequence[PageEntry]) -> dict[str, Any]:
    """Tell what is known of a generation."""
    return {
        "generation": used.name,
        "embedder": used.embedder,
        "chunker": used.chunker,
        "readers": sorted(set(used.roots.values())),
        "documents": used.documents,
        "chunks": used.chunks,
        "without_vectors": used.without_vectors,
        "types": types(entry.path for entry in entries),
        "damage": used.damage,
    }


def types(paths: Iterable[str]) -> dict[str, int]:
    """Count documents by the ending of their path, the most frequent ones apart."""
    return dict(Counter(map(ending, paths)).most_common(TYPES))


def ending(path: str) -> str:
    """Return the ending of a path in small letters, without the dot."""
    return PurePosixPath(path).suffix.lower().removeprefix(".")[:12]


async def _indexed(runs: Runs, name: str, used: GenerationFacts) -> str:
    """Say when a collection was last brought up to date, or else last changed."""
    ended = [run.started for run in await runs.latest(name) if not run.error]
    moments = [*ended[:1], *([used.changed] if used.changed else [])]
    return max(moments).isoformat() if moments else ""
