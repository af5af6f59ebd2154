"""Workers: they lease rows of the inbox, work on a few at once, and give them back when stopped."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

import structlog

from retrieval.errors import FootnoteError, LedgerError
from retrieval.ports import Job, Queue

POLL_SECONDS = 1.0
"""How often to look for rows that another process put, or whose lease ran out."""
ATTEMPTS = 4
"""A row whose attempt of this number, or a later one, fails is closed."""


class LeaseLost(FootnoteError):
    """Another worker holds the row now; this one must leave it alone."""


class Later(FootnoteError):
    """A row cannot be done now: it is given back for `seconds`, which is no failed attempt."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


FRESH = 0.7
"""The part of a lease after which the ledger is asked before anything is written to Slack."""


def _now() -> tuple[float, float]:
    """Return the time by two clocks: one may stand while a machine sleeps, one may be set back."""
    return time.monotonic(), time.time()


@dataclass(slots=True)
class Work:
    """A row in work. `stopped` says why its work was cancelled: lost, deleted, draining.

    `since` is when its lease was last known to be ours, before the ledger was asked.
    """

    job: Job
    queue: Queue
    lease_seconds: float = 15.0
    task: asyncio.Task[str] | None = None
    stopped: str = ""
    since: tuple[float, float] = field(default_factory=_now)
    noted: Mapping[str, Any] = field(default_factory=dict)

    async def note(self, progress: Mapping[str, Any]) -> None:
        """Commit what was done so far, over what was noted of it. Raises LeaseLost, LedgerError."""
        noted = {**self.job.progress, **self.noted, **progress}
        if not await self.queue.note(self.job, noted):
            await self._lost()
        self.noted = noted

    async def hold(self) -> None:
        """Make sure that the row is still ours, for a whole lease. Raises LeaseLost, LedgerError.

        To be awaited before something is posted that another worker would not find.
        """
        if not await self.renew():
            await self._lost()

    async def renew(self) -> bool:
        """Hold the row for another lease; False where it is not ours. Raises LedgerError."""
        now = _now()
        held = await self.queue.renew(self.job, seconds=self.lease_seconds)
        if held:
            self.since = now
        return held

    async def sure(self) -> None:
        """Make sure, just before Slack is written to, that nobody else does in our place.

        The ledger is asked only where the lease may have run out: while this process stood still.
        Raises LeaseLost, LedgerError.
        """
        if self.stopped == "lost":
            raise LeaseLost("Another worker has taken the question over.")
        past = max(now - since for now, since in zip(_now(), self.since, strict=True))
        if not self.stopped and past > FRESH * self.lease_seconds:
            await self.hold()

    async def _lost(self) -> NoReturn:
        """Stop for the reason for which the row is not ours to work on."""
        self.stop(await self.queue.stopped(self.job) or "lost")
        raise LeaseLost("Another worker has taken the question over, or it was deleted.")

    def stop(self, why: str) -> None:
        """Cancel the work, for a reason; once, for it may have a last word to say."""
        if self.task and not self.stopped:
            self.task.cancel()
        self.stopped = self.stopped or why


Handle = Callable[[Work], Awaitable[str]]
"""Deals with a row and says in a word how it ended."""


@dataclass(frozen=True, slots=True)
class Shift:
    """How much is worked on at once, and how long.

    A row is held for `lease_seconds` without a sign of life: so long waits what a killed process
    was working on. What is in work when the bot is stopped has `drain_seconds` to end.
    Only rows of lanes that begin with one of `within` are taken: those of the bot's workspaces,
    asked for each time where they may change; while there are none, no row is taken.
    """

    count: int
    lease_seconds: float
    drain_seconds: float
    within: tuple[str, ...] | Callable[[], tuple[str, ...]] = ()


