"""Whose a row of a queue is, and which is served before which.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "007"
down_revision = "006"
branch_labels = None
depends_on = None

_QUEUES = ("inbox", "outbox")


def upgrade() -> None:
    """Add the two columns; the rows that wait are nobody's, and are served first."""
    for name in _QUEUES:
        person = sa.Column("person", sa.String(64), nullable=False, server_default="")
        op.add_column(name, person)
        op.add_column(name, sa.Column("turn", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop them."""
    for name in _QUEUES:
        op.drop_column(name, "turn")
        op.drop_column(name, "person")
