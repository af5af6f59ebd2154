"""Tests of retrieval/ledger/outbox.py: what stands in the ledger of a message.

What every outbox keeps to stands in tests/contracts/test_queue_contract.py.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock


async def test_where_a_message_went_can_be_read(tmp_path: Path) -> None:
    """Delivered or given up, the row says as what or why, until it is purged."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.outbox.notify("C1", "text", key="1")
        await ledger.outbox.notify("C2", "text", key="2")
        sent, failed = await ledger.outbox.due(seconds=10)
        await ledger.outbox.sent(sent, "C1:7")
        await ledger.outbox.failed(failed, "channel_not_found", again=False)
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
            rows = connection.execute("SELECT state, result FROM outbox ORDER BY id").fetchall()
        kept = await ledger.outbox.purge(clock.now())
        gone = await ledger.outbox.purge(clock.now() + timedelta(seconds=1))

    assert [("done", "C1:7"), ("done", "channel_not_found")] == rows
    assert (0, 2) == (kept, gone)


async def test_a_message_tried_very_often_still_waits_no_longer(tmp_path: Path) -> None:
    """The number of attempts has no bound, the wait has."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.outbox.notify("C1", "text", key="1")
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection, connection:
            connection.execute("UPDATE outbox SET attempts = 100000")
        (job,) = await ledger.outbox.due(seconds=10)
        await ledger.outbox.failed(job, "ratelimited", again=True)
        clock.pass_by(600)

        assert 1 == len(await ledger.outbox.due(seconds=10))


async def test_a_message_not_delivered_stands_nowhere(tmp_path: Path) -> None:
    """Waiting, given up, private or of no key: there is nothing that could be edited."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        for key in ("1", "2", "3"):
            await ledger.outbox.notify(f"C{key}", "text", key=key)
        waiting = await ledger.outbox.where("1")
        first, second, third = await ledger.outbox.due(seconds=10)
        await ledger.outbox.sent(first, "D7:8.5")
        await ledger.outbox.failed(second, "channel_not_found", again=False)
        await ledger.outbox.sent(third, "")
        found = [await ledger.outbox.where(key) for key in ("1", "2", "3", "none")]

    assert [None, ("D7", "8.5"), None, None, None] == [waiting, *found]


async def test_what_would_be_news_no_more_is_not_handed_out(tmp_path: Path) -> None:
    """Up to its moment it is, after that never; what has no such moment is handed out for ever."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        until = clock.now() + timedelta(hours=1)
        await ledger.outbox.notify("C1", "tonight", key="1", until=until)
        await ledger.outbox.notify("C2", "always", key="2")
        early = await ledger.outbox.due(seconds=1)
        clock.pass_by(3601)
        late = await ledger.outbox.due(seconds=1)
        clock.pass_by(2)
        again = await ledger.outbox.due(seconds=1)
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
            (kept,) = connection.execute("SELECT result FROM outbox ORDER BY id").fetchone()

    assert ["tonight", "always"] == [job.payload["text"] for job in early]
    assert [["always"], ["always"]] == [[j.payload["text"] for j in jobs] for jobs in (late, again)]
    assert "too_late" == kept
