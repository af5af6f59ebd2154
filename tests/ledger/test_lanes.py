"""Tests of retrieval/ledger/lanes.py: which rows may be taken, by whatever database.

What it means for workers stands in tests/contracts/test_queue_contract.py.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, text

from retrieval.ledger import lanes, tables
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock
from tests.ledger.filled import done

MANY = text(
    "INSERT INTO inbox (kind, lane, payload, progress, received, state, free, attempts, lease, "
    "result) SELECT 'question', 'T1:' || n, '{}', '{}', now(), "
    "CASE WHEN n > 4990 THEN 'waiting' ELSE 'done' END, now(), 0, '', '' "
    "FROM generate_series(1, 5000) n"
)
"""Five thousand rows, ten of them unfinished."""


async def test_prefixes_are_no_patterns(ledger_url: str) -> None:
    """Wildcards and case count as they are; without a prefix every lane is meant."""
    names = ["T1:C", "T10:C", "t1:C", "T%:C", "T_:C"]
    async with Ledger.open(ledger_url) as ledger:
        for name in names:
            await ledger.inbox.put("question", name, {}, ())

    def work(connection: Connection) -> list[list[str]]:
        lane = tables.inbox.c.lane
        return [
            list(connection.scalars(select(lane).where(lanes.within(tables.inbox, some))))
            for some in (("T1:",), ("T%", "T_"), ())
        ]

    assert [["T1:C"], ["T%:C", "T_:C"], names] == [
        sorted(found, key=names.index) for found in await done(ledger_url, work)
    ]


async def test_finished_rows_cost_a_server_nothing(postgresql_url: str) -> None:
    """There too looking for work goes by the indexes of what is unfinished."""
    async with Ledger.open(postgresql_url):
        pass

    def plan(connection: Connection) -> str:
        connection.execute(MANY)
        connection.execute(text("ANALYZE inbox"))
        wanted = lanes.free(tables.inbox, FakeClock().now(), 1)
        compiled = wanted.compile(
            dialect=connection.dialect, compile_kwargs={"literal_binds": True}
        )
        return "\n".join(connection.scalars(text(f"EXPLAIN {compiled}")))

    told = await done(postgresql_url, plan)

    assert 2 == told.count("ix_inbox_lane"), told
    assert "Seq Scan" not in told
