"""The tables of eval cases: what stands in one, and what people did with it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, text

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime, metadata

_AWAY: dict[str, Any] = {
    "sqlite_where": text("folded_into <> ''"),
    "postgresql_where": text("folded_into <> ''"),
}

# A case may come from another ledger, or from no answer at all: nothing here refers to `traces`.
# `standalone` is the content's own, repeated so that questions can be compared without it.

cases = Table(
    "cases",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("trace", String(64), nullable=False, server_default=""),
    Column("made", UtcTime, nullable=False),
    Column("state", String(16), nullable=False),
    Column("person", AnyText, nullable=False),
    Column("place", AnyText, nullable=False),
    Column("content", AnyJson, nullable=False),
    Column("kind", String(16), nullable=False, server_default="complaint"),
    Column("label", AnyJson, nullable=False, server_default=text("'{}'")),
    Column("folded_into", String(64), nullable=False, server_default=""),
    Column("standalone", AnyText, nullable=False, server_default=""),
    Index("ix_cases_made", "made"),
    Index("ix_cases_state", "state", "made"),
    Index("ix_cases_trace", "trace"),
    Index("ix_cases_folded_into", "folded_into", **_AWAY),
)

case_events = Table(
    "case_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("case", String(64), ForeignKey("cases.id"), nullable=False, index=True),
    Column("at", UtcTime, nullable=False),
    Column("by", AnyText, nullable=False),
    Column("what", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("note", AnyText, nullable=False),
)
