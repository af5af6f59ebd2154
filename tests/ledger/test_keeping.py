"""Tests of retrieval/ledger/keeping.py: what a maintainer asks for, on either database.

What backups, checks and prunes do stands in the tests of their own modules.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.errors import LedgerError
from retrieval.ledger.keeping import Keeping
from retrieval.ledger.ledger import Ledger
from tests.ledger.filled import all_rows, done, use_everything


def _nothing(*_: object) -> None:
    pass


@pytest.fixture(name="url")
async def _url(ledger_url: str) -> str:
    """A ledger with rows in every table."""
    async with Ledger.open(ledger_url) as ledger:
        await use_everything(ledger)
    return ledger_url


async def test_opening_changes_nothing(ledger_url: str, tmp_path: Path) -> None:
    """A database without a ledger stays without; there is nothing to back up in it."""
    async with Keeping.open(ledger_url) as keeping:
        found = await keeping.check()
        with pytest.raises(LedgerError, match="no ledger to back up"):
            await keeping.backup(tmp_path / "b.gz", _nothing)

    assert ("", 1) == (found.schema, len(found.faults))
    assert not (tmp_path / "b.gz").exists()
    assert not (tmp_path / "b.gz.part").exists()


async def test_a_backup_goes_over_no_file(url: str, tmp_path: Path) -> None:
    """What is there stays, and where it cannot be written a sentence says so at once."""
    (tmp_path / "b.gz").write_text("mine")
    async with Keeping.open(url) as keeping:
        with pytest.raises(LedgerError, match="there already"):
            await keeping.backup(tmp_path / "b.gz", _nothing)
        with pytest.raises(LedgerError, match=r"nodir/b\.gz cannot be written: No such"):
            await keeping.backup(tmp_path / "nodir" / "b.gz", _nothing)

    assert "mine" == (tmp_path / "b.gz").read_text()


async def test_a_server_has_no_file_to_copy(postgresql_url: str, tmp_path: Path) -> None:
    """A copy is asked for of a ledger in SQLite alone."""
    async with Ledger.open(postgresql_url):
        pass
    async with Keeping.open(postgresql_url) as keeping:
        with pytest.raises(LedgerError, match="Only a ledger in SQLite"):
            await keeping.backup(tmp_path / "b.db", _nothing, copy=True)


async def test_pruned_and_vacuumed_what_is_new_is_as_it_was(url: str) -> None:
    """Neither touches what is newer than the moment."""
    before = await done(url, all_rows)
    async with Keeping.open(url) as keeping:
        gone = await keeping.prune(datetime(2000, 1, 1, tzinfo=UTC), _nothing)
        await keeping.vacuum()

    assert not any(gone.values())
    assert before == await done(url, all_rows)


async def test_space_is_given_back(tmp_path: Path) -> None:
    """An SQLite file is smaller after its rows were forgotten and it was vacuumed."""
    path = tmp_path / "ledger.db"
    async with Ledger.open(f"sqlite:///{path}") as ledger:
        for number in range(300):
            await ledger.inbox.put("question", str(number), {"text": "x" * 2_000}, ())
            (job,) = await ledger.inbox.lease(seconds=10)
            await ledger.inbox.finish(job, "answered")
    large = path.stat().st_size
    async with Keeping.open(f"sqlite:///{path}") as keeping:
        gone = await keeping.prune(datetime.now(UTC) + timedelta(days=1), _nothing)
        await keeping.vacuum()

    assert 300 == gone["inbox"]
    assert path.stat().st_size < large / 2
