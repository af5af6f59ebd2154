"""Tests of retrieval/ledger/tables_escalations.py: the tables are among those of the ledger."""

from __future__ import annotations

from retrieval.ledger import tables, tables_escalations


def test_the_tables_of_escalations_are_the_ledgers() -> None:
    """Whoever has all tables has these too, and by the same names."""
    for name in ("escalations", "escalation_events"):
        table = getattr(tables_escalations, name)

        assert table is tables.metadata.tables[name]
        assert table is getattr(tables, name)
