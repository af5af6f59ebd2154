"""Tests of retrieval/ledger/tables_upkeep.py: the tables are among those of the ledger."""

from __future__ import annotations

from retrieval.ledger import tables, tables_upkeep


def test_the_tables_of_upkeep_are_the_ledgers() -> None:
    """Whoever has all tables has these too, and by the same names."""
    for name in ("runs", "alarms", "watchers", "charges"):
        table = getattr(tables_upkeep, name)

        assert table is tables.metadata.tables[name]
        assert table is getattr(tables, name)
