"""The tables of the ledger, in types that SQLite and PostgreSQL both have."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

# Databases refuse NUL and lone surrogates, and people paste both. They are written as U+0010 and
# four hexadecimal digits, and so is U+0010 itself, so that every text comes back as it went in.
_REFUSED = re.compile("[\x00\x10\ud800-\udfff]")
_ESCAPED = re.compile("\x10([0-9a-f]{4})")


class AnyText(TypeDecorator[str]):
    """A text of any length and any characters, readable in plain SQL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Write the characters that databases refuse as their numbers."""
        if value is None:
            return None
        return _REFUSED.sub(lambda match: f"\x10{ord(match[0]):04x}", value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Turn the numbers back into characters."""
        if value is None:
            return None
        return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), value)


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC with its zone, also where the database keeps no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Turn a moment of any zone into UTC; one without a zone is a mistake of ours."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment in the ledger needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Give the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

configurations = Table(
    "configurations",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("content", JSON, nullable=False),
    Column("recorded", UtcTime, nullable=False),
)

questions = Table(
    "questions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("asked", UtcTime, nullable=False, index=True),
    Column("text", AnyText, nullable=False),
    Column("standalone", AnyText, nullable=False),
    Column("asker", AnyText, nullable=False),
    Column("place", AnyText, nullable=False),
    Column("collections", JSON, nullable=False),
    Column("configuration", String(64), ForeignKey("configurations.id"), index=True),
)

answers = Table(
    "answers",
    metadata,
    Column("question", String(64), ForeignKey("questions.id"), primary_key=True),
    Column("outcome", String(32), nullable=False, index=True),
    Column("text", AnyText, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("writer", AnyText, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("cached_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
)

citations = Table(
    "citations",
    metadata,
    Column("answer", String(64), ForeignKey("answers.question"), primary_key=True),
    Column("claim", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("label", String(16), nullable=False),
    Column("collection", AnyText, nullable=False),
    Column("document", AnyText, nullable=False),
    Column("path", AnyText, nullable=False),
    Column("url", AnyText, nullable=False),
    Column("chunk", AnyText, nullable=False),
    Column("chunk_digest", String(64), nullable=False, index=True),
    Column("quote", AnyText, nullable=False),
    Column("quote_start", Integer, nullable=False),
    Column("quote_end", Integer, nullable=False),
)

texts = Table(
    "texts",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("text", AnyText, nullable=False),
)

traces = Table(
    "traces",
    metadata,
    Column("id", String(64), ForeignKey("questions.id"), primary_key=True),
    Column("hops", JSON, nullable=False),
    Column("recorded", UtcTime, nullable=False),
)
