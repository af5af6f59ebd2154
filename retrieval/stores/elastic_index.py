"""The write side of the Elasticsearch store: whose turn it is, and which index is written to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from retrieval.errors import StoreError
from retrieval.ports import Completion, Fingerprint
from retrieval.stores import elastic_aliases as aliases
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_facts as facts
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores.elastic_aliases import Aliases, Standing
from retrieval.stores.elastic_changes import Entry
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.elastic_generation import ElasticGeneration
from retrieval.stores.elastic_lease import SECONDS, Lease


class ElasticIndex:
    """The collections of one prefix, open for writing."""

    def __init__(  # noqa: PLR0913 - the last three say what is built
        self,
        elastic: Elastic,
        *,
        prefix: str = "footnote",
        wait: float = SECONDS + 5.0,
        held: bool = False,
        anew: bool = False,
        besides: Collection[str] = (),
    ) -> None:
        """`wait` bounds the wait for another process, in seconds: a killed one's lease runs out.

        `held`, `anew` and `besides` are for building, as the port says.
        """
        self._elastic = elastic
        self._prefix = prefix
        self._wait = wait
        self._build = ("anew" if anew else "held") if held or anew else ""
        self._besides = frozenset(besides)

    async def begin(
        self, collection: str, root: str, fingerprint: Fingerprint
    ) -> ElasticGeneration:
        """Take the lease; open the generation of `fingerprint`, or make it."""
        known = Aliases(self._elastic, self._prefix, collection)
        await self._elastic.ready()
        lease = Lease(self._elastic, self._prefix, collection)
        await lease.take(self._wait)
        try:
            standing = await known.all()
            found = await self._find(standing, root, fingerprint)
            donors = _donors(standing, fingerprint, self._build)
            index = found.index if found else await self._make(known, standing, fingerprint, donors)
            generation = await self._open(index, lease, donors)
            await _prepare(generation, root, fingerprint.reader)
            if found and not (found.held or any(one.in_use for one in standing)):
                await known.put_in_use(index)
        except BaseException:
            await lease.release()
            raise
        return generation

    async def _find(
        self, standing: Sequence[Standing], root: str, fingerprint: Fingerprint
    ) -> Standing | None:
        """Find the generation that `fingerprint` fits: the one in use, else the newest.

        For building: the newest that was built likewise, and neither is in use nor was before.
        """
        for one in sorted(standing, key=lambda one: not one.in_use):
            built = "anew" if one.meta.get("built") == "anew" else "held"
            kept = one.in_use or one.before
            if self._build and (kept or not one.held or built != self._build):
                continue
            if one.name in self._besides or facts.made_with(one.meta) != facts.wanted(fingerprint):
                continue
            roots = await facts.roots_of(self._elastic, one.index)
            reader, _ = roots.get(root, (fingerprint.reader, False))
            if reader == fingerprint.reader:
                return one
        return None

    async def _make(
        self,
        known: Aliases,
        standing: Sequence[Standing],
        fingerprint: Fingerprint,
        donors: Sequence[str],
    ) -> str:
        """Make a new generation, with the canaries of the one whose vectors it takes over."""
        name = aliases.next_name(standing)
        first = not self._build and not any(one.in_use for one in standing)
        made = datetime.now(UTC).isoformat(timespec="milliseconds")
        meta = mapping.meta_of(fingerprint, known.collection, name, made=made, built=self._build)
        index = await known.make(name, fingerprint.dims, meta, in_use=first, held=bool(self._build))
        for donor in donors:
            kept = await facts.canaries_of(self._elastic, donor)
            await bulk.run(self._elastic, index, [facts.canaries(kept)] if kept else [])
        return index

    async def _open(self, index: str, lease: Lease, donors: Sequence[str]) -> ElasticGeneration:
        """Read what is in a generation, and remove what a killed writer left in it."""
        await scans.refresh(self._elastic, index)
        entries = await facts.entries_of(self._elastic, index)
        await _remove_orphans(self._elastic, index, entries)
        there = scans.kind("chunk", scans.is_("vector_state", mapping.THERE))
        own = [index] if await scans.count(self._elastic, index, there) else []
        others = [one for one in donors if one != index]
        return ElasticGeneration(self._elastic, index, lease, entries, [*own, *others])

    async def roots(self, collection: str) -> Sequence[str]:
        """Name the roots of all generations of a collection, in order."""
        standing = await Aliases(self._elastic, self._prefix, collection).all()
        found = [await facts.roots_of(self._elastic, one.index) for one in standing]
        return sorted({root for roots in found for root in roots})

    async def complete(
        self,
        generation: ElasticGeneration,
        root: str,
        taken_over: Sequence[str] = (),
        *,
        gated: bool = False,
    ) -> Completion:
        """Say that `root` is wholly in it; put it in use once nothing is lacking."""
        known = Aliases(self._elastic, self._prefix, generation.lease.collection)
        standing = await known.all()
        again = any(one.before and one.index == generation.index for one in standing)
        lacking = await self._finish(generation, root, taken_over, again=again)
        used = next((one for one in standing if one.in_use), None)
        if used is not None and used.index == generation.index:
            return Completion(generation.name, current=True, without_vectors=lacking)
        held = any(one.held and one.index == generation.index for one in standing)
        done = await self._done(generation.index, again=again)
        wanted = sorted(await self._roots(used.index)) if used else []
        to_come = tuple(name for name in wanted if name not in {*done, *taken_over})
        ready = not (lacking or to_come or held)
        if ready:
            await _check(self._elastic, generation)
            generation.lease.check()
        waits = ready and gated and used is not None
        if ready and not waits:
            await facts.begin_anew(self._elastic, generation.index)
            await known.put_in_use(generation.index)
            await known.sweep()
        return Completion(generation.name, ready and not waits, lacking, to_come, held, waits)

    async def _roots(self, index: str) -> dict[str, tuple[str, bool]]:
        return await facts.roots_of(self._elastic, index)

    async def _done(self, index: str, *, again: bool) -> set[str]:
        """Name the roots that are wholly in an index, or were gone through `again`."""
        if again:
            return await facts.gone_through_again(self._elastic, index)
        return {name for name, (_, whole) in (await self._roots(index)).items() if whole}

    async def _finish(
        self, generation: ElasticGeneration, root: str, taken_over: Sequence[str], *, again: bool
    ) -> int:
        """Mark `root` as wholly in, or gone through `again`; return the texts without a vector."""
        known = await self._roots(generation.index)
        for name in known.keys() & set(taken_over):
            await _forget(generation, name)
        lacking = await generation.finish()
        reader, complete = known[root]
        if again or not complete:
            await generation.write([facts.root(root, reader, complete=True, again=again)])
        return lacking

    async def release(self, generation: ElasticGeneration) -> None:
        """Release the lease; what was put stays."""
        await generation.close()

    async def forget(self, collection: str, root: str) -> int:
        """Take every page of a root out of the collection; return how many there were."""
        lease = Lease(self._elastic, self._prefix, collection)
        await lease.take(self._wait)
        most = 0
        try:
            for one in await Aliases(self._elastic, self._prefix, collection).all():
                generation = await self._open(one.index, lease, ())
                most = max(most, await _forget(generation, root))
        finally:
            await lease.release()
        return most


async def _prepare(generation: ElasticGeneration, root: str, reader: str) -> None:
    """Note the root."""
    if root not in await facts.roots_of(generation.elastic, generation.index):
        await generation.write([facts.root(root, reader, complete=False)])


async def _forget(generation: ElasticGeneration, root: str) -> int:
    """Take out a root with its pages; return how many pages there were."""
    paths = list(generation.pages.of(root))
    for path in paths:
        await generation.remove(root, path)
    await generation.write([bulk.deleted(root, mapping.kept_id("root", root))])
    return len(paths)


async def _remove_orphans(elastic: Elastic, index: str, entries: Sequence[Entry]) -> None:
    """Take out chunks that no entry names, which a killed writer left."""
    if await scans.count(elastic, index, scans.kind("chunk")) == sum(one.chunks for one in entries):
        return
    current = {one.page: one.revision for one in entries}
    left = []
    wanted = ("page", "revision")
    async for hit in scans.scan(elastic, index, scans.kind("chunk"), source=wanted):
        said = hit["_source"]
        if current.get(said["page"]) != said["revision"]:
            left.append(bulk.deleted(said["page"], hit["_id"]))
    await bulk.run(elastic, index, left)


async def _check(elastic: Elastic, generation: ElasticGeneration) -> None:
    """Make sure that a generation has the chunks that its pages name. Raises StoreError."""
    entries = await facts.entries_of(elastic, generation.index)
    wanted = sum(one.chunks for one in entries)
    there = await scans.count(elastic, generation.index, scans.kind("chunk"))
    mine = generation.pages.entries
    if there != wanted or {one.page: one for one in entries} != mine:
        raise StoreError(
            f"Generation {generation.name} is not whole ({there} of {wanted} chunks,"
            f" {len(entries)} of {len(mine)} pages) and was not put in use; run the same command"
            " again."
        )


def _donors(standing: Sequence[Standing], fingerprint: Fingerprint, build: str) -> list[str]:
    """Name the index in use if the same embedder made its vectors; none when building afresh."""
    if build == "anew":
        return []
    same = fingerprint.embedder, fingerprint.dims
    return [
        one.index
        for one in standing
        if one.in_use and (one.meta.get("embedder"), one.meta.get("dims")) == same
    ]
