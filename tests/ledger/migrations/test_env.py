"""Tests of retrieval/ledger/migrations/env.py: migrations run on the connection they are given."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from alembic.operations import Operations
from sqlalchemy.exc import OperationalError

from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger

pytestmark = pytest.mark.usefixtures("migrated")


async def test_a_migration_that_fails_leaves_the_ledger_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migrations stand in our transaction: wholly, or not at all, in SQLite too."""
    real = Operations.create_index

    def fail(self: Operations, name: str, *rest: object, **more: object) -> object:
        if name == "ix_citations_chunk_digest":
            raise OperationalError("CREATE INDEX", {}, OSError("the disk is full"))
        return real(self, name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Operations, "create_index", fail)
    with pytest.raises(LedgerError, match="disk is full"):
        async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db"):
            pass

    with contextlib.closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert [] == tables
