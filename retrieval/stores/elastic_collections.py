"""Which collections Elasticsearch has, and which index each of them is now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retrieval.errors import IndexMismatch
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_aliases import EVERY
from retrieval.stores.elastic_client import Elastic
from retrieval.stores.embedders import Embedded
from retrieval.stores.generations import nothing_indexed
from retrieval.text.commands import ingest_command


@dataclass(frozen=True, slots=True)
class Opened(Embedded):
    """The index that a collection is at one moment, and what made it."""

    generation: str
    index: str


class Collections:
    """The collections of one prefix. What an alias names is remembered until it is asked again."""

    def __init__(
        self, elastic: Elastic, prefix: str, pinned: Mapping[str, str] | None = None
    ) -> None:
        """`pinned` names a generation of each of some collections, in place of that in use."""
        self._elastic = elastic
        self.prefix = prefix
        self._pinned = dict(pinned or {})
        self._known: dict[str, Opened] = {}

    def target(self, collection: str) -> str:
        """Return what a collection is searched by: its alias, or the index that is pinned."""
        if collection in self._pinned:
            return mapping.index_of(self.prefix, collection, self._pinned[collection])
        return mapping.alias_of(self.prefix, collection)

    async def names(self) -> list[str]:
        """Name the collections that have an index in use, a closed one too: it is only away."""
        await self._elastic.ready()
        with self._elastic.translated():
            said = await self._elastic.api.indices.get_alias(
                name=f"{self.prefix}.*", expand_wildcards=EVERY
            )
        found = {
            made[0]
            for index, told in said.items()
            if (made := mapping.named(self.prefix, index))
            and mapping.alias_of(self.prefix, made[0]) in told["aliases"]
        }
        return sorted(found.union(self._pinned))

    async def open(
        self, names: Sequence[str], *, all_of_them: bool, fresh: bool
    ) -> tuple[Opened, ...]:
        """Return the indices of collections; those that are not there are passed over.

        One that is not `fresh` may be what was in use when it was last asked. Raises IndexMissing
        where there is none, or one is missing and `all_of_them` are needed.
        """
        if fresh or not all(name in self._known for name in names):
            await self._elastic.ready()
            found = await self.now(names)
            for name in names:
                self._known.pop(name, None)
            self._known.update(found)
        opened = [self._known[name] for name in names if name in self._known]
        missing = [name for name in names if name not in self._known]
        if missing and (all_of_them or not opened):
            raise nothing_indexed(missing[0])
        return tuple(opened)

    async def now(self, names: Sequence[str]) -> dict[str, Opened]:
        """Ask which index each collection is. Raises IndexMismatch for one of other code's."""
        if not names:
            return {}
        with self._elastic.translated():
            said = await self._elastic.api.indices.get_mapping(
                index=[self.target(name) for name in names],
                ignore_unavailable=True,
                allow_no_indices=True,
                filter_path="*.mappings._meta",
            )
        found: dict[str, Opened] = {}
        for index in sorted(said.body):
            opened = self._opened(index, said[index]["mappings"].get("_meta", {}))
            if opened is not None:
                found[opened.collection] = opened
        return found

    def _opened(self, index: str, meta: Mapping[str, Any]) -> Opened | None:
        pins = self._pinned.items()
        pinned = (pin for pin in pins if mapping.index_of(self.prefix, *pin) == index)
        made = next(pinned, None) or mapping.named(self.prefix, index)
        if made is None:
            return None
        collection, generation = made
        if meta.get("schema") != mapping.SCHEMA_VERSION:
            raise IndexMismatch(
                f"The index {index} was made by another version of this program. Run"
                f" {ingest_command(collection)} to make it again."
            )
        dims = int(meta["dims"])
        return Opened(collection, str(meta["embedder"]), dims, generation, index)
