"""Workers take rows, hold them while they work, and close, leave or give them back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.slack.work import ATTEMPTS, LeaseLost, Shift, Work, Workers
from retrieval import wiring
from retrieval.errors import FootnoteError, LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Job
from retrieval.settings import load

DRAIN = 0.1


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


async def _put(ledger: Ledger, number: int, lane: str = "") -> None:
    payload = {"number": number, "message_key": f"T:C:{number}"}
    assert await ledger.inbox.put("question", lane or f"lane{number}", payload, [f"key{number}"])


async def _until_idle(ledger: Ledger, workers: Workers) -> None:
    """Work until nothing is left."""
    running = asyncio.create_task(workers.run())
    async with asyncio.timeout(10):
        while True:
            backlog = await ledger.inbox.backlog()
            if not backlog.waiting + backlog.working:
                break
            await asyncio.sleep(0.01)
    await workers.drain()
    await running


async def _at_work(ledger: Ledger, ended: list[str]) -> tuple[Workers, asyncio.Task[None]]:
    """Return workers that hold row 1 and their task; `ended` gets why the work was stopped."""
    started = asyncio.Event()

    async def handle(work: Work) -> str:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(work.stopped)
        return "never"

    workers = Workers(ledger.inbox, handle, Shift(1, 10, DRAIN))
    await _put(ledger, 1)
    running = asyncio.create_task(workers.run())
    await started.wait()
    return workers, running


async def test_every_row_is_worked_on_once(ledger: Ledger) -> None:
    """Twenty rows, four workers: each handled once, at most four at a time."""
    handled: list[int] = []
    at_once: list[int] = [0]

    async def handle(work: Work) -> str:
        at_once.append(at_once[-1] + 1)
        await asyncio.sleep(0)
        handled.append(work.job.payload["number"])
        at_once.append(at_once[-1] - 1)
        return "answered"

    for number in range(20):
        await _put(ledger, number)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(4, 10, DRAIN)))

    assert list(range(20)) == sorted(handled)
    assert max(at_once) <= 4


async def test_a_thread_is_worked_on_in_order(ledger: Ledger) -> None:
    """Rows of one lane are handled one at a time, the oldest first."""
    events: list[str] = []

    async def handle(work: Work) -> str:
        events.append(f"start {work.job.payload['number']}")
        await asyncio.sleep(0.01)
        events.append(f"end {work.job.payload['number']}")
        return "answered"

    for number in range(3):
        await _put(ledger, number, "thread")
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(4, 10, DRAIN)))

    assert [f"{word} {n}" for n in range(3) for word in ("start", "end")] == events


async def test_a_row_is_held_as_long_as_its_work_lasts(ledger: Ledger) -> None:
    """A lease shorter than the work is renewed: nobody else gets the row."""
    handled: list[int] = []

    async def handle(work: Work) -> str:
        handled.append(work.job.attempts)
        await asyncio.sleep(0.5)
        return "answered"

    await _put(ledger, 1)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(2, 0.15, DRAIN)))

    assert [1] == handled


async def test_a_failed_attempt_is_followed_by_another(ledger: Ledger) -> None:
    """What fails is tried again once its lease ran out, and closed after several attempts."""
    attempts: list[int] = []

    async def handle(work: Work) -> str:
        attempts.append(work.job.attempts)
        raise FootnoteError("Slack cannot be reached.")

    await _put(ledger, 1)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(1, 0.05, DRAIN)))

    assert list(range(1, ATTEMPTS + 1)) == attempts


async def test_a_row_that_breaks_its_handler_stops_no_other(ledger: Ledger) -> None:
    """A bug in one row's work leaves the workers working."""
    handled: list[int] = []

    async def handle(work: Work) -> str:
        if work.job.payload["number"] == 0:
            raise ValueError("a bug")
        handled.append(work.job.payload["number"])
        return "answered"

    for number in range(3):
        await _put(ledger, number)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(1, 0.05, DRAIN)))

    assert [1, 2] == handled


async def test_a_stopping_bot_finishes_what_it_can_and_gives_back_the_rest(
    ledger: Ledger,
) -> None:
    """Draining waits its time, then the row is free for others at once."""
    ended: list[str] = []
    workers, running = await _at_work(ledger, ended)
    await workers.drain()
    await running
    again = await ledger.inbox.lease(seconds=10)

    assert ["draining"] == ended
    assert [2] == [job.attempts for job in again]


async def test_a_deleted_question_is_closed(ledger: Ledger) -> None:
    """Its work is stopped, and no attempt follows; another message's key stops nothing."""
    ended: list[str] = []
    workers, running = await _at_work(ledger, ended)

    assert not workers.cancel("T:C:2")
    assert workers.cancel("T:C:1")
    await workers.drain()
    await running
    assert ["deleted"] == ended
    assert 0 == (await ledger.inbox.backlog()).waiting


