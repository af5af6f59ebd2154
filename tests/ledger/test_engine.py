"""Tests of retrieval/ledger/engine.py: connection, schema, failures as sentences."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Engine, inspect, select, text
from sqlalchemy.exc import OperationalError

from retrieval import tracing
from retrieval.errors import LedgerError
from retrieval.ledger import rows, tables
from retrieval.ledger.engine import connect, migrate, newest_schema, schema, sentences
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from tests.ledger.filled import count_rows, done, use_everything
from tests.test_tracing import TRACE

pytestmark = pytest.mark.usefixtures("migrated")


@contextlib.contextmanager
def _connected(url: str) -> Iterator[Connection]:
    """Hold a transaction on a ledger in SQLite, committed at the end."""
    engine = connect(url)
    assert isinstance(engine, Engine)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


async def _opened(url: str) -> None:
    async with Ledger.open(url):
        pass


async def test_up_and_down_with_rows_in_every_table(ledger_url: str) -> None:
    """The migrations run down to nothing and up again on a ledger that holds rows everywhere."""
    async with Ledger.open(ledger_url) as ledger:
        configuration = await ledger.configure({"k": 60})
        await use_everything(ledger)
    counts = await done(ledger_url, count_rows)
    await done(ledger_url, lambda connection: migrate(connection, "base"))
    left = await done(ledger_url, lambda connection: inspect(connection).get_table_names())
    async with Ledger.open(ledger_url) as ledger:
        again = await ledger.configure({"k": 60})

    assert set(tables.metadata.tables) == set(counts)
    assert all(counts.values()), counts
    assert ["alembic_version"] == left
    assert configuration == again


async def test_each_step_up_and_down(ledger_url: str) -> None:
    """Every migration by itself goes up and down again, and the tables are then the declared."""
    steps = tuple(f"{number:03}" for number in range(1, 19))
    for revision in steps:
        await done(ledger_url, lambda there, r=revision: migrate(there, r))
        await done(ledger_url, lambda there: migrate(there, "base"))
        await done(ledger_url, lambda there, r=revision: migrate(there, r))

    assert steps[-1] == await done(ledger_url, schema) == newest_schema()
    assert [] == await done(
        ledger_url,
        lambda there: compare_metadata(MigrationContext.configure(there), tables.metadata),
    )


async def test_what_was_seen_stays_seen_when_the_queues_change(ledger_url: str) -> None:
    """Keys and rows of the fourth schema are there in the fifth, and back in the fourth."""
    async with Ledger.open(ledger_url) as ledger:
        for number in "12":
            await ledger.inbox.put("question", "lane", {}, (f"e{number}", f"m\x00{number}"))
    both = select(tables.inbox_keys.c.key, tables.inbox_keys.c.row, tables.inbox.c.lane).where(
        tables.inbox.c.id == tables.inbox_keys.c.row
    )
    found = []
    for revision in ("004", "005"):
        await done(ledger_url, lambda there, r=revision: migrate(there, r))
        rows_ = await done(ledger_url, lambda there: list(there.execute(both)))
        found.append(sorted(tuple(row) for row in rows_))
    async with Ledger.open(ledger_url) as ledger:
        again = await ledger.inbox.put("question", "other", {}, ("new", "m\x002"))
        other = await ledger.inbox.put("question", "other", {}, ("new",))

    assert 4 == len(found[0])
    assert found[0] == found[1]
    assert (False, True) == (again, other)


async def test_a_ledger_of_the_first_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    """What was recorded before the bot's tables were there is found, and can be disliked."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    with _connected(url) as connection:
        migrate(connection)
        rows.write(connection, TRACE, tracing.encode(TRACE), datetime.now(UTC))
        migrate(connection, "001")
    async with Ledger.open(url) as ledger:
        found = await ledger.find("t1")
        case = await ledger.feedback.give(
            Opinion("t1", "U1", -1, "button", "C1", datetime.now(UTC))
        )

    assert (TRACE, "t1") == (found, case)


def test_migrations_make_the_tables(tmp_path: Path) -> None:
    """What the migrations make is what tables.py declares."""
    with _connected(f"sqlite:///{tmp_path}/ledger.db") as connection:
        migrate(connection)
        differences = compare_metadata(MigrationContext.configure(connection), tables.metadata)

    assert [] == differences


