"""Tests of retrieval/ledger/migrations/env.py: migrations run on the connection they are given."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.operations import Operations
from sqlalchemy import inspect
from sqlalchemy.exc import OperationalError

from retrieval.errors import LedgerError
from retrieval.ledger.engine import connect, migrate


async def test_a_migration_that_fails_leaves_the_ledger_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migrations stand in our transaction: wholly, or not at all, in SQLite too."""
    real = Operations.create_index

    def fail(self: Operations, name: str, *rest: object, **more: object) -> object:
        if name == "ix_citations_chunk_digest":
            raise OperationalError("CREATE INDEX", {}, OSError("the disk is full"))
        return real(self, name, *rest, **more)  # type: ignore[arg-type]

    engine = connect(f"sqlite:///{tmp_path}/ledger.db")
    monkeypatch.setattr(Operations, "create_index", fail)
    with pytest.raises(LedgerError, match="disk is full"):
        await migrate(engine)
    async with engine.connect() as connection:
        tables = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    await engine.dispose()

    assert [] == tables
