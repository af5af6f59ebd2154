"""Tests of retrieval/ledger/database.py: work in one transaction, and who waits for whom."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects import postgresql

from retrieval.errors import LedgerError, TraceMissing
from retrieval.ledger import tables
from retrieval.ledger.database import Database, in_batches, insert_new, insert_over, one_id
from retrieval.ledger.engine import connect, migrate
from tests.fakes.clock import FakeClock


@pytest.fixture(name="database")
async def _database(tmp_path: Path) -> AsyncIterator[Database]:
    database = Database(connect(f"sqlite:///{tmp_path}/ledger.db"), FakeClock(), 0.2)
    await database.write(migrate)
    yield database
    await database.close()


def _count(connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(tables.texts)) or 0


def _add(connection: Connection, name: str) -> None:
    connection.execute(insert(tables.texts), {"digest": name, "text": "text"})


async def test_work_is_done_wholly_or_not_at_all(database: Database) -> None:
    """Where work fails in the middle, nothing of it is kept, and its own error comes out."""

    def fail(connection: Connection) -> None:
        _add(connection, "a")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await database.write(fail)
    assert 0 == await database.read(_count)


async def test_what_the_database_raises_is_a_sentence(database: Database) -> None:
    """A failure in reading or writing is a LedgerError."""
    with pytest.raises(LedgerError, match="cannot be used"):
        await database.read(lambda connection: connection.exec_driver_sql("SELECT nothing"))
    with pytest.raises(LedgerError, match="cannot be used"):
        await database.write(lambda connection: connection.exec_driver_sql("SELECT nothing"))


async def test_writers_come_in_their_order(database: Database) -> None:
    """Those who wait to write are served as they came."""
    done: list[int] = []

    async def one(number: int) -> None:
        await database.write(lambda connection: _add(connection, str(number)))
        done.append(number)

    await asyncio.gather(*(one(number) for number in range(30)))

    assert list(range(30)) == done


async def test_who_waits_too_long_for_another_writer_is_told(database: Database) -> None:
    """A writer of this process that does not end keeps the next one no longer than it was told."""
    begun, go_on = threading.Event(), threading.Event()

    def wait(_connection: Connection) -> None:
        begun.set()
        go_on.wait(10)

    slow = asyncio.create_task(database.write(wait))
    await asyncio.to_thread(begun.wait, 10)
    with pytest.raises(LedgerError, match="busy"):
        await database.write(lambda connection: _add(connection, "a"))
    assert 0 == await database.read(_count)
    go_on.set()
    await slow
    await database.write(lambda connection: _add(connection, "a"))

    assert 1 == await database.read(_count)


async def test_nobody_comes_before_those_who_wait(database: Database) -> None:
    """A writer that comes while others wait is let in after them, though the lock is free."""
    turns: list[str] = []

    async def write(name: str) -> None:
        async with database._turn:
            turns.append(name)
            await asyncio.sleep(0)
        if name == "first":
            async with database._turn:
                turns.append("again")

    await asyncio.gather(write("first"), write("second"))

    assert ["first", "second", "again"] == turns


async def test_no_thread_outlives_it(tmp_path: Path) -> None:
    """Closed, it has ended its threads."""
    database = Database(connect(f"sqlite:///{tmp_path}/other.db"), FakeClock(), 0.2)
    await database.write(migrate)
    await database.close()

    assert [] == [t.name for t in threading.enumerate() if t.name.startswith("ledger")]


async def test_rows_are_inserted_anew_or_over(database: Database) -> None:
    """What has a key that is there is passed over, or takes its place."""

    def work(connection: Connection) -> list[str]:
        _add(connection, "a")
        rows = [{"digest": "a", "text": "new"}, {"digest": "b", "text": "b"}]
        connection.execute(insert_new(connection, tables.texts), rows)
        first = connection.scalars(select(tables.texts.c.text).order_by("digest")).all()
        connection.execute(insert_over(connection, tables.texts), rows)
        second = connection.scalars(select(tables.texts.c.text).order_by("digest")).all()
        return [*first, *second]

    assert ["text", "b", "new", "b"] == await database.write(work)


class _Postgres:
    dialect = postgresql.dialect()


def test_postgresql_has_the_same_inserts() -> None:
    """Both inserts compile for PostgreSQL."""
    there: Connection = _Postgres()  # type: ignore[assignment]
    new = str(insert_new(there, tables.texts).compile(dialect=_Postgres.dialect))
    over = str(insert_over(there, tables.texts).compile(dialect=_Postgres.dialect))

    assert new.endswith("ON CONFLICT DO NOTHING")
    assert over.endswith("ON CONFLICT (digest) DO UPDATE SET text = excluded.text")


@pytest.mark.parametrize(
    ("start", "sentence"),
    [("x", "no text x"), ("a", "Several texts begin"), ("", "Give the id of the text")],
)
async def test_an_id_that_is_not_one(database: Database, start: str, sentence: str) -> None:
    """None or several of a start is said in a sentence; a whole id is always itself."""
    for name in ("ab", "abc", "a_"):
        await database.write(lambda connection, name=name: _add(connection, name))
    column = tables.texts.c.digest

    def find(connection: Connection) -> str:
        return one_id(connection, column, start, TraceMissing)

    with pytest.raises(TraceMissing, match=sentence):
        await database.read(find)
    assert "ab" == await database.read(lambda c: one_id(c, column, "ab", TraceMissing))
    assert "a_" == await database.read(lambda c: one_id(c, column, "a_", TraceMissing))


def test_keys_in_batches() -> None:
    """Every key stands in one batch, in order."""
    keys = [str(number) for number in range(1_001)]

    assert keys == [key for some in in_batches(keys) for key in some]
    assert [500, 500, 1] == [len(some) for some in in_batches(keys)]
    assert [] == list(in_batches([]))
