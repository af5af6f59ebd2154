"""Tests of retrieval/ledger/tables_standing.py: the tables are among those of the ledger."""

from __future__ import annotations

from retrieval.ledger import tables, tables_standing


def test_the_tables_are_the_ledgers() -> None:
    """Whoever has all tables has these too, and by the same names."""
    for name in ("rulings", "looked_pages", "recalls"):
        table = getattr(tables_standing, name)

        assert table is tables.metadata.tables[name]
        assert table is getattr(tables, name)
