"""Tests of retrieval/ledger/tables.py: column types that bring back what they were given."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable

from retrieval.ledger import tables
from retrieval.ledger.columns import AnyText, UtcTime

_DIALECT = sqlite.dialect()


@given(st.text(st.characters()))
def test_any_text_comes_back(text: str) -> None:
    """Every text comes back as it went in, and what is stored is text that databases take."""
    stored = AnyText().process_bind_param(text, _DIALECT)

    assert stored is not None
    assert "\x00" not in stored
    stored.encode("utf-8")
    assert text == AnyText().process_result_value(stored, _DIALECT)


def test_moments_come_back_in_utc() -> None:
    """A moment of any zone is stored in UTC and comes back with its zone."""
    local = datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    stored = UtcTime().process_bind_param(local, _DIALECT)

    assert datetime(2026, 1, 2, 1, tzinfo=UTC) == stored
    assert local == UtcTime().process_result_value(datetime(2026, 1, 2, 1), _DIALECT)  # noqa: DTZ001


def test_a_moment_without_a_zone_is_refused() -> None:
    """A naive time never reaches the ledger."""
    with pytest.raises(ValueError, match="zone"):
        UtcTime().process_bind_param(datetime(2026, 1, 2), _DIALECT)  # noqa: DTZ001


def test_nothing_stays_nothing() -> None:
    """An absent value is neither escaped nor given a zone."""
    assert AnyText().process_bind_param(None, _DIALECT) is None
    assert AnyText().process_result_value(None, _DIALECT) is None
    assert UtcTime().process_bind_param(None, _DIALECT) is None
    assert UtcTime().process_result_value(None, _DIALECT) is None


@pytest.mark.parametrize("table", tables.metadata.sorted_tables, ids=lambda table: table.name)
def test_tables_can_be_made_in_postgresql(table: object) -> None:
    """Each table compiles for PostgreSQL, moments with their zone."""
    made = str(CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[arg-type]

    assert "TIMESTAMP WITHOUT" not in made
