"""Tests of retrieval/ledger/tables_grades.py: the tables are among those of the ledger."""

from __future__ import annotations

from retrieval.ledger import tables, tables_grades


def test_the_tables_of_grades_are_the_ledgers() -> None:
    """Whoever has all tables has these too, and by the same names."""
    for name in ("grades", "grade_samples"):
        table = getattr(tables_grades, name)

        assert table is tables.metadata.tables[name]
        assert table is getattr(tables, name)
