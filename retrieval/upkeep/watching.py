"""Keeps the index of some roots up to date while they change, until it is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from retrieval.errors import FootnoteError, IndexLocked, LedgerError
from retrieval.ingest.report import Report
from retrieval.ports import Changes, Clock, Reader, Watcher, Watchers
from retrieval.upkeep.alarms import STALE, Watchman
from retrieval.upkeep.refresh import Refresher


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often things are done, in seconds.

    `scan` is how long a root goes without being looked through whole: a change may be missed.
    After a failure it is tried again after `again`, twice as long each time, `longest` at most;
    while another process writes, after `locked`. `beat` is how often the watcher says that it is
    alive. `limit` is how long a change may wait until that is an alarm.
    """

    scan: float = 300.0
    again: float = 2.0
    longest: float = 60.0
    locked: float = 1.0
    beat: float = 15.0
    limit: timedelta = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Told:
    """Who is told that roots are followed, and that an index is too old."""

    watchers: Watchers
    watchman: Watchman


@dataclass(slots=True)
class _Root:
    """What is known of a root: since when a change waits, when to run next, failures in a row."""

    reader: Reader
    behind: datetime | None = None
    due: float = 0.0
    failures: int = 0


class Follower:
    """Follows roots into a collection."""

    def __init__(
        self,
        refresher: Refresher,
        changes: Changes,
        clock: Clock,
        told: Told | None = None,
        rhythm: Rhythm | None = None,
    ) -> None:
        """Take what indexes and what notices; without a ledger nobody is told."""
        self._refresher = refresher
        self._changes = changes
        self._clock = clock
        self._told = told
        self._rhythm = rhythm or Rhythm()
        self._roots: dict[str, _Root] = {}
        self._woken = asyncio.Event()

    async def run(self, readers: Sequence[Reader], collection: str, stop: asyncio.Event) -> None:
        """Index all roots, and again whatever changes, until `stop`.

        A run that has begun is ended. What fails is tried again; nothing that happens to a folder
        or an index ends this.
        """
        now = self._clock.now()
        self._roots = {reader.root: _Root(reader, behind=now) for reader in readers}
        tasks = [asyncio.create_task(self._notice(root)) for root in self._roots]
        tasks.append(asyncio.create_task(self._beat(collection)))
        stopping = asyncio.create_task(stop.wait())
        try:
            while not stop.is_set():
                await self._turn(collection, stop)
                await self._sleep(stopping)
        finally:
            for task in (*tasks, stopping):
                task.cancel()
            await asyncio.gather(*tasks, stopping, return_exceptions=True)
            await self._leave(collection)

    def standing(self) -> Mapping[str, datetime | None]:
        """Return since when each root has a change that is not indexed, None where it has none."""
        return {name: root.behind for name, root in self._roots.items()}

    async def _notice(self, name: str) -> None:
        """Mark a root whenever something changes in it."""
        root = self._roots[name]
        async for _ in self._changes.follow(name):
            root.behind = root.behind or self._clock.now()
            wait = self._rhythm.again if root.failures else 0.0
            root.due = min(root.due, self._clock.monotonic() + wait)
            self._woken.set()

    async def _turn(self, collection: str, stop: asyncio.Event) -> None:
        """Run what is due."""
        self._woken.clear()
        for root in self._roots.values():
            if root.due <= self._clock.monotonic() and not stop.is_set():
                await self._refresh(root, collection)

    async def _refresh(self, root: _Root, collection: str) -> None:
        """Index a root; what came while that went on is not taken for done."""
        waited, root.behind = root.behind, None
        root.due = self._clock.monotonic() + self._rhythm.scan
        try:
            report = await self._refresher.run(root.reader, collection, "watch")
            _log(report)
            whole = not (report.embedding_error or report.nothing_found)
            failures, wait = (0, 0.0) if whole else self._later(root)
        except IndexLocked:
            whole, failures, wait = False, root.failures, self._rhythm.locked
        except FootnoteError as error:
            log = structlog.get_logger()
            log.warning("not_refreshed", root=root.reader.root, reason=str(error))
            whole, (failures, wait) = False, self._later(root)
        except Exception:  # noqa: BLE001  (whatever it is, the next run may be spared it)
            structlog.get_logger().exception("not_refreshed", root=root.reader.root)
            whole, (failures, wait) = False, self._later(root)
        root.failures = failures
        if not whole:
            root.behind = waited or self._clock.now()
            root.due = self._clock.monotonic() + wait
        elif root.behind:
            root.due = self._clock.monotonic()
        await self._say(root, collection)

    def _later(self, root: _Root) -> tuple[int, float]:
        """Return how many failures in a row there are now, and how long to wait."""
        failures = root.failures + 1
        wait = self._rhythm.again * 2.0 ** min(failures - 1, 16)
        return failures, min(self._rhythm.longest, wait)

    async def _sleep(self, stopping: asyncio.Task[bool]) -> None:
        """Wait until a root is due, something changes, or it is time to stop."""
        due = min(root.due for root in self._roots.values())
        woken = asyncio.create_task(self._woken.wait())
        try:
            wait = max(0.0, due - self._clock.monotonic())
            await asyncio.wait({woken, stopping}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        finally:
            woken.cancel()

    async def _beat(self, collection: str) -> None:
        """Say from time to time that the roots are followed, and how far behind they are."""
        while True:
            for root in self._roots.values():
                await self._say(root, collection)
            await asyncio.sleep(self._rhythm.beat)

    async def _say(self, root: _Root, collection: str) -> None:
        """Say where a root stands; judge how old its index is."""
        if self._told is None:
            return
        now = self._clock.now()
        standing = Watcher(collection, root.reader.root, now, root.behind)
        unkept = ""
        try:
            await self._told.watchers.beat(collection, root.reader.root, root.behind)
        except LedgerError as error:
            unkept = str(error)
        await self._told.watchman.judge_watcher(standing, now, self._rhythm.limit, unkept)

    async def _leave(self, collection: str) -> None:
        """Say that the roots are not followed any more, and are not meant to be."""
        if self._told is None:
            return
        try:
            for name in self._roots:
                await self._told.watchers.leave(collection, name)
                await self._told.watchman.tell(STALE, f"{collection} {name}", "")
        except LedgerError:
            return  # It will be said that nothing has been heard of this process.


def _log(report: Report) -> None:
    """Say in the log what a run came to."""
    structlog.get_logger().info(
        "refreshed",
        collection=report.collection,
        root=report.root,
        seen=report.seen,
        new=report.new,
        changed=report.changed,
        deleted=report.deleted,
        failed=[one.path for one in report.failed],
        waits=report.embedding_error,
        seconds=round(report.seconds, 2),
    )
