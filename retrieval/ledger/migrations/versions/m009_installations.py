"""The workspaces that the app is installed in, and installations under way.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText, UtcTime

revision = "009"
down_revision = "008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the two tables."""
    op.create_table(
        "installations",
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("app", sa.String(32), nullable=False),
        sa.Column("bot_user", sa.String(32), nullable=False),
        sa.Column("bot_id", sa.String(32), nullable=False),
        sa.Column("token", AnyText(), nullable=False),
        sa.Column("scopes", AnyText(), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("kept", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("team", name="pk_installations"),
    )
    op.create_table(
        "oauth_states",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("ends", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_oauth_states"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("oauth_states")
    op.drop_table("installations")
