"""The tables of what was handed over to people."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, text

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime, metadata

# Of a subject one at most is unresolved, whichever process opens it. A trace may be forgotten
# before what was made of it, so nothing here refers to `traces`.

escalations = Table(
    "escalations",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("subject", String(255), nullable=False),
    Column("trace", String(64), nullable=False),
    Column("team", String(32), nullable=False),
    Column("channel", String(32), nullable=False),
    Column("thread", String(32), nullable=False),
    Column("asker", String(32), nullable=False),
    Column("to", String(32), nullable=False),
    Column("collection", String(64), nullable=False),
    Column("opened", UtcTime, nullable=False, index=True),
    Column("due", UtcTime, nullable=False),
    Column("content", AnyJson, nullable=False),
    Column("state", String(16), nullable=False),
    Column("holder", String(32), nullable=False),
    Column("claimed", UtcTime),
    Column("closed", UtcTime),
    Column("changes", Integer, nullable=False),
    Column("routed", Integer, nullable=False),
    Column("reminded", Integer, nullable=False),
    Column("card", AnyText, nullable=False, server_default=""),
    Index("ix_escalations_thread", "team", "channel", "thread"),
)
_unresolved = text("state IN ('open', 'claimed')")
_only: dict[str, Any] = {"sqlite_where": _unresolved, "postgresql_where": _unresolved}
Index("ix_escalations_unresolved", escalations.c.subject, unique=True, **_only)

escalation_events = Table(
    "escalation_events",
    metadata,
    Column("escalation", String(64), ForeignKey("escalations.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("key", AnyText, nullable=False, unique=True),
    Column("what", String(16), nullable=False),
    Column("by", String(32), nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("note", AnyJson, nullable=False),
    Column("told", Boolean, nullable=False),
)
_untold = text("NOT told")
_waiting: dict[str, Any] = {"sqlite_where": _untold, "postgresql_where": _untold}
Index("ix_escalation_events_untold", escalation_events.c.at, **_waiting)
