"""What was handed over to people, and what they did with it.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "012"
down_revision = "011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of escalations and of their events."""
    _escalations()
    op.create_table(
        "escalation_events",
        sa.Column("escalation", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("key", AnyText(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("note", AnyJson(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("escalation", "number", name="pk_escalation_events"),
        sa.ForeignKeyConstraint(
            ["escalation"], ["escalations.id"], name="fk_escalation_events_escalation"
        ),
        sa.UniqueConstraint("key", name="uq_escalation_events_key"),
    )
    _partly("ix_escalation_events_untold", "escalation_events", "at", "NOT told")


def _escalations() -> None:
    op.create_table(
        "escalations",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        *(
            sa.Column(name, sa.String(64 if name == "trace" else 32), nullable=False)
            for name in ("trace", "team", "channel", "thread", "asker", "to")
        ),
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("opened", UtcTime(), nullable=False),
        sa.Column("due", UtcTime(), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("claimed", UtcTime(), nullable=True),
        sa.Column("closed", UtcTime(), nullable=True),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("changes", "routed", "reminded")
        ),
        sa.PrimaryKeyConstraint("id", name="pk_escalations"),
    )
    op.create_index("ix_escalations_opened", "escalations", ["opened"])
    op.create_index("ix_escalations_thread", "escalations", ["team", "channel", "thread"])
    unresolved = "state IN ('open', 'claimed')"
    _partly("ix_escalations_unresolved", "escalations", "subject", unresolved, unique=True)


def _partly(name: str, table: str, column: str, where: str, *, unique: bool = False) -> None:
    """Make an index over some of the rows."""
    rows = sa.text(where)
    op.create_index(name, table, [column], unique=unique, sqlite_where=rows, postgresql_where=rows)


def downgrade() -> None:
    """Drop them."""
    op.drop_table("escalation_events")
    op.drop_table("escalations")
