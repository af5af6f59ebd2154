"""The tables of graded answers."""

from __future__ import annotations

from sqlalchemy import Column, Integer, String, Table

from retrieval.ledger.columns import AnyJson, UtcTime, metadata

grades = Table(
    "grades",
    metadata,
    Column("trace", String(64), primary_key=True),
    Column("person", String(64), primary_key=True),
    Column("grade", String(16), nullable=False),
    Column("given", UtcTime, nullable=False),
    Column("sample", String(64), nullable=False),
)

grade_samples = Table(
    "grade_samples",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("made", UtcTime, nullable=False, index=True),
    Column("since", UtcTime, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("traces", AnyJson, nullable=False),
)
