"""How a question was asked that is answered, and since when a channel is answered of itself.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import UtcTime

revision = "010"
down_revision = "009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the two columns; of what was answered before it is not known how it was asked."""
    source = sa.Column("source", sa.String(16), nullable=False, server_default="")
    op.add_column("postings", source)
    op.add_column("places", sa.Column("auto_since", UtcTime(), nullable=True))


def downgrade() -> None:
    """Drop them."""
    op.drop_column("places", "auto_since")
    op.drop_column("postings", "source")
