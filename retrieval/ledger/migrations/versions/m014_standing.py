"""What may go live, and answers whose pages say something else by now.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "014"
down_revision = "013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of rulings, of pages that were looked at, and of recalled answers."""
    op.create_table(
        "rulings",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
        sa.Column("by", AnyText(), nullable=False),
        sa.Column("decided", UtcTime()),
        sa.PrimaryKeyConstraint("kind", "collection", "name", name="pk_rulings"),
    )
    op.create_table(
        "looked_pages",
        sa.Column("document", sa.String(64), nullable=False),
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("looked", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("document", "collection", name="pk_looked_pages"),
    )
    _recalls()
    op.create_index("ix_citations_page", "citations", ["document", "collection"])


def _recalls() -> None:
    op.create_table(
        "recalls",
        sa.Column("answer", sa.String(64), nullable=False),
        sa.Column("collection", sa.String(64), nullable=False),
        sa.Column("document", sa.String(64), nullable=False),
        *(
            sa.Column(name, AnyText(), nullable=False)
            for name in ("path", "title", "url", "said", "now")
        ),
        sa.Column("gone", sa.Integer(), nullable=False),
        sa.Column("found", UtcTime(), nullable=False),
        sa.Column("marked", UtcTime()),
        sa.Column("told", UtcTime()),
        sa.Column("taken_back", UtcTime()),
        sa.Column("silence", sa.String(16), nullable=False),
        sa.Column("team", sa.String(32), nullable=False),
        sa.Column("askers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("answer", "collection", "document", name="pk_recalls"),
    )
    unmarked, untold = sa.text("marked IS NULL"), sa.text("told IS NULL AND silence = ''")
    op.create_index("ix_recalls_told", "recalls", ["team", "told"])
    op.create_index("ix_recalls_page", "recalls", ["collection", "document"])
    op.create_index(
        "ix_recalls_unmarked",
        "recalls",
        ["team", "found"],
        sqlite_where=unmarked,
        postgresql_where=unmarked,
    )
    op.create_index(
        "ix_recalls_untold",
        "recalls",
        ["team", "askers", "found", "answer"],
        sqlite_where=untold,
        postgresql_where=untold,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_citations_page", "citations")
    for table in ("recalls", "looked_pages", "rulings"):
        op.drop_table(table)
