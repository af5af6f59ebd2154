"""Tests of retrieval/ledger/rows.py: a trace as rows and back.

Further facts of it stand in test_ledger.py.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from retrieval.errors import TraceMissing
from retrieval.ledger import rows, tables
from retrieval.ledger.database import Database
from retrieval.ledger.engine import connect, migrate
from retrieval.tracing import encode
from retrieval.values import Trace
from tests.fakes.clock import FakeClock
from tests.test_tracing import QUESTION, TRACE


@pytest.fixture(name="database")
async def _database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(connect(f"sqlite:///{tmp_path}/ledger.db"), FakeClock(), 0.2)
    await database.write(migrate)
    yield database
    await database.close()


async def test_a_trace_is_written_once(database: Database) -> None:
    """Writing says whether the trace is new, and reading gives it back."""
    now, encoded = FakeClock().now(), encode(TRACE)

    assert await database.write(lambda connection: rows.write(connection, TRACE, encoded, now))
    assert not await database.write(lambda connection: rows.write(connection, TRACE, encoded, now))
    assert TRACE == await database.read(lambda connection: rows.read(connection, "t1"))


async def test_a_trace_that_was_cut_short_has_no_answer(database: Database) -> None:
    """A question that no hop was reached of is kept all the same."""
    trace = Trace("t2", "2026-01-02T03:04:05", "", replace(QUESTION, text="Why?"))

    def work(connection: Connection) -> tuple[Trace, int | None]:
        rows.write(connection, trace, encode(trace), FakeClock().now())
        answers = select(func.count()).select_from(tables.answers)
        return rows.read(connection, "t2"), connection.scalar(answers)

    assert (trace, 0) == await database.write(work)


async def test_a_trace_that_is_not_there(database: Database) -> None:
    """An unknown id is said in a sentence."""
    with pytest.raises(TraceMissing, match="no trace t9"):
        await database.read(lambda connection: rows.read(connection, "t9"))
