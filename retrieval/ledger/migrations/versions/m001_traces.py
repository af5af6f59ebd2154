"""Questions with their answers, citations and traces; texts and configurations by digest.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of the first release."""
    op.create_table(
        "configurations",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
        sa.Column("recorded", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_configurations"),
    )
    op.create_table(
        "texts",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("text", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_texts"),
    )
    _questions()
    _answers()
    _citations()
    _traces()


def downgrade() -> None:
    """Drop the tables of the first release, those that refer to others first."""
    for name in (
        "traces",
        "citations",
        "answers",
        "questions",
        "texts",
        "configurations",
    ):
        op.drop_table(name)


def _questions() -> None:
    op.create_table(
        "questions",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("asked", UtcTime(), nullable=False),
        sa.Column("text", AnyText(), nullable=False),
        sa.Column("standalone", AnyText(), nullable=False),
        sa.Column("asker", AnyText(), nullable=False),
        sa.Column("place", AnyText(), nullable=False),
        sa.Column("collections", AnyJson(), nullable=False),
        sa.Column("configuration", sa.String(64)),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
        sa.ForeignKeyConstraint(
            ["configuration"], ["configurations.id"], name="fk_questions_configuration"
        ),
    )
    op.create_index("ix_questions_asked", "questions", ["asked"])
    op.create_index("ix_questions_configuration", "questions", ["configuration"])


def _answers() -> None:
    op.create_table(
        "answers",
        sa.Column("question", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(32), nullable=False),
        sa.Column("text", AnyText(), nullable=False),
        sa.Column("reason", AnyText(), nullable=False),
        sa.Column("writer", AnyText(), nullable=False),
        sa.Column("seconds", sa.Float(), nullable=False),
        sa.Column("prompt_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("completion_tokens", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("question", name="pk_answers"),
        sa.ForeignKeyConstraint(["question"], ["questions.id"], name="fk_answers_question"),
    )
    op.create_index("ix_answers_outcome", "answers", ["outcome"])


def _citations() -> None:
    op.create_table(
        "citations",
        sa.Column("answer", sa.String(64), nullable=False),
        sa.Column("claim", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(16), nullable=False),
        sa.Column("collection", AnyText(), nullable=False),
        sa.Column("document", AnyText(), nullable=False),
        sa.Column("path", AnyText(), nullable=False),
        sa.Column("url", AnyText(), nullable=False),
        sa.Column("chunk", AnyText(), nullable=False),
        sa.Column("chunk_digest", sa.String(64), nullable=False),
        sa.Column("quote", AnyText(), nullable=False),
        sa.Column("quote_start", sa.Integer(), nullable=False),
        sa.Column("quote_end", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("answer", "claim", "place", name="pk_citations"),
        sa.ForeignKeyConstraint(["answer"], ["answers.question"], name="fk_citations_answer"),
    )
    op.create_index("ix_citations_chunk_digest", "citations", ["chunk_digest"])


def _traces() -> None:
    op.create_table(
        "traces",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("hops", AnyJson(), nullable=False),
        sa.Column("recorded", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_traces"),
        sa.ForeignKeyConstraint(["id"], ["questions.id"], name="fk_traces_id"),
    )
