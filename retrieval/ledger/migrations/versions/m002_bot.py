"""What the bot keeps: what waits to be done, what was posted where, opinions and cases.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "002"
down_revision = "001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of the bot."""
    _queue("inbox")
    _queue("outbox")
    op.create_table(
        "takeovers",
        sa.Column("queue", sa.String(32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("queue", name="pk_takeovers"),
    )
    _postings()
    _messages()
    _opinions()
    _cases()


def downgrade() -> None:
    """Drop the tables of the bot, those that refer to others first."""
    for name in (
        "cases",
        "opinions",
        "messages",
        "postings",
        "takeovers",
        "outbox_keys",
        "outbox",
        "inbox_keys",
        "inbox",
    ):
        op.drop_table(name)


def _queue(name: str) -> None:
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("lane", AnyText(), nullable=False),
        sa.Column("payload", AnyJson(), nullable=False),
        sa.Column("progress", AnyJson(), nullable=False),
        sa.Column("received", UtcTime(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("free", UtcTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(32), nullable=False),
        sa.Column("result", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
    )
    unfinished, working = sa.text("state <> 'done'"), sa.text("state = 'working'")
    in_order: dict[str, Any] = {"sqlite_where": unfinished, "postgresql_where": unfinished}
    in_work: dict[str, Any] = {"sqlite_where": working, "postgresql_where": working}
    op.create_index(f"ix_{name}_unfinished", name, ["id"], **in_order)
    op.create_index(f"ix_{name}_lane", name, ["lane", "id"], **in_order)
    op.create_index(f"ix_{name}_working", name, ["lane"], unique=True, **in_work)
    _keys(name)


def _keys(name: str) -> None:
    op.create_table(
        f"{name}_keys",
        sa.Column("key", AnyText(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=f"pk_{name}_keys"),
        sa.ForeignKeyConstraint(["row"], [f"{name}.id"], name=f"fk_{name}_keys_row"),
    )
    op.create_index(f"ix_{name}_keys_row", f"{name}_keys", ["row"])


def _postings() -> None:
    op.create_table(
        "postings",
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("thread_ts", sa.String(32), nullable=False),
        sa.Column("asker", sa.String(32), nullable=False),
        sa.Column("question_ts", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("kept", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("trace", name="pk_postings"),
    )
    op.create_index("ix_postings_thread", "postings", ["team", "channel", "thread_ts"])
    op.create_index("ix_postings_question", "postings", ["team", "channel", "question_ts"])


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("ts", sa.String(32), nullable=False),
        sa.Column("posting", sa.String(64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("team", "channel", "ts", name="pk_messages"),
        sa.ForeignKeyConstraint(["posting"], ["postings.trace"], name="fk_messages_posting"),
    )
    op.create_index("ix_messages_posting", "messages", ["posting"])


def _opinions() -> None:
    op.create_table(
        "opinions",
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("place", AnyText(), nullable=False),
        sa.Column("given", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("trace", "person", name="pk_opinions"),
    )


def _cases() -> None:
    op.create_table(
        "cases",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("person", AnyText(), nullable=False),
        sa.Column("place", AnyText(), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cases"),
        sa.UniqueConstraint("trace", name="uq_cases_trace"),
        sa.ForeignKeyConstraint(["trace"], ["traces.id"], name="fk_cases_trace"),
    )
    op.create_index("ix_cases_state", "cases", ["state"])
