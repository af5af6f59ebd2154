"""What a run of indexing made its pages of, so that a generation can be made again.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText

revision = "017"
down_revision = "016"
branch_labels = None
depends_on = None

_COLUMNS = ("pages", "revision", "made_with")


def upgrade() -> None:
    """Add the columns; earlier runs do not say."""
    for name in _COLUMNS:
        op.add_column("runs", sa.Column(name, AnyText(), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop them."""
    for name in _COLUMNS:
        op.drop_column("runs", name)
