"""Takes word that a page was published, and indexes it: one root at a time, behind the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import structlog

from retrieval.errors import FootnoteError, IndexLocked, PathUnusable
from retrieval.ingest.report import Report
from retrieval.ingest.roots import around
from retrieval.ports import Clock
from retrieval.upkeep.published import Folders

MOST_WAITING = 100
"""Roots that may wait; more than that is no publishing."""
LOCKED_SECONDS = 1.0
PATIENCE_SECONDS = 900.0
"""How often, and for how long, it is tried again while another process writes."""

Refresh = Callable[[Path, str], Awaitable[Report]]
"""Indexes a root into a collection. Raises what `Ingest.run` does."""
Roots = Callable[[str], Awaitable[Sequence[str]]]
"""Names the roots of a collection."""


class Busy(FootnoteError):
    """More waits to be indexed than may."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What will happen to a path: the root that is indexed, and whether that waited already."""

    path: str
    root: str
    collection: str
    waiting: bool


class Publisher:
    """Indexes what it is told of, if it lies under one of some folders."""

    def __init__(self, folders: Folders, refresh: Refresh, roots: Roots, clock: Clock) -> None:
        """Take the folders that pages may lie in, and what indexes."""
        self._folders = folders
        self._refresh = refresh
        self._roots = roots
        self._clock = clock
        self._waiting: dict[tuple[str, str], None] = {}
        self._woken = asyncio.Event()

    async def publish(self, path: str, collection: str = "") -> Planned:
        """Say what will be indexed, and see to it; where no collection is given, by the folder.

        Raises:
            InputError: The path is none, or not under one of the folders, or the collection is not
                one that may have it.
            PathUnusable: Nothing is there, and nothing that is indexed was.
            Busy: Too much waits.
        """
        place, collection = await asyncio.to_thread(self._folders.allowed, path, collection)
        known = await self._roots(collection)
        outer = [name for name in known if name == str(place)] or around(str(place), known)
        if not outer and not await asyncio.to_thread(place.exists):
            raise PathUnusable(f"There is nothing at {path}, and it lies in no indexed folder.")
        root = outer[0] if outer else str(place)
        key = (root, collection)
        waiting = key in self._waiting
        if not waiting and len(self._waiting) >= MOST_WAITING:
            raise Busy("Too much waits to be indexed. Try again in a minute.")
        self._waiting[key] = None
        self._woken.set()
        return Planned(str(place), root, collection, waiting)

    async def run(self) -> None:
        """Index what waits, for as long as the task lives."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting:
                root, collection = next(iter(self._waiting))
                del self._waiting[root, collection]
                await self._index(root, collection)

    async def _index(self, root: str, collection: str) -> None:
        """Index a root; while another process writes, wait for it."""
        log = structlog.get_logger().bind(root=root, collection=collection)
        until = self._clock.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                report = await self._refresh(Path(root), collection)
            except IndexLocked as error:
                if self._clock.monotonic() < until:
                    await asyncio.sleep(LOCKED_SECONDS)
                    continue
                log.warning("not_published", reason=str(error))
            except (FootnoteError, OSError) as error:
                log.warning("not_published", reason=str(error))
            except Exception:
                log.exception("not_published")
            else:
                log.info(
                    "published",
                    new=report.new,
                    changed=report.changed,
                    deleted=report.deleted,
                    failed=[one.path for one in report.failed],
                    seconds=round(report.seconds, 2),
                )
            return
