"""Tests of retrieval/ledger/bare.py: SQLite without SQLAlchemy writes what SQLAlchemy writes."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retrieval.errors import LedgerError
from retrieval.ledger import bare
from retrieval.ledger.database import Database
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock

_TEXT = st.text(st.characters(), max_size=12)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | _TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXT, inner, max_size=3),
    max_leaves=6,
)


def _rows(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = (
            "SELECT kind, lane, payload, progress, received, state, free, attempts, lease, result"
        )
        found = connection.execute(f"{rows} FROM inbox ORDER BY id").fetchall()
        keys = connection.execute("SELECT key FROM inbox_keys ORDER BY row, key").fetchall()
    return [*found, *keys]


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(_TEXT, _TEXT, st.dictionaries(_TEXT, _JSON, max_size=3)), max_size=4)
)
def test_it_writes_what_sqlalchemy_writes(
    tmp_path_factory: pytest.TempPathFactory, rows: list[tuple[str, str, dict[str, Any]]]
) -> None:
    """Texts of any characters, any JSON, times: byte for byte the same in the file."""

    async def put(path: Path, *, at_once: bool) -> list[tuple[Any, ...]]:
        async with Ledger.open(f"sqlite:///{path}", clock=FakeClock()) as ledger:
            if not at_once:
                ledger._database._bare.close()  # type: ignore[union-attr]
                ledger._database._bare = None
            for number, (kind, lane, payload) in enumerate(rows):
                await ledger.inbox.put(kind, lane, payload, (f"b{number}", f"a{number}", kind))
        return _rows(path)

    folder = tmp_path_factory.mktemp("bare")
    both = [asyncio.run(put(folder / f"{way}.db", at_once=way)) for way in (False, True)]
    assert both[0] == both[1]


@pytest.mark.parametrize(
    ("longest", "where"), [(60.0, ["ledger-bare", "MainThread"]), (0.0, ["ledger-bare"] * 2)]
)
async def test_only_quick_commits_hold_the_others_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, longest: float, where: list[str]
) -> None:
    """Work is done where it was ordered, after a commit that took long in a thread instead."""
    monkeypatch.setattr(bare, "LONGEST_HERE", longest)
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        done = [
            await ledger._database.write_at_once(
                lambda _: "", lambda _: threading.current_thread().name
            )
            for _ in range(2)
        ]

    assert where == done


async def test_nobody_else_waits_for_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process writes, everything but the row goes on; then the row is there."""
    monkeypatch.setattr(bare, "LONGEST_HERE", 60.0)
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", busy_seconds=5) as ledger:
        assert await ledger.inbox.put("question", "lane", {}, ("a",))
        with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            putting = asyncio.create_task(ledger.inbox.put("question", "lane", {}, ("b",)))
            _, waiting = await asyncio.wait([putting], timeout=0.05)
            holder.execute("ROLLBACK")
        assert waiting
        assert await putting


async def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    """An error in the middle rolls back, and the next transaction is not in its way."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        database: Database = ledger._database

        def broken(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO takeovers VALUES ('inbox', 1)")
            connection.execute("INSERT INTO nowhere VALUES (1)")

        with pytest.raises(LedgerError, match="lost a table"):
            await database.write_at_once(lambda _: None, broken)
        assert 0 == (await ledger.inbox.backlog()).taken_over
        assert await ledger.inbox.put("question", "lane", {}, ("k",))


async def test_a_locked_file_is_told_as_ever(tmp_path: Path) -> None:
    """Another process writes for too long: the same sentence, and then it works."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", busy_seconds=0.05) as ledger:
        with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            with pytest.raises(LedgerError, match="another process"):
                await ledger.inbox.put("question", "lane", {}, ("k",))
            holder.execute("ROLLBACK")
        assert await ledger.inbox.put("question", "lane", {}, ("k",))


async def test_who_stopped_waiting_is_in_nobodys_way(tmp_path: Path) -> None:
    """Cancelled while the file is locked: not begun work is dropped, and the next is done."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", busy_seconds=5) as ledger:
        with closing(sqlite3.connect(tmp_path / "ledger.db", isolation_level=None)) as holder:
            holder.execute("BEGIN IMMEDIATE")
            for key in "ab":
                with pytest.raises(TimeoutError):
                    async with asyncio.timeout(0.05):
                        await ledger.inbox.put("question", "lane", {}, (key,))
            holder.execute("ROLLBACK")
        assert await ledger.inbox.put("question", "lane", {}, ("c",))
        assert await ledger.inbox.put("question", "lane", {}, ("b",))
