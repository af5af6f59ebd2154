"""Duties that fall due once, the nightly runs, and the tickets of their drops.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "013"
down_revision = "012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "duties",
        sa.Column("key", sa.String(72), nullable=False),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("period", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("begun", UtcTime(), nullable=False),
        sa.Column("until", UtcTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("ended", UtcTime()),
        sa.PrimaryKeyConstraint("key", name="pk_duties"),
    )
    op.create_index("ix_duties_name", "duties", ["name", "period"])
    op.create_table(
        "nightly_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("period", sa.String(32), nullable=False),
        sa.Column("started", UtcTime(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("configuration", sa.String(64), nullable=False),
        sa.Column("failure", AnyText(), nullable=False),
        sa.Column("figures", AnyJson(), nullable=False),
        sa.Column("contents", AnyJson(), nullable=False),
        sa.Column("scores", AnyJson(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nightly_runs"),
    )
    op.create_index("ix_nightly_runs_started", "nightly_runs", ["started"])
    op.create_table(
        "tickets",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("opened", UtcTime(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("ref", AnyText(), nullable=False),
        sa.Column("url", AnyText(), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
        sa.Column("closed", UtcTime()),
        sa.PrimaryKeyConstraint("key", name="pk_tickets"),
    )
    op.create_index("ix_tickets_opened", "tickets", ["opened"])
    op.create_index("ix_tickets_state", "tickets", ["state"])


def downgrade() -> None:
    """Drop them."""
    for name in ("tickets", "nightly_runs", "duties"):
        op.drop_table(name)
