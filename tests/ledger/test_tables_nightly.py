"""Tests of retrieval/ledger/tables_nightly.py: the tables are among those of the ledger."""

from __future__ import annotations

from retrieval.ledger import tables, tables_nightly


def test_the_tables_of_the_nightly_number_are_the_ledgers() -> None:
    """Whoever has all tables has these too, and by the same names."""
    for name in ("duties", "nightly_runs", "tickets"):
        table = getattr(tables_nightly, name)

        assert table is tables.metadata.tables[name]
        assert table is getattr(tables, name)