async def test_an_answer_is_stopped_by_its_thread(ledger: Ledger) -> None:
    """Its row is closed as stopped; another thread's lane stops nothing."""
    ended: list[str] = []
    workers, running = await _at_work(ledger, ended)

    assert not workers.halt("lane2")
    assert workers.halt("lane1")
    await workers.drain()
    await running
    assert ["stopped"] == ended
    assert 0 == (await ledger.inbox.backlog()).waiting


async def test_what_is_stopped_says_its_last_word(ledger: Ledger) -> None:
    """It is cancelled once: the next sign of life of its lease does not break it off again."""
    await _put(ledger, 1)
    (job,) = await ledger.inbox.lease(seconds=10)
    work, said = Work(job, ledger.inbox), asyncio.Event()

    async def last_word() -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await said.wait()
            raise
        return "never"

    work.task = asyncio.ensure_future(last_word())
    await asyncio.sleep(0)
    for why in ("stopped", "lost"):
        work.stop(why)
        await asyncio.sleep(0)
    said.set()
    with pytest.raises(asyncio.CancelledError):
        await work.task

    assert "stopped" == work.stopped


async def test_who_lost_the_lease_stops_writing(ledger: Ledger) -> None:
    """A note under a lost lease raises, and the new holder's row is left alone."""
    await _put(ledger, 1)
    (slow,) = await ledger.inbox.lease(seconds=0.0)
    (quick,) = await ledger.inbox.lease(seconds=10)
    work = Work(slow, ledger.inbox)

    with pytest.raises(LeaseLost):
        await work.note({"ts": ["1.0"]})
    assert "lost" == work.stopped
    assert await ledger.inbox.finish(quick, "answered")


async def test_a_locked_ledger_is_tried_again(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lease that cannot be taken is no end of the work."""
    real, failures = ledger.inbox.lease, [LedgerError("The ledger is busy.")]

    async def lease(**options: float) -> object:
        if failures:
            raise failures.pop()
        return await real(**options)

    async def handle(work: Work) -> str:
        return "answered"

    monkeypatch.setattr(ledger.inbox, "lease", lease)
    monkeypatch.setattr("bot.slack.work.POLL_SECONDS", 0.01)
    await _put(ledger, 1)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(1, 10, DRAIN)))

    assert [] == failures


async def test_another_workspaces_rows_are_left_alone(ledger: Ledger) -> None:
    """Two bots on one ledger: each works on the lanes of its own workspace, and none is lost."""
    handled: dict[str, list[int]] = {"T1": [], "T2": []}

    def bot(team: str) -> Workers:
        async def handle(work: Work) -> str:
            handled[team].append(work.job.payload["number"])
            return "answered"

        return Workers(ledger.inbox, handle, Shift(4, 10, DRAIN, within=(f"{team}:",)))

    for number in range(8):
        await _put(ledger, number, lane=f"T{number % 2 + 1}:C:{number}")
    other = bot("T2")
    running = asyncio.create_task(other.run())
    await _until_idle(ledger, bot("T1"))
    await other.drain()
    await running

    assert {"T1": [0, 2, 4, 6], "T2": [1, 3, 5, 7]} == {
        team: sorted(numbers) for team, numbers in handled.items()
    }


async def test_a_holder_that_stood_still_asks_before_it_writes(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the lease is fresh nobody is asked; past it, another's takeover is found out."""
    await _put(ledger, 1)
    (job,) = await ledger.inbox.lease(seconds=0.01)
    work = Work(job, ledger.inbox, 10.0)
    asked: list[float] = []
    renew = ledger.inbox.renew

    async def counted(job: Job, *, seconds: float) -> bool:
        asked.append(seconds)
        return await renew(job, seconds=seconds)

    monkeypatch.setattr(ledger.inbox, "renew", counted)
    await work.sure()
    assert [] == asked
    work.since = (work.since[0], work.since[1] - 8)  # One clock alone went on: the machine slept.
    await work.sure()
    assert [10.0] == asked
    await ledger.inbox.renew(job, seconds=0)
    assert await ledger.inbox.lease(seconds=10)
    work.since = (work.since[0] - 8, work.since[1])

    for _ in range(2):
        with pytest.raises(LeaseLost):
            await work.sure()
    assert "lost" == work.stopped


async def test_what_another_process_cancelled_is_stopped_here(ledger: Ledger) -> None:
    """The holder finds it out with its next sign of life, and closes the row as deleted."""
    seen: list[str] = []

    async def handle(work: Work) -> str:
        assert not await ledger.inbox.cancel("key1", "deleted")
        try:
            await asyncio.Event().wait()
        finally:
            seen.append(work.stopped)
        return "never"

    await _put(ledger, 1)
    await _until_idle(ledger, Workers(ledger.inbox, handle, Shift(1, 0.3, DRAIN)))

    assert ["deleted"] == seen
