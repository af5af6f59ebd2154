"""Looks, while the bot runs, whether its indexes are kept fresh, and tells of it when not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

import structlog

from bot.hook import Hook
from bot.metrics import Metrics
from bot.settings import BotSettings
from retrieval import wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError
from retrieval.ports import Alarms, Clock, Watcher, Watchers
from retrieval.upkeep.published import Folders
from retrieval.wiring_upkeep import IndexLedger

if TYPE_CHECKING:
    from retrieval.settings import Settings

JUDGE_SECONDS = 60.0
MODEL_SECONDS = 3_600.0


class Judge(Protocol):
    """Tells what is wrong with an index."""

    async def judge_watcher(self, watcher: Watcher, now: datetime, limit: timedelta) -> None:
        """Judge how old the index is that a watcher keeps."""


class Oversight:
    """Judges the watchers from time to time, and the embedding model more rarely."""

    def __init__(
        self,
        watchers: Watchers,
        judge: Judge,
        clock: Clock,
        limit: timedelta,
        same_model: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """`same_model` tells of a model that is not what it was; None where it cannot change."""
        self._watchers = watchers
        self._judge = judge
        self._clock = clock
        self._limit = limit
        self._same_model = same_model
        self._asked: float | None = None

    async def run(self) -> None:
        """Look for as long as the task lives."""
        while True:
            try:
                await self.look()
            except FootnoteError as error:
                structlog.get_logger().warning("not_overseen", reason=str(error))
            await asyncio.sleep(JUDGE_SECONDS)

    async def look(self) -> None:
        """Look once. Raises FootnoteError."""
        for watcher in await self._watchers.all():
            await self._judge.judge_watcher(watcher, self._clock.now(), self._limit)
        now = self._clock.monotonic()
        if self._same_model and (self._asked is None or now - self._asked >= MODEL_SECONDS):
            self._asked = now
            await self._same_model()


async def figures(metrics: Metrics, alarms: Alarms, watchers: Watchers, clock: Clock) -> None:
    """Bring the figures of the indexes up to date. Raises LedgerError."""
    standing = [alarm.kind for alarm in await alarms.standing()]
    for kind in ("empty", "failing", "stale", "canaries", "held"):
        metrics.alarms.labels(kind).set(standing.count(kind))
    now = clock.now()
    for watcher in await watchers.all():
        behind = (now - watcher.behind).total_seconds() if watcher.behind else 0.0
        metrics.index_behind.labels(watcher.collection, watcher.root).set(max(0.0, behind))


@asynccontextmanager
async def looking_after(
    settings: Settings, bot: BotSettings, ledger: IndexLedger, collections: Collection[str]
) -> AsyncIterator[Hook | None]:
    """Look after the indexes for a while; yields the hook for publishers, if there is to be one."""
    watchman = wiring_upkeep.watchman(ledger, bot.policy)
    limit = timedelta(minutes=settings.index_age_minutes)
    same = wiring_upkeep.same_model(settings, watchman)
    oversight = Oversight(ledger.watchers, watchman, SystemClock(), limit, same)
    tasks = [asyncio.create_task(oversight.run())]
    hook = None
    if bot.ingest_secret:
        folders = Folders.read(bot.ingest_roots, collections)
        publisher = wiring_upkeep.publisher(settings, folders, ledger, watchman, bot.policy)
        tasks.append(asyncio.create_task(publisher.run()))
        hook = Hook(bot.ingest_secret.get_secret_value(), publisher.publish)
    try:
        yield hook
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
