"""Which generation of a collection is in use, which was before, which are held: aliases.

`PREFIX.COLLECTION` is the alias of the generation in use, `PREFIX.COLLECTION.before` that of the
one before it, `PREFIX.COLLECTION.held` that of all that only a swap puts in use. They are changed
by one call, which Elasticsearch does whole or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Conflict, Elastic
from retrieval.stores.elastic_lease import leases_of

BEFORE, HELD = "before", "held"
EVERY = ("open", "closed")
"""A closed index is one that is there: whoever wants to use it is told to open it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A generation of a collection as its index stands."""

    name: str
    index: str
    in_use: bool
    before: bool
    held: bool
    meta: Mapping[str, Any]


class Aliases:
    """The generations of one collection."""

    def __init__(self, elastic: Elastic, prefix: str, collection: str) -> None:
        """Raises InputError for a collection's name that cannot be one."""
        self._elastic = elastic
        self._prefix = prefix
        self.collection = collection
        self._used = mapping.alias_of(prefix, collection)

    async def all(self) -> list[Standing]:
        """Return the generations that there are, the newest first."""
        with self._elastic.translated():
            found = await self._elastic.api.options(ignore_status=404).indices.get(
                index=f"{self._used}.*", features="aliases,mappings", expand_wildcards=EVERY
            )
        standing = [
            self._standing(index, said)
            for index, said in found.items()
            if index not in {"error", "status"} and mapping.named(self._prefix, index)
        ]
        return sorted(standing, key=lambda one: int(one.name), reverse=True)

    def _standing(self, index: str, said: Mapping[str, Any]) -> Standing:
        aliases = said.get("aliases", {})
        return Standing(
            name=index.rpartition(".")[2],
            index=index,
            in_use=self._used in aliases,
            before=f"{self._used}.{BEFORE}" in aliases,
            held=f"{self._used}.{HELD}" in aliases,
            meta=said.get("mappings", {}).get("_meta", {}),
        )

    async def make(
        self, name: str, dims: int, meta: Mapping[str, Any], *, in_use: bool, held: bool
    ) -> str:
        """Make the index of a generation, in use or held from the first moment; return its name."""
        index = mapping.index_of(self._prefix, self.collection, name)
        aliases = [self._used] * in_use + [f"{self._used}.{HELD}"] * held
        # Whoever holds the lease is alone: an index of that name was made by a try before.
        with suppress(Conflict), self._elastic.translated():
            await self._elastic.within(30.0).indices.create(
                index=index,
                settings=mapping.settings(),
                mappings=mapping.mappings(dims, meta),
                aliases={alias: {} for alias in aliases},
                wait_for_active_shards="1",
            )
        return index

    async def put_in_use(self, index: str, *, hold_former: bool = False) -> None:
        """Put a generation in use in one step; the former one is the one before, maybe held."""
        standing = await self.all()
        actions: list[dict[str, Any]] = [_add(index, self._used)]
        for one in standing:
            if one.held and one.index == index:
                actions.append(_remove(one.index, f"{self._used}.{HELD}"))
            if one.index == index or not one.in_use:
                actions += [_remove(one.index, f"{self._used}.{BEFORE}")] * one.before
                continue
            actions += [_remove(one.index, self._used), _add(one.index, f"{self._used}.{BEFORE}")]
            if hold_former and not one.held:
                actions.append(_add(one.index, f"{self._used}.{HELD}"))
        with self._elastic.translated():
            await self._elastic.within(30.0).indices.update_aliases(actions=actions)

    async def sweep(self) -> None:
        """Remove the generations that are neither in use, nor the one before, nor held."""
        idle = [one.index for one in await self.all() if not (one.in_use or one.before or one.held)]
        await self.remove(idle)

    async def remove(self, indices: Sequence[str]) -> None:
        """Remove indices; their aliases go with them."""
        for index in indices:
            with self._elastic.translated():
                await self._elastic.api.options(ignore_status=404).indices.delete(index=index)


async def collections_of(elastic: Elastic, prefix: str) -> list[str]:
    """Name the collections that have a generation, in use or not, in order."""
    with elastic.translated():
        found = await elastic.api.options(ignore_status=404).indices.get(
            index=f"{prefix}.*", features="aliases", expand_wildcards=EVERY
        )
    known = (mapping.named(prefix, index) for index in found)
    return sorted({one[0] for one in known if one})


async def remove_prefix(elastic: Elastic, prefix: str) -> None:
    """Remove every index of a prefix, that of its leases included."""
    api = elastic.api.options(ignore_status=404)
    names = [f"{prefix}.*", leases_of(prefix)]
    with elastic.translated():
        found = await api.indices.get(
            index=names, features="aliases", expand_wildcards=EVERY, ignore_unavailable=True
        )
        for index in found:
            await api.indices.delete(index=index)


def next_name(standing: Sequence[Standing]) -> str:
    """Return a name for a new generation: one more than the highest."""
    return f"{max((int(one.name) for one in standing), default=0) + 1:04d}"


def _add(index: str, alias: str) -> dict[str, Any]:
    return {"add": {"index": index, "alias": alias}}


def _remove(index: str, alias: str) -> dict[str, Any]:
    return {"remove": {"index": index, "alias": alias, "must_exist": False}}
