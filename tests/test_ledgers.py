"""Ledgers that tests make quickly are as Alembic makes them."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from retrieval.ledger import tables
from retrieval.ledger.engine import newest_schema, schema
from retrieval.ledger.ledger import Ledger
from tests.contracts.test_queue_contract import LEDGERS
from tests.ledger.filled import done


def _differences(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), tables.metadata)


def _emptied(connection: Connection) -> None:
    tables.metadata.drop_all(connection)
    connection.execute(text("DROP TABLE alembic_version"))


async def _opened(url: str) -> None:
    async with Ledger.open(url):
        pass


@pytest.mark.parametrize("kind", LEDGERS)
async def test_the_second_ledger_is_as_the_first(
    kind: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the newest schema, with all that tables.py declares, though no migration was run."""
    url = LEDGERS[kind](request)
    await _opened(url)
    await done(url, _emptied)
    monkeypatch.setattr(MigrationContext, "run_migrations", None)
    await _opened(url)
    made = await done(url, schema), await done(url, _differences)

    assert (newest_schema(), []) == made
