"""The tables of indexing and of what models charged for."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Table

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime, metadata

# How indexing goes: a row a run; what is wrong now; who follows which folders.

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("collection", String(64), nullable=False),
    Column("root", AnyText, nullable=False),
    Column("by", String(16), nullable=False),
    Column("started", UtcTime, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("generation", String(64), nullable=False),
    *(
        Column(name, Integer, nullable=False)
        for name in ("seen", "new", "changed", "unchanged", "deleted", "failed")
    ),
    Column("chunks", Integer, nullable=False),
    Column("embeddings", Integer, nullable=False),
    Column("without_vectors", Integer, nullable=False),
    Column("error", AnyText, nullable=False),
    *(
        Column(name, AnyText, nullable=False, server_default="")
        for name in ("pages", "revision", "made_with")
    ),
    Index("ix_runs_collection", "collection", "started"),
)

alarms = Table(
    "alarms",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("subject", AnyText, primary_key=True),
    Column("said", AnyText, nullable=False),
    Column("raised", UtcTime, nullable=False),
)

watchers = Table(
    "watchers",
    metadata,
    Column("collection", String(64), primary_key=True),
    Column("root", AnyText, primary_key=True),
    Column("beat", UtcTime, nullable=False),
    Column("behind", UtcTime),
)

# What models charged for. It outlives the questions, so nothing here refers to them.

charges = Table(
    "charges",
    metadata,
    Column("trace", String(64), primary_key=True),
    Column("stage", String(16), primary_key=True),
    Column("asked", UtcTime, nullable=False, index=True),
    Column("collections", AnyJson, nullable=False),
    Column("model", AnyText, nullable=False),
    Column("prompt", Integer, nullable=False),
    Column("cached", Integer, nullable=False),
    Column("completion", Integer, nullable=False),
    Column("estimated", Integer, nullable=False),
    Column("cost", Float),
    Column("currency", AnyText, nullable=False),
)
