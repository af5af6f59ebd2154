"""What was decided for channels; and the questions and opinions of a person, found quickly.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText, UtcTime

revision = "006"
down_revision = "005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of places, and two indexes."""
    op.create_table(
        "places",
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("channel", sa.String(32), nullable=False),
        sa.Column("muted_by", sa.String(32), nullable=False),
        sa.Column("muted_at", UtcTime(), nullable=True),
        sa.Column("auto_off_reason", AnyText(), nullable=False),
        sa.Column("greeted_at", UtcTime(), nullable=True),
        sa.PrimaryKeyConstraint("team", "channel", name="pk_places"),
    )
    op.create_index("ix_postings_asker", "postings", ["team", "asker", "kept"])
    op.create_index("ix_opinions_person", "opinions", ["person", "given"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_opinions_person", "opinions")
    op.drop_index("ix_postings_asker", "postings")
    op.drop_table("places")
