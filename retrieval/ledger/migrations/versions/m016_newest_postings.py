"""The newest answers of a workspace are found without looking at all of them.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them.
"""

from __future__ import annotations

from alembic import op

revision = "016"
down_revision = "015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add an index."""
    op.create_index("ix_postings_kept", "postings", ["team", "kept"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_postings_kept", "postings")
