"""Tests of retrieval/ledger/talks.py: what was answered in a thread, and how a row ended."""

from __future__ import annotations

from datetime import timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.clock import FakeClock


async def test_the_answers_of_a_thread_are_counted(ledger_url: str) -> None:
    """All of them, or those of the last minute; not those of another thread or workspace."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        for number, place in enumerate(["T1 C1 1.0"] * 3 + ["T1 C1 2.0", "T1 C2 1.0", "T2 C1 1.0"]):
            clock.pass_by(40)
            team, channel, thread = place.split()
            asked = f"{number}.5"
            await ledger.postings.keep(
                Posting(f"t{number}", team, channel, thread, (f"{number}.9",), "U1", asked)
            )
        clock.pass_by(-120)
        since = clock.now() - timedelta(seconds=60)
        lately = await ledger.talks.answers("T1", "C1", "1.0", since=since)

        assert 3 == await ledger.talks.answers("T1", "C1", "1.0")
        assert 0 == await ledger.talks.answers("T1", "C1", "9.0")
    assert 2 == lately


async def test_how_a_row_ended(ledger_url: str) -> None:
    """By any of its keys: nothing while it waits, its result once it is done."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.inbox.put("question", "lane", {}, ("event", "message"))
        waiting = await ledger.talks.decided("message")
        (job,) = await ledger.inbox.lease(seconds=60)
        await ledger.inbox.finish(job, "quiet: a joke")
        found = [await ledger.talks.decided(key) for key in ("event", "message", "other")]

    assert "" == waiting
    assert ["quiet: a joke", "quiet: a joke", None] == found
