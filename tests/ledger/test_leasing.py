"""Tests of retrieval/ledger/leasing.py: the SQL of it, and workers that are really killed.

What every inbox keeps to stands in tests/contracts/test_queue_contract.py.
"""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from retrieval.ledger import lanes, tables
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock

ROOT = Path(__file__).parents[2]
WORKER = """
import asyncio, os, signal, sys
from retrieval.ledger.ledger import Ledger

async def main(url, lives):
    async with Ledger.open(url, busy_seconds=30) as ledger:
        while (backlog := await ledger.inbox.backlog()).waiting or backlog.working:
            for job in await ledger.inbox.lease(seconds=0.2):
                await ledger.inbox.note(job, {"attempts": job.attempts})
                lives -= 1
                if not lives:
                    os.kill(os.getpid(), signal.SIGKILL)
                if await ledger.inbox.finish(job, "answered"):
                    print(job.id)

asyncio.run(main(sys.argv[1], int(sys.argv[2])))
"""


def _worker(url: str, lives: int) -> subprocess.Popen[str]:
    """Start a process that works until nothing is left, or is killed at its nth row."""
    command = [sys.executable, "-c", WORKER, url, str(lives)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


async def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    """Two processes work and one is killed with a row in hand; each row is finished once."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    async with Ledger.open(url) as ledger:
        for number in range(20):
            await ledger.inbox.put("question", str(number % 4), {}, (str(number),))
        workers = [_worker(url, lives) for lives in (random.Random(7).randrange(1, 4), 0)]
        said = [worker.communicate()[0].split() for worker in workers]
        backlog = await ledger.inbox.backlog()

    done = [int(number) for lines in said for number in lines]
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        rows = connection.execute("SELECT state, result, count(*) FROM inbox GROUP BY 1, 2")
        assert [("done", "answered", 20)] == rows.fetchall()
    assert len(done) == len(set(done))
    killed = workers[0].returncode == -signal.SIGKILL
    assert 0 == workers[1].returncode
    assert backlog.taken_over >= int(killed)


async def test_finished_rows_cost_nothing(tmp_path: Path) -> None:
    """Looking for work goes by indexes of what is unfinished, however much is done."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        wanted = lanes.free(tables.inbox, FakeClock().now(), 1)

        def plan(connection: Connection) -> str:
            compiled = wanted.compile(dialect=connection.dialect)
            nothing = tuple(None for _ in compiled.positiontup or ())
            told = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", nothing)
            return "\n".join(row[3] for row in told)

        steps = await ledger._database.read(plan)

    assert "SCAN inbox USING INDEX ix_inbox_lane" in steps
    assert "SEARCH inbox_1 USING INDEX ix_inbox_lane" in steps


async def test_the_database_refuses_a_second_row_of_a_lane(tmp_path: Path) -> None:
    """Even by hand no two rows of a lane can be in work."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for key in "ab":
            await ledger.inbox.put("question", "lane", {}, (key,))
    with (
        closing(sqlite3.connect(tmp_path / "ledger.db")) as connection,
        pytest.raises(sqlite3.IntegrityError),
    ):
        connection.execute("UPDATE inbox SET state = 'working'")
