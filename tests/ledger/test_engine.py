"""Tests of retrieval/ledger/engine.py: connection, schema, failures as sentences."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, inspect, select, text
from sqlalchemy.exc import OperationalError

from retrieval.errors import LedgerError
from retrieval.ledger import tables
from retrieval.ledger.engine import connect, migrate, sentences
from retrieval.ledger.ledger import Ledger
from tests.test_tracing import TRACE


async def _opened(url: str) -> None:
    async with Ledger.open(url):
        pass


async def test_up_and_down_with_rows_in_every_table(tmp_path: Path) -> None:
    """The migrations run down to nothing and up again on a ledger that holds rows everywhere."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    async with Ledger.open(url) as ledger:
        configuration = await ledger.configure({"k": 60})
        await ledger.record(TRACE)
    engine = connect(url)
    async with engine.connect() as connection:
        counts = {
            table.name: await connection.scalar(select(func.count()).select_from(table))
            for table in tables.metadata.sorted_tables
        }
    await migrate(engine, "base")
    async with engine.connect() as connection:
        left = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await migrate(engine)
    await engine.dispose()
    async with Ledger.open(url) as ledger:
        again = await ledger.configure({"k": 60})

    assert all(counts.values()), counts
    assert ["alembic_version"] == left
    assert configuration == again


async def test_migrations_make_the_tables(tmp_path: Path) -> None:
    """What the migrations make is what tables.py declares."""
    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    await migrate(engine)
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), tables.metadata)
        )
    await engine.dispose()

    assert [] == differences


async def test_a_newer_ledger_is_refused(tmp_path: Path) -> None:
    """A schema that this version does not know is refused with a sentence and left alone."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    await _opened(url)
    engine = connect(url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '999'"))
    await engine.dispose()

    with pytest.raises(LedgerError, match="newer version"):
        await _opened(url)


async def test_sqlite_is_set_up_to_last(tmp_path: Path) -> None:
    """The ledger's SQLite writes ahead, syncs fully and holds foreign keys."""
    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    async with engine.connect() as connection:
        found = [
            await connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    await engine.dispose()

    assert ["wal", 2, 1, 5000] == found


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "not a database URL"),
        ("mysql://root@localhost/x", "must begin with sqlite:// or postgresql://"),
        ("sqlite+pysqlite:///x.db", "cannot be used asynchronously"),
        ("postgresql+nosuch://localhost/x", "not installed"),
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
        await _opened(f"sqlite:///{tmp_path}/file/ledger.db")


async def test_a_file_that_is_no_ledger(tmp_path: Path) -> None:
    """A file that is not a database is said in a sentence and left as it was."""
    path = tmp_path / "ledger.db"
    path.write_text("These are my notes, not a ledger. " * 99)
    before = path.read_bytes()

    with pytest.raises(LedgerError, match="not a ledger"):
        await _opened(f"sqlite:///{path}")
    assert before == path.read_bytes()


async def test_a_percent_sign_in_the_path(tmp_path: Path) -> None:
    """Folders may have any name."""
    await _opened(f"sqlite:///{tmp_path}/100 %(x)s/ledger.db")

    assert (tmp_path / "100 %(x)s" / "ledger.db").is_file()


def test_unknown_failures_are_sentences_too() -> None:
    """A failure that no sentence knows is told in the database's own words."""
    with pytest.raises(LedgerError, match="cannot be used: solar flare"), sentences():
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("solar flare"))
