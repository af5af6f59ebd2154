"""Tests of retrieval/ledger/shared_queue.py: several processes at one queue on a server.

What every queue keeps to stands in tests/contracts/test_queue_contract.py.
"""

from __future__ import annotations

import asyncio

from sqlalchemy import text

from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.serving import Served
from tests.ledger.filled import done


async def _put(ledger: Ledger, *lanes: str) -> None:
    for lane in lanes:
        assert await ledger.inbox.put("question", lane, {}, ())


async def test_what_another_worker_holds_is_passed_over(postgresql_url: str) -> None:
    """Nobody waits for a row that another transaction has locked; the next free one is taken."""
    async with Ledger.open(postgresql_url, busy_seconds=0.2) as ledger:
        await _put(ledger, "a", "b")
        other = connect(postgresql_url)
        assert isinstance(other, Served)
        async with other._connected(long=False) as connection:
            await connection.execute(text("SELECT * FROM inbox WHERE lane = 'a' FOR UPDATE"))
            taken = await ledger.inbox.lease(seconds=10, most=9)
        await other.close()

        assert ["b"] == [job.lane for job in taken]


async def test_a_second_row_of_a_lane_is_refused(postgresql_url: str) -> None:
    """Even by hand no two rows of a lane can be in work; whoever is second gets nothing."""
    async with Ledger.open(postgresql_url) as ledger:
        await _put(ledger, "a", "a")
        other = connect(postgresql_url)
        assert isinstance(other, Served)
        async with other._connected(long=False) as connection:
            late = text("UPDATE inbox SET state = 'working', lease = 'x' WHERE id = 2")
            await connection.execute(late)
            taking = asyncio.create_task(ledger.inbox.lease(seconds=10))
            await _waiting(ledger)
            await connection.commit()
            taken = await taking
        await other.close()

        assert [] == list(taken)


async def _waiting(ledger: Ledger) -> None:
    """Wait until somebody waits for a lock."""
    locks = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    async with asyncio.timeout(10):
        while True:
            if await ledger._database.read(lambda there: there.scalar(locks)):
                return
            await asyncio.sleep(0.01)


async def test_looking_for_work_writes_nothing(postgresql_url: str) -> None:
    """Where nothing is free no transaction is numbered, so that idle bots cost a server nothing."""
    last = text("SELECT pg_snapshot_xmax(pg_current_snapshot())::text")
    async with Ledger.open(postgresql_url) as ledger:
        before = await done(postgresql_url, lambda there: there.scalar(last))
        for _ in range(5):
            assert not await ledger.inbox.lease(seconds=10)
        after = await done(postgresql_url, lambda there: there.scalar(last))

    assert before == after


async def test_behind_a_pooler(postgresql_url: str) -> None:
    """Nothing is prepared for longer than a transaction, and all goes as it does without."""
    async with Ledger.open(postgresql_url, limits=Limits(pooler=True)) as ledger:
        await _put(ledger, "a", "b")
        jobs = await ledger.inbox.lease(seconds=0, most=9)
        again = await ledger.inbox.lease(seconds=10, most=9)
        finished = [await ledger.inbox.finish(job, "answered") for job in again]
        backlog = await ledger.inbox.backlog()
        prepared = text("SELECT count(*) FROM pg_prepared_statements WHERE name <> ''")
        left = await ledger._database.read(lambda there: there.scalar(prepared))

    assert (2, [True, True], 2, 0) == (len(jobs), finished, backlog.taken_over, left)
