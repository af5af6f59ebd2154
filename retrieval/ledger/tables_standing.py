"""The tables of what may go live, and of answers whose pages say something else by now."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Index, Integer, String, Table, text

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime, metadata

_UNMARKED: dict[str, Any] = {
    "sqlite_where": text("marked IS NULL"),
    "postgresql_where": text("marked IS NULL"),
}
_UNTOLD: dict[str, Any] = {
    "sqlite_where": text("told IS NULL AND silence = ''"),
    "postgresql_where": text("told IS NULL AND silence = ''"),
}

# What was ruled about something new. It outlives what it is about.

rulings = Table(
    "rulings",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("collection", String(64), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("made", UtcTime, nullable=False),
    Column("content", AnyJson, nullable=False),
    Column("by", AnyText, nullable=False),
    Column("decided", UtcTime),
)

# Each page that an answer quotes, as it was looked at last: its digest, empty where it was gone.

looked_pages = Table(
    "looked_pages",
    metadata,
    Column("document", String(64), primary_key=True),
    Column("collection", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("looked", UtcTime, nullable=False),
)

# An answer and a page that no longer says what it quotes. It goes with its answer.

recalls = Table(
    "recalls",
    metadata,
    Column("answer", String(64), primary_key=True),
    Column("collection", String(64), primary_key=True),
    Column("document", String(64), primary_key=True),
    Column("path", AnyText, nullable=False),
    Column("title", AnyText, nullable=False),
    Column("url", AnyText, nullable=False),
    Column("said", AnyText, nullable=False),
    Column("now", AnyText, nullable=False),
    Column("gone", Integer, nullable=False),
    Column("found", UtcTime, nullable=False),
    Column("marked", UtcTime),
    Column("told", UtcTime),
    Column("taken_back", UtcTime),
    Column("silence", String(16), nullable=False),
    Column("team", String(32), nullable=False),
    Column("askers", Integer, nullable=False),
    Index("ix_recalls_page", "collection", "document"),
    Index("ix_recalls_told", "team", "told"),
    Index("ix_recalls_unmarked", "team", "found", **_UNMARKED),
    Index("ix_recalls_untold", "team", "askers", "found", "answer", **_UNTOLD),
)
