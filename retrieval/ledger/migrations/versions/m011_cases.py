"""What becomes of a case: its kind, its label, what it is folded into, and who did what with it.

A case may now come from no answer of ours, and an answer may have several: `trace` refers to
nothing any more. Going back keeps the complaints alone, as new as they were.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyJson, AnyText, UtcTime

revision = "011"
down_revision = "010"
branch_labels = None
depends_on = None

_COLUMNS = ("id", "trace", "made", "state", "person", "place", "content")
_BATCH = 500


def upgrade() -> None:
    """Rebuild the table of cases with its rows, and the one of what was done with them."""
    op.add_column("opinions", sa.Column("reason", sa.String(16), nullable=False, server_default=""))
    op.add_column("opinions", sa.Column("page", AnyText(), nullable=False, server_default=""))
    op.drop_index("ix_cases_state", "cases")
    op.rename_table("cases", "cases_former")
    _free("pk_cases", "uq_cases_trace", "fk_cases_trace")
    op.create_table(
        "cases",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("trace", sa.String(64), nullable=False, server_default=""),
        *_same(),
        sa.Column("kind", sa.String(16), nullable=False, server_default="complaint"),
        sa.Column("label", AnyJson(), nullable=False, server_default=sa.text("'{}'")),
        sa.Column("folded_into", sa.String(64), nullable=False, server_default=""),
        sa.Column("standalone", AnyText(), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("id", name="pk_cases"),
    )
    _move("true")
    op.create_index("ix_cases_made", "cases", ["made"])
    op.create_index("ix_cases_state", "cases", ["state", "made"])
    op.create_index("ix_cases_trace", "cases", ["trace"])
    away = sa.text("folded_into <> ''")
    op.create_index(
        "ix_cases_folded_into", "cases", ["folded_into"], sqlite_where=away, postgresql_where=away
    )
    _say_what_was_asked()
    op.create_table(
        "case_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("case", sa.String(64), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("by", AnyText(), nullable=False),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("note", AnyText(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_case_events"),
        sa.ForeignKeyConstraint(["case"], ["cases.id"], name="fk_case_events_case"),
    )
    op.create_index("ix_case_events_case", "case_events", ["case"])


def downgrade() -> None:
    """Keep the complaints that an answer is there of, and drop all else."""
    op.drop_index("ix_case_events_case", "case_events")
    op.drop_table("case_events")
    for name in ("made", "state", "trace", "folded_into"):
        op.drop_index(f"ix_cases_{name}", "cases")
    op.rename_table("cases", "cases_former")
    _free("pk_cases")
    op.create_table(
        "cases",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("trace", sa.String(64), nullable=False),
        *_same(),
        sa.PrimaryKeyConstraint("id", name="pk_cases"),
        sa.UniqueConstraint("trace", name="uq_cases_trace"),
        sa.ForeignKeyConstraint(["trace"], ["traces.id"], name="fk_cases_trace"),
    )
    op.execute("UPDATE cases_former SET state = 'new' WHERE state <> 'withdrawn'")
    _move("kind = 'complaint' AND id = trace AND trace IN (SELECT id FROM traces)")
    op.create_index("ix_cases_state", "cases", ["state"])
    op.drop_column("opinions", "page")
    op.drop_column("opinions", "reason")


def _same() -> list[sa.Column[object]]:
    """Return the columns that stay as they are."""
    return [
        sa.Column("made", UtcTime(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("person", AnyText(), nullable=False),
        sa.Column("place", AnyText(), nullable=False),
        sa.Column("content", AnyJson(), nullable=False),
    ]


def _free(*names: str) -> None:
    """Take the names of constraints from the former table, where they can be taken only once."""
    if op.get_bind().dialect.name == "postgresql":
        for name in sorted(names, reverse=True):
            kind = {"pk": "primary", "uq": "unique", "fk": "foreignkey"}[name[:2]]
            op.drop_constraint(name, "cases_former", type_=kind)


def _move(which: str) -> None:
    """Move rows of the former table into the new one, and drop the former."""
    names = ", ".join(_COLUMNS)
    op.execute(
        f"INSERT INTO cases ({names}) SELECT {names} FROM cases_former WHERE {which}"  # noqa: S608
    )
    op.drop_table("cases_former")


def _say_what_was_asked() -> None:
    """Repeat beside each content the question in it that stands alone."""
    connection = op.get_bind()
    cases = sa.table(
        "cases",
        sa.column("id", sa.String),
        sa.column("content", AnyJson()),
        sa.column("standalone", AnyText()),
    )
    last = ""
    wanted = sa.select(cases.c.id, cases.c.content).order_by(cases.c.id).limit(_BATCH)
    while some := connection.execute(wanted.where(cases.c.id > last)).all():
        last = some[-1].id
        for row in some:
            asked = row.content.get("standalone") or row.content.get("question") or ""
            change = sa.update(cases).where(cases.c.id == row.id)
            connection.execute(change.values(standalone=str(asked)))
