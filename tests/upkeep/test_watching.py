"""Following: what changes is indexed, what fails is tried again, and nothing ends it but us."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from retrieval.clock import SystemClock
from retrieval.errors import IndexLocked, ModelUnavailable, ReaderError
from retrieval.ingest.report import Report
from retrieval.ledger.ledger import Ledger
from retrieval.upkeep.alarms import Watchman
from retrieval.upkeep.watching import Follower, Rhythm, Told
from tests.fakes.pages import FakeReader
from tests.upkeep.test_alarms import REPORT

QUICK = Rhythm(scan=3600, again=0.01, longest=0.02, locked=0.01, beat=0.01)


class Pushes:
    """Changes that a test makes; implements the port `Changes`."""

    def __init__(self) -> None:
        self.made: asyncio.Queue[None] = asyncio.Queue()

    async def follow(self, root: str) -> AsyncIterator[None]:
        """Yield what the test pushes."""
        while True:
            yield await self.made.get()


class Outcomes:
    """Stands in for the refresher: each run comes to the next outcome, the last one for good."""

    def __init__(self, *outcomes: Report | Exception) -> None:
        self.outcomes = list(outcomes)
        self.runs = 0

    async def run(self, reader, collection, by, watch=None) -> Report:
        """Run."""
        self.runs += 1
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


@asynccontextmanager
async def _following(
    refresher: Outcomes, pushes: Pushes, rhythm: Rhythm = QUICK, told: Told | None = None
) -> AsyncIterator[Follower]:
    follower = Follower(refresher, pushes, SystemClock(), told, rhythm)
    stop = asyncio.Event()
    task = asyncio.create_task(follower.run([FakeReader({})], "docs", stop))
    try:
        yield follower
    finally:
        stop.set()
        async with asyncio.timeout(5):
            await task


async def _until(true: Callable[[], bool]) -> None:
    """Give others their turn until something is true."""
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110  (what is waited for tells nobody)
            await asyncio.sleep(0)


async def test_each_change_is_indexed() -> None:
    """All is indexed at the start, then again with each change; in between nothing waits."""
    refresher, pushes = Outcomes(REPORT), Pushes()
    async with _following(refresher, pushes) as follower:
        await _until(lambda: refresher.runs == 1 and follower.standing() == {"here": None})
        pushes.made.put_nowait(None)
        await _until(lambda: refresher.runs == 2 and follower.standing() == {"here": None})


async def test_a_missed_change_is_found_by_looking_through_all() -> None:
    """Now and then a root is run without a change."""
    refresher = Outcomes(REPORT)
    async with _following(refresher, Pushes(), replace(QUICK, scan=0.01)):
        await _until(lambda: refresher.runs > 2)


async def test_what_fails_is_tried_again() -> None:
    """A folder that is gone, a lease of another, a model that is down, a mistake of ours."""
    without = replace(REPORT, embedding_error="The service is down.")
    refresher = Outcomes(
        ReaderError("There is no folder."),
        IndexLocked("Another process is indexing."),
        ModelUnavailable("It is down."),
        ZeroDivisionError("a mistake"),
        without,
        replace(REPORT, seen=0),
        REPORT,
    )
    async with _following(refresher, Pushes()) as follower:
        await _until(lambda: refresher.runs == 7 and follower.standing() == {"here": None})


async def test_a_change_that_waits_keeps_its_age() -> None:
    """It is behind from the first moment on, however often it fails."""
    refresher = Outcomes(ReaderError("There is no folder."))
    async with _following(refresher, Pushes()) as follower:
        await _until(lambda: refresher.runs == 1 and follower.standing()["here"] is not None)
        first = follower.standing()["here"]
        await _until(lambda: refresher.runs > 3)

        assert follower.standing()["here"] == first


async def test_the_ledger_knows_who_follows_what(tmp_path: Path) -> None:
    """While it is followed, with an alarm when it is late; not any more when it was stopped."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        watchman = Watchman(ledger.alarms, ledger.outbox)
        told = Told(ledger.watchers, watchman)
        refresher = Outcomes(ReaderError("There is no folder."))
        late = replace(QUICK, limit=timedelta(0))
        async with _following(refresher, Pushes(), late, told), asyncio.timeout(5):
            while not await watchman.standing():  # noqa: ASYNC110
                await asyncio.sleep(0)
            (watcher,) = await ledger.watchers.all()
        left = await ledger.watchers.all()
        over = await watchman.standing()

    assert [] == list(over)
    assert ("docs", "here") == (watcher.collection, watcher.root)
    assert watcher.behind is not None
    assert [] == list(left)
