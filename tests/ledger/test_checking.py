"""Tests of retrieval/ledger/checking.py: a sound ledger passes, and each fault is named."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from retrieval.ledger.checking import check
from retrieval.ledger.engine import migrate, newest_schema
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock
from tests.ledger.filled import count_rows, done, use_everything

NOW = FakeClock().now()


@pytest.fixture(name="url")
async def _url(ledger_url: str) -> str:
    """A ledger with rows in every table."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await use_everything(ledger)
    return ledger_url


def _later(connection: Connection) -> tuple[str, ...]:
    """Check as on a day when nothing of the ledger is of the future."""
    return check(connection, NOW + timedelta(days=99_999)).faults


async def test_a_sound_ledger(url: str) -> None:
    """Schema, counts and size are told, and nothing is wrong with it."""

    def work(connection: Connection) -> None:
        connection.execute(text("UPDATE inbox SET state = 'done', lease = ''"))
        connection.execute(text("UPDATE outbox SET state = 'done'"))

    await done(url, work)
    found = await done(url, lambda there: check(there, NOW + timedelta(days=99_999)))

    assert (newest_schema(), ()) == (found.schema, found.faults)
    assert await done(url, count_rows) == found.rows
    assert found.bytes > 50_000


COPIED = "id, trace, made, state, person, place, content"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        ("UPDATE inbox SET state = 'odd', lease = ''", "1 rows of inbox are in a state"),
        ("UPDATE inbox SET state = 'working', lease = ''", "1 rows of inbox are in a state"),
        ("UPDATE outbox SET lease = 'x'", "1 rows of outbox are in a state"),
        ("UPDATE opinions SET value = 7", "neither for nor against"),
        ("DELETE FROM texts", "1 traces refer to texts"),
        (f"INSERT INTO cases ({COPIED}) SELECT 'x', {COPIED[4:]} FROM cases", "not of the answer"),
        ("UPDATE cases SET state = 'odd'", "a state or a kind"),
        ("UPDATE cases SET folded_into = 'gone'", "folded into one that is not there"),
        ("SELECT 1", "leases of inbox ran out"),
        ("SELECT 1", "rows of outbox wait"),
    ],
)
async def test_each_fault_is_named(url: str, spoil: str, sentence: str) -> None:
    """What cannot be, and what nobody does though it is time, is told with its number."""
    await done(url, lambda there: there.execute(text(spoil)))
    faults = await done(url, _later)

    assert [True] == [sentence in fault for fault in faults if sentence in fault], faults


async def test_clocks_that_are_wrong(url: str) -> None:
    """Rows of the future are told."""
    found = await done(url, lambda there: check(there, NOW - timedelta(days=9_999)))

    assert "1 rows of inbox are of the future. Is a clock wrong?" in found.faults


async def test_rows_that_lost_what_they_refer_to(tmp_path: Path) -> None:
    """Where foreign keys were off, orphans are found."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    async with Ledger.open(url) as ledger:
        await use_everything(ledger)

    def work(connection: Connection) -> tuple[str, ...]:
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
        connection.execute(text("DELETE FROM postings"))
        connection.execute(text("DELETE FROM outbox"))
        connection.execute(text("DELETE FROM traces"))
        faults = _later(connection)
        connection.rollback()
        return faults

    faults = await done(url, work)

    assert "1 rows of messages refer to postings not there." in faults
    assert "1 rows of outbox_keys refer to outbox not there." in faults
    assert "1 question has no trace." in faults


@pytest.mark.parametrize(("revision", "sentence"), [("base", "no ledger"), ("001", "schema 001")])
async def test_an_old_ledger_is_not_looked_into(
    ledger_url: str, revision: str, sentence: str
) -> None:
    """What is not up to date is said to be so, and is left as it is."""
    await done(ledger_url, lambda there: migrate(there, "001"))
    await done(ledger_url, lambda there: migrate(there, revision))
    found = await done(ledger_url, lambda there: check(there, NOW))

    assert [True] == [sentence in fault for fault in found.faults]