class Workers:
    """Works on the inbox's rows, a few at once, until it is drained."""

    def __init__(self, queue: Queue, handle: Handle, shift: Shift) -> None:
        self._queue = queue
        self._handle = handle
        self._shift = shift
        self._woken = asyncio.Event()
        self._stopping = False
        self._running: dict[asyncio.Task[None], Work] = {}

    @property
    def free(self) -> int:
        """How many more rows can be worked on now."""
        return max(0, self._shift.count - len(self._running))

    def wake(self) -> None:
        """Look for rows now: one was put."""
        self._woken.set()

    def cancel(self, message_key: str) -> bool:
        """Stop the work on a message that is no more; False where nobody here works on it."""
        for work in self._running.values():
            if work.job.payload.get("message_key") == message_key and work.job.kind == "question":
                work.stop("deleted")
                return True
        return False

    def halt(self, lane: str) -> bool:
        """Stop the answer that is given in a thread; False where nobody here gives one."""
        for work in self._running.values():
            if work.job.lane == lane and work.job.kind == "question":
                work.stop("stopped")
                return True
        return False

    async def run(self) -> None:
        """Lease and work until `drain`."""
        while not self._stopping:
            self._woken.clear()
            if not await self._take():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)

    async def drain(self) -> None:
        """Take no more; wait for what is in work, then give the rest back."""
        self._stopping = True
        self.wake()
        if self._running:
            await asyncio.wait(self._running, timeout=self._shift.drain_seconds)
        for work in self._running.values():
            work.stop("draining")
        if self._running:
            await asyncio.wait(self._running)

    async def _take(self) -> bool:
        """Lease as many rows as there are free workers; whether there were any."""
        shift, since = self._shift, _now()
        free = self.free
        within = shift.within() if callable(shift.within) else shift.within
        if not free or (callable(shift.within) and not within):
            return False
        try:
            jobs = await self._queue.lease(seconds=shift.lease_seconds, most=free, within=within)
            if self._stopping:
                for job in jobs:
                    await self._queue.release(job)
                return False
        except LedgerError as error:
            structlog.get_logger().warning("no_lease", reason=str(error))
            return False
        for job in jobs:
            work = Work(job, self._queue, self._shift.lease_seconds, since=since)
            task = asyncio.create_task(self._do(work))
            self._running[task] = work
            task.add_done_callback(self._done)
        return bool(jobs)

    def _done(self, task: asyncio.Task[None]) -> None:
        """Forget a row that was worked on, and look for the next."""
        del self._running[task]
        self.wake()
        if not task.cancelled() and (error := task.exception()):
            structlog.get_logger().error("worker_failed", exc_info=error)

    async def _do(self, work: Work) -> None:
        """Work on a row while holding its lease; close it, give it back or leave it."""
        work.task = asyncio.ensure_future(self._handle(work))
        holding = asyncio.create_task(self._hold(work))
        log = structlog.get_logger().bind(job=work.job.id, kind=work.job.kind)
        try:
            result = await work.task
        except asyncio.CancelledError:
            await self._stopped(work)
        except LeaseLost:
            log.warning("lease_lost")
        except Later as later:
            await self._later(work, later.seconds)
        except Exception as error:  # noqa: BLE001 - one row must not stop the others
            await self._failed(work, error)
        else:
            await self._finish(work, result)
        finally:
            holding.cancel()

    async def _hold(self, work: Work) -> None:
        """Renew the lease until cancelled; stop the work when the lease is lost."""
        while True:
            await asyncio.sleep(self._shift.lease_seconds / 3)
            try:
                await work.hold()
            except LedgerError:
                continue  # The lease may still hold: whoever writes next finds out.
            except LeaseLost:
                return

    async def _stopped(self, work: Work) -> None:
        """Close or give back a row whose work was cancelled."""
        match work.stopped:
            case "deleted" | "stopped":
                await self._finish(work, work.stopped)
            case "lost":
                structlog.get_logger().warning("lease_lost", job=work.job.id)
            case _:
                with contextlib.suppress(LedgerError):
                    await self._queue.release(work.job)

    async def _later(self, work: Work, seconds: float) -> None:
        """Give a row back for a while; at once where it was cancelled, so that it is closed."""
        try:
            if not await self._queue.later(work.job, seconds=seconds):
                await self._queue.release(work.job)
        except LedgerError as error:
            structlog.get_logger().warning("not_given_back", job=work.job.id, reason=str(error))

    async def _failed(self, work: Work, error: Exception) -> None:
        """Leave a row for another attempt once its lease runs out; close it after several."""
        job, last = work.job, work.job.attempts >= ATTEMPTS
        structlog.get_logger().warning(
            "attempt_failed",
            job=job.id,
            kind=job.kind,
            attempt=job.attempts,
            reason=str(error),
            exc_info=None if isinstance(error, FootnoteError) else error,
        )
        if last:
            await self._finish(work, "failed")

    async def _finish(self, work: Work, result: str) -> None:
        """Close a row; where that fails its lease runs out and it is looked at again."""
        log = structlog.get_logger()
        try:
            held = await self._queue.finish(work.job, result)
        except LedgerError as error:
            log.warning("not_closed", job=work.job.id, reason=str(error))
            return
        log.info("done", job=work.job.id, kind=work.job.kind, result=result, held=held)
