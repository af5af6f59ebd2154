"""When the index last changed: by its files, or by what a store says of itself."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring_upkeep
from retrieval.ports import Upkeep

if TYPE_CHECKING:
    from retrieval.settings import Settings

KEPT_BY_WRITERS = ("*.db", "*.db-wal", "*.current")
"""What only indexing changes. SQLite's shared memory (-shm), an empty write-ahead log (-wal) and
the locks are touched by whoever opens the index (https://www.sqlite.org/walformat.html)."""


def last_changed(folder: Path) -> float | None:
    """Return when an index in `folder` last changed, in seconds since 1970; None without one.

    Raises:
        OSError: The folder cannot be read, or a file went away meanwhile.
    """
    found = [path.stat() for pattern in KEPT_BY_WRITERS for path in folder.glob(pattern)]
    return max((one.st_mtime for one in found if one.st_size), default=None)


async def changed(settings: Settings) -> float | None:
    """Return when the index last changed, None where that is not known. Raises StoreError."""
    if settings.has_elasticsearch:
        return await last_changed_in(wiring_upkeep.upkeep(settings))
    with contextlib.suppress(OSError):
        return last_changed(settings.index_folder)
    return None


async def last_changed_in(upkeep: Upkeep) -> float | None:
    """Return when what is in use last changed, in seconds since 1970; None without anything.

    Raises:
        StoreError: The store cannot be asked.
    """
    found = [
        one.changed or one.made
        for collection in await upkeep.collections()
        for one in await upkeep.generations(collection)
        if one.in_use
    ]
    return max((at.timestamp() for at in found if at), default=None)
