"""The generations of Elasticsearch collections: what there is, which is in use, what is wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from retrieval.errors import InputError, StoreError, StoreUnavailable
from retrieval.ports import GenerationFacts
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_aliases import Aliases, Standing, collections_of
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_contents import ElasticContents
from retrieval.stores.elastic_facts import begin_anew, changed_of, entries_of, roots_of
from retrieval.stores.elastic_lease import Lease
from retrieval.text.counted import number_of

State = tuple[str, str, bool, bool, bool]
"""Collection and name; whether it is in use, was before, is held."""


class ElasticUpkeep(ElasticContents):
    """The collections of one prefix and their generations; implements the three ports of upkeep."""

    async def collections(self) -> Sequence[str]:
        """Name the collections that have a generation, in use or not, in order."""
        return await collections_of(self.elastic, self.prefix)

    async def generations(self, collection: str) -> Sequence[GenerationFacts]:
        """Return the generations of a collection, the newest first."""
        standing = await Aliases(self.elastic, self.prefix, collection).all()
        return [await self._facts(collection, one) for one in standing]

    async def _facts(self, collection: str, one: Standing) -> GenerationFacts:
        """Ask an index what it is and holds."""
        state = (collection, one.name, one.in_use, one.before, one.held)
        damage = "It was made by another version of this program."
        try:
            if one.meta.get("schema") == mapping.SCHEMA_VERSION:
                return await self._read(one, state)
        except StoreUnavailable:
            raise
        except StoreError as error:
            damage = str(error)
        return GenerationFacts.damaged(state, damage)

    async def _read(
        self, one: Standing, state: tuple[str, str, bool, bool, bool]
    ) -> GenerationFacts:
        roots = await roots_of(self.elastic, one.index)
        waiting = await scans.digests_waiting(self.elastic, one.index)
        whole = bool(roots) and all(complete for _, complete in roots.values())
        return GenerationFacts(
            *state,
            complete=whole and not waiting,
            chunker=one.meta["chunker"],
            embedder=one.meta["embedder"],
            dims=int(one.meta["dims"]),
            roots={name: reader for name, (reader, _) in sorted(roots.items())},
            documents=await scans.count(self.elastic, one.index, scans.kind("page")),
            chunks=await scans.count(self.elastic, one.index, scans.kind("chunk")),
            without_vectors=len(waiting),
            made=_moment(one.meta.get("made", "")),
            changed=_moment(await changed_of(self.elastic, one.index)),
            size=await _size(self.elastic, one.index),
            anew=one.meta.get("built") == "anew",
        )

    async def swap(self, collection: str, generation: str, *, hold: bool = True) -> None:
        """Put a generation in use in one step, and hold the one that it takes the place of."""
        async with self._alone(collection) as known:
            one = await self.standing(collection, generation)
            if one.in_use and not await _also_in_use(known, one):
                return
            wanted = await self._facts(collection, one)
            if not (wanted.complete or one.in_use):
                raise InputError(f"Generation {generation} cannot be put in use: {wanted.lacks}.")
            await begin_anew(self.elastic, one.index)
            await known.put_in_use(one.index, hold_former=hold)
            await known.sweep()

    async def drop(self, collection: str, generation: str) -> None:
        """Remove a generation. Raises InputError for the one in use, IndexLocked."""
        async with self._alone(collection) as known:
            one = await self.standing(collection, generation)
            if one.in_use:
                raise InputError(f"Generation {generation} is in use and stays.")
            await known.remove([one.index])

    @asynccontextmanager
    async def _alone(self, collection: str) -> AsyncIterator[Aliases]:
        """Have the collection's aliases while nobody else writes to it."""
        known = Aliases(self.elastic, self.prefix, collection)
        lease = Lease(self.elastic, self.prefix, collection)
        await lease.take(self.wait)
        try:
            yield known
        finally:
            await lease.release()

    async def faults(self, collection: str, generation: str) -> Sequence[str]:
        """Look the documents of an index over; return a sentence for each thing wrong."""
        standing = await self.standing(collection, generation)
        index = standing.index
        entries = {one.current: one for one in await entries_of(self.elastic, index)}
        ordinals: dict[tuple[str, str], list[int]] = {place: [] for place in entries}
        strays = 0
        wanted = ("page", "revision", "ordinal")
        async for hit in scans.scan(self.elastic, index, scans.kind("chunk"), source=wanted):
            said = hit["_source"]
            places = ordinals.get((said["page"], said["revision"]))
            strays += places is None
            if places is not None:
                places.append(said["ordinal"])
        lacking = sum(
            sorted(ordinals[place]) != list(range(one.chunks)) for place, one in entries.items()
        )
        counts = {
            ("chunk stands under no page", "chunks stand under no page"): strays,
            ("page lacks some of its chunks", "pages lack some of their chunks"): lacking,
            ("chunk has lost its vector", "chunks have lost their vector"): await scans.count(
                self.elastic, index, _LOST
            ),
        }
        known = Aliases(self.elastic, self.prefix, collection)
        more = await _also_in_use(known, standing) if standing.in_use else []
        astray = [
            f"Generation {one} is in use as well, where one alone may be; the newest is searched."
            " Put one in use: python -m scripts.index swap --unchecked NAME."
            for one in more
        ]
        return astray + [f"{number_of(n, *what)}." for what, n in counts.items() if n]


async def _also_in_use(known: Aliases, one: Standing) -> list[str]:
    """Name the other generations that the alias of the one in use names, set by somebody else."""
    return [other.name for other in await known.all() if other.in_use and other.name != one.name]


_LOST = {
    "bool": {
        "filter": [{"term": {"kind": "chunk"}}, {"term": {"vector_state": mapping.THERE}}],
        "must_not": [{"exists": {"field": "vector"}}],
    }
}


async def _size(elastic: Elastic, index: str) -> int:
    """Return the bytes of an index, 0 where we may not know."""
    with elastic.translated():
        said = await elastic.api.options(ignore_status=[403, 405]).indices.stats(
            index=index, metric="store"
        )
    return int(said.get("_all", {}).get("primaries", {}).get("store", {}).get("size_in_bytes", 0))


def _moment(text: str) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
