"""Fewer places to write for each row of a queue: one index of what waits, one of its keys.

Keys are found by themselves alone: they are forgotten with their rows, many at a time, for which
an index by rows is not worth its cost at each message.

A migration says what the tables were like when it was written, so it repeats the columns rather
than import them; only the column types are shared.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from retrieval.ledger.columns import AnyText

revision = "005"
down_revision = "004"
branch_labels = None
depends_on = None

_QUEUES = ("inbox", "outbox")


def upgrade() -> None:
    """Drop the indexes that others can do the work of, and what referred from keys to rows."""
    for name in _QUEUES:
        op.drop_index(f"ix_{name}_unfinished", name)
        op.drop_index(f"ix_{name}_keys_row", f"{name}_keys")
        if op.get_bind().dialect.name == "postgresql":
            op.drop_constraint(f"fk_{name}_keys_row", f"{name}_keys", type_="foreignkey")
        else:
            _anew(name, with_rowid=False)


def downgrade() -> None:
    """Put them back."""
    for name in _QUEUES:
        if op.get_bind().dialect.name == "postgresql":
            op.create_foreign_key(f"fk_{name}_keys_row", f"{name}_keys", name, ["row"], ["id"])
        else:
            refers = sa.ForeignKeyConstraint(["row"], [f"{name}.id"], name=f"fk_{name}_keys_row")
            _anew(name, refers, with_rowid=True)
        op.create_index(f"ix_{name}_keys_row", f"{name}_keys", ["row"])
        unfinished = sa.text("state <> 'done'")
        op.create_index(
            f"ix_{name}_unfinished",
            name,
            ["id"],
            sqlite_where=unfinished,
            postgresql_where=unfinished,
        )


def _anew(name: str, *constraints: sa.Constraint, with_rowid: bool) -> None:
    """Rebuild the table of keys, as SQLite cannot change it; its rows stay."""
    keys, former = f"{name}_keys", f"{name}_keys_former"
    op.rename_table(keys, former)
    op.create_table(
        keys,
        sa.Column("key", AnyText(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=f"pk_{keys}"),
        *constraints,
        sqlite_with_rowid=with_rowid,
    )
    made, there = (sa.table(one, sa.column("key"), sa.column("row")) for one in (keys, former))
    op.execute(sa.insert(made).from_select(["key", "row"], sa.select(there)))
    op.drop_table(former)
