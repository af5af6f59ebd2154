"""Tests of retrieval/ledger/tables.py: tables that every database takes."""

from __future__ import annotations

import pytest
from sqlalchemy import JSON, Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from retrieval.ledger import tables
from retrieval.ledger.columns import AnyJson

_TABLES = pytest.mark.parametrize(
    "table", tables.metadata.sorted_tables, ids=lambda table: table.name
)


@_TABLES
def test_tables_can_be_made_in_postgresql(table: Table) -> None:
    """Each table compiles for PostgreSQL with its indexes, moments with their zone."""
    made = str(CreateTable(table).compile(dialect=postgresql.dialect()))
    for index in table.indexes:
        made += str(CreateIndex(index).compile(dialect=postgresql.dialect()))

    assert "TIMESTAMP WITHOUT" not in made


@_TABLES
def test_json_may_have_any_characters(table: Table) -> None:
    """No column takes JSON as it comes: PostgreSQL refuses NUL and lone surrogates in it."""
    plain = [column.name for column in table.columns if type(column.type) is JSON]

    assert [] == plain
    assert all(isinstance(c.type, AnyJson) for c in table.columns if c.name in {"payload", "hops"})


@pytest.mark.parametrize("name", ["inbox", "outbox"])
def test_a_lane_has_one_row_in_work_whoever_writes_it(name: str) -> None:
    """The database itself refuses a second row of a lane in work, PostgreSQL too."""
    index = next(i for i in tables.metadata.tables[name].indexes if i.unique)
    made = str(CreateIndex(index).compile(dialect=postgresql.dialect()))

    assert made.endswith("(lane) WHERE state = 'working'")
