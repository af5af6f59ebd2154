"""How indexing goes: the runs, what is wrong now, and who follows which folders.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText, UtcTime

revision = "003"
down_revision = "002"
branch_labels = None
depends_on = None

_COUNTS = ("seen", "new", "changed", "unchanged", "deleted", "failed")


def upgrade() -> None:
    """Make the tables of upkeep."""
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("root", AnyText(), nullable=False),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("started", UtcTime(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("generation", sa.String(64), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in _COUNTS),
        sa.Column("chunks", sa.Integer(), nullable=False),
        sa.Column("embeddings", sa.Integer(), nullable=False),
        sa.Column("without_vectors", sa.Integer(), nullable=False),
        sa.Column("error", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_runs"),
    )
    op.create_index("ix_runs_collection", "runs", ["collection", "started"])
    op.create_table(
        "alarms",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("subject", AnyText(), nullable=False),
        sa.Column("said", AnyText(), nullable=False),
        sa.Column("raised", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "subject", name="pk_alarms"),
    )
    op.create_table(
        "watchers",
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("root", AnyText(), nullable=False),
        sa.Column("beat", UtcTime(), nullable=False),
        sa.Column("behind", UtcTime()),
        sa.PrimaryKeyConstraint("collection", "root", name="pk_watchers"),
    )


def downgrade() -> None:
    """Drop the tables of upkeep."""
    for name in ("watchers", "alarms", "runs"):
        op.drop_table(name)
