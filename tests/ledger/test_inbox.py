"""Tests of retrieval/ledger/inbox.py: work is stopped by the thread that it is for."""

from __future__ import annotations

from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock


async def _put(ledger: Ledger, key: str, kind: str = "question") -> None:
    await ledger.inbox.put(kind, "T1:C1:1.0", {"key": key}, (key,))


async def test_who_works_on_a_thread_is_told_to_stop(ledger_url: str) -> None:
    """In whichever process; what waits behind it is left alone."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await _put(ledger, "one")
        await _put(ledger, "two")
        (job,) = await ledger.inbox.lease(seconds=60)
        stopped = await ledger.inbox.stop("T1:C1:1.0", "question", "stopped")

        assert stopped
        assert not await ledger.inbox.renew(job, seconds=60)
        assert "stopped" == await ledger.inbox.stopped(job)
        assert await ledger.inbox.finish(job, "stopped")
        (other,) = await ledger.inbox.lease(seconds=60)
        assert "two" == other.payload["key"]


async def test_a_person_stops_what_is_theirs(ledger_url: str) -> None:
    """Somebody else's work goes on."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await ledger.inbox.put("question", "T1:C1:1.0", {}, ("one",), "T1:UANN")
        (job,) = await ledger.inbox.lease(seconds=60)
        place = ("T1:C1:1.0", "question", "stopped")

        assert not await ledger.inbox.stop(*place, "T1:UBEN")
        assert "" == await ledger.inbox.stopped(job)
        assert await ledger.inbox.stop(*place, "T1:UANN")


async def test_nothing_is_stopped_where_nothing_was_begun(ledger_url: str) -> None:
    """A question that waits, another thread, another kind of row."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await _put(ledger, "one", kind="feedback")
        (_,) = await ledger.inbox.lease(seconds=60)
        await _put(ledger, "two")

        assert not await ledger.inbox.stop("T1:C1:1.0", "question", "stopped")
        assert not await ledger.inbox.stop("T1:C2:1.0", "feedback", "stopped")


async def test_a_row_that_is_kept_holds_up_its_lane(ledger_url: str) -> None:
    """From when it is given back for later until it is done; not while it merely waits or runs."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await _put(ledger, "one")
        waits = await ledger.inbox.kept("T1:C1:1.0")
        (job,) = await ledger.inbox.lease(seconds=60)
        works = await ledger.inbox.kept("T1:C1:1.0")
        await ledger.inbox.later(job, seconds=60)

        assert [False, False] == [waits, works]
        assert await ledger.inbox.kept("T1:C1:1.0")
        assert not await ledger.inbox.kept("T1:C2:1.0")
