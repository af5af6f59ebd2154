"""What models charged for, by stage.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "004"
down_revision = "003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of charges."""
    op.create_table(
        "charges",
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("asked", UtcTime(), nullable=False),
        sa.Column("collections", AnyJson(), nullable=False),
        sa.Column("model", AnyText(), nullable=False),
        sa.Column("prompt", sa.Integer(), nullable=False),
        sa.Column("cached", sa.Integer(), nullable=False),
        sa.Column("completion", sa.Integer(), nullable=False),
        sa.Column("estimated", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Float(), nullable=True),
        sa.Column("currency", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("trace", "stage", name="pk_charges"),
    )
    op.create_index("ix_charges_asked", "charges", ["asked"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("charges")
