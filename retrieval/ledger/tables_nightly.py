"""The tables of the nightly number: duties that fall due once, runs, and tickets of drops."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Table

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime, metadata

duties = Table(
    "duties",
    metadata,
    Column("key", String(72), primary_key=True),
    Column("name", String(32), nullable=False),
    Column("period", String(32), nullable=False),
    Column("holder", String(32), nullable=False),
    Column("begun", UtcTime, nullable=False),
    Column("until", UtcTime, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("ended", UtcTime),
    Index("ix_duties_name", "name", "period"),
)

nightly_runs = Table(
    "nightly_runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("period", String(32), nullable=False),
    Column("started", UtcTime, nullable=False, index=True),
    Column("seconds", Float, nullable=False),
    Column("configuration", String(64), nullable=False),
    Column("failure", AnyText, nullable=False),
    Column("figures", AnyJson, nullable=False),
    Column("contents", AnyJson, nullable=False),
    Column("scores", AnyJson, nullable=False),
)

tickets = Table(
    "tickets",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("opened", UtcTime, nullable=False, index=True),
    Column("state", String(16), nullable=False, index=True),
    Column("by", String(32), nullable=False),
    Column("ref", AnyText, nullable=False),
    Column("url", AnyText, nullable=False),
    Column("content", AnyJson, nullable=False),
    Column("closed", UtcTime),
)
