"""How a question is worded, what kind of place an answer stands in, and graded answers.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, UtcTime

revision = "015"
down_revision = "014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns, of what is there already not known, and make two tables."""
    asking = sa.Column("asking", sa.String(64), nullable=False, server_default="")
    op.add_column("questions", asking)
    op.create_index("ix_questions_asking", "questions", ["asking"])
    kind = sa.Column("kind", sa.String(16), nullable=False, server_default="")
    op.add_column("postings", kind)
    op.create_table(
        "grades",
        sa.Column("trace", sa.String(64), nullable=False),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("grade", sa.String(16), nullable=False),
        sa.Column("given", UtcTime(), nullable=False),
        sa.Column("sample", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("trace", "person", name="pk_grades"),
    )
    op.create_table(
        "grade_samples",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("since", UtcTime(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("traces", AnyJson(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_grade_samples"),
    )
    op.create_index("ix_grade_samples_made", "grade_samples", ["made"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("grade_samples")
    op.drop_table("grades")
    op.drop_column("postings", "kind")
    op.drop_index("ix_questions_asking", "questions")
    op.drop_column("questions", "asking")
