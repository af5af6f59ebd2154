"""Where the message stands that told people of a question.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText

revision = "018"
down_revision = "017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of earlier questions the outbox says it, as long as it does."""
    op.add_column("escalations", sa.Column("card", AnyText(), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("escalations", "card")
