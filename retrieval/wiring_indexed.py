"""Finds what is indexed in the store of the settings, and says what to do where none is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retrieval.errors import IndexMissing
from retrieval.footnote import among
from retrieval.upkeep import generations
from retrieval.wiring_upkeep import SQLITE, upkeep

if TYPE_CHECKING:
    from retrieval.settings import Settings


async def unsearchable(settings: Settings, collection: str | None = None) -> str:
    """Say what to do with what is indexed and not in use: of a collection, or of the first.

    With Elasticsearch that goes for what stands in the files of SQLite alone, too.
    """
    store = upkeep(settings)
    there = await store.collections()
    for name in [collection] if collection else there:
        if said := generations.unsearchable(await store.generations(name)):
            return said
    return "" if there else await _uncopied(settings, collection)


async def indexed(settings: Settings, collection: str | None = None) -> tuple[str, ...]:
    """Return the collection that was named, or all that are in the store of the settings.

    Raises as `retrieval.footnote.among` does; what could be copied there is named.
    """
    there = await upkeep(settings).collections()
    if not there and (said := await _uncopied(settings, collection)):
        raise IndexMissing(said)
    return among(there, collection)


async def _uncopied(settings: Settings, collection: str | None) -> str:
    """Say how to copy what SQLite has, where a server was named that has no collection yet."""
    if not settings.has_elasticsearch:
        return ""
    files = upkeep(settings, SQLITE)
    for name in await files.collections():
        if collection in {None, name} and generations.in_use(await files.generations(name)):
            return generations.uncopied(name)
    return ""