async def test_a_newer_ledger_is_refused(tmp_path: Path) -> None:
    """A schema that this version does not know is refused with a sentence and left alone."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    await _opened(url)
    with _connected(url) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '999'"))

    with pytest.raises(LedgerError, match="newer version"):
        await _opened(url)


def test_sqlite_is_set_up_to_last(tmp_path: Path) -> None:
    """The ledger's SQLite writes ahead, syncs fully and holds foreign keys."""
    with _connected(f"sqlite:///{tmp_path}/ledger.db") as connection:
        found = [
            connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]

    assert ["wal", 2, 1, 5000] == found


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "not a database URL"),
        ("sqlite://", "needs a file"),
        ("sqlite+aiosqlite:///:memory:", "needs a file"),
        ("sqlite:///file:x?mode=memory&uri=true", "needs a file"),
        ("mysql://root@localhost/x", "must begin with sqlite:// or postgresql://"),
        ("postgresql+nosuch://localhost/x", "must begin with postgresql://"),
    ],
)
async def test_a_url_that_is_none(
    url: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong DATABASE_URL is said in a sentence."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LedgerError, match=sentence):
        await _opened(url)


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """A file where the folder should be is said in a sentence."""
    (tmp_path / "file").write_text("x")

    with pytest.raises(LedgerError, match="folder cannot be made"):
        connect(f"sqlite:///{tmp_path}/file/ledger.db", make_folder=True)
    with pytest.raises(LedgerError, match="folder does not exist"):
        connect(f"sqlite:///{tmp_path}/file/ledger.db")


async def test_a_folder_is_made_where_that_is_asked_for(tmp_path: Path) -> None:
    """The folder of a new ledger is made with its parents."""
    async with Ledger.open(f"sqlite:///{tmp_path}/new/data/ledger.db", make_folder=True):
        assert (tmp_path / "new" / "data" / "ledger.db").is_file()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A folder that may be mistyped is named, not made."""
    with pytest.raises(LedgerError, match=f"does not exist: {tmp_path}/nodir/sub"):
        connect(f"sqlite:///{tmp_path}/nodir/sub/x.db")

    assert [] == list(tmp_path.iterdir())


async def test_a_file_that_is_no_ledger(tmp_path: Path) -> None:
    """A file that is not a database is said in a sentence and left as it was."""
    path = tmp_path / "ledger.db"
    path.write_text("These are my notes, not a ledger. " * 99)
    before = path.read_bytes()

    with pytest.raises(LedgerError, match="not a ledger"):
        await _opened(f"sqlite:///{path}")
    assert before == path.read_bytes()


async def test_a_damaged_ledger(tmp_path: Path) -> None:
    """A ledger whose pages were overwritten is said to be damaged."""
    path = tmp_path / "ledger.db"
    await _opened(f"sqlite:///{path}")
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\x00" * (len(data) - 100))

    with pytest.raises(LedgerError, match="damaged"):
        await _opened(f"sqlite:///{path}")


def _nothing(path: Path) -> None:
    path.mkdir()


def _notes(path: Path) -> None:
    path.write_text("These are my notes. " * 99)


@pytest.mark.parametrize("prepare", [_nothing, _notes])
def test_a_failed_opening_leaves_no_thread(tmp_path: Path, prepare: Callable[[Path], None]) -> None:
    """No thread outlives a failed opening: it would speak to an event loop that is closed."""
    path = tmp_path / "ledger.db"
    prepare(path)

    async def attempt() -> list[str]:
        with pytest.raises(LedgerError):
            await _opened(f"sqlite:///{path}")
        return [thread.name for thread in threading.enumerate()]

    names = asyncio.run(attempt())

    assert [] == [name for name in names if name.startswith("ledger")]


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
async def test_waiting_for_a_busy_ledger_ends(tmp_path: Path, lock: str, mode: str) -> None:
    """Opening waits no longer than a few times as long as it was told, whatever the lock."""
    path = tmp_path / "ledger.db"
    await _opened(f"sqlite:///{path}")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute(f"PRAGMA journal_mode = {mode}")
    other.execute(lock)
    started = time.monotonic()
    with pytest.raises(LedgerError, match="busy"):
        async with Ledger.open(f"sqlite:///{path}", busy_seconds=0.1):
            pass
    waited = time.monotonic() - started
    other.close()

    assert waited < 1


async def test_a_percent_sign_in_the_path(tmp_path: Path) -> None:
    """Folders may have any name."""
    (tmp_path / "100 %(x)s").mkdir()
    await _opened(f"sqlite:///{tmp_path}/100 %(x)s/ledger.db")

    assert (tmp_path / "100 %(x)s" / "ledger.db").is_file()


def test_unknown_failures_are_sentences_too() -> None:
    """A failure that no sentence knows is told in the database's own words."""
    with pytest.raises(LedgerError, match="cannot be used: solar flare"), sentences():
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("solar flare"))
