"""What people made of searches that were not what they meant.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "008"
down_revision = "007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of rewrites."""
    op.create_table(
        "rewrites",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("person", AnyText(), nullable=False),
        sa.Column("place", AnyText(), nullable=False),
        sa.Column("asked", AnyText(), nullable=False),
        sa.Column("turns", AnyJson(), nullable=False),
        sa.Column("rewrite", AnyText(), nullable=False),
        sa.Column("wanted", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rewrites"),
    )
    op.create_index("ix_rewrites_made", "rewrites", ["made"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("rewrites")
