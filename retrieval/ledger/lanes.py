"""Which rows of a queue may be taken: of each lane the oldest, while no other is in work."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Table,
    and_,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
)

WAITING, WORKING, DONE = "waiting", "working", "done"

# Written out, not bound: only so does a database see that its partial indexes serve.
IN_WORK: ColumnElement[str] = literal_column(f"'{WORKING}'")
FINISHED: ColumnElement[str] = literal_column(f"'{DONE}'")


def within(
    rows: Table, prefixes: Sequence[str] | Sequence[BindParameter[str]]
) -> ColumnElement[bool]:
    """Select the lanes that begin with one of some prefixes, in the same case."""
    begins = [
        func.substr(rows.c.lane, 1, func.length(prefix)) == prefix  # LIKE has wildcards.
        for prefix in prefixes
    ]
    return or_(*begins) if begins else true()


def free(
    table: Table,
    now: datetime | BindParameter[datetime],
    most: int | BindParameter[int],
    prefixes: Sequence[str] | Sequence[BindParameter[str]] = (),
) -> Select[tuple[int, str]]:
    """Select the rows that may be taken, oldest first.

    Unfinished rows are few, and one index of them serves all: it is read whole. To order by a sum
    keeps databases from reading the whole table in the order of its own key instead.
    """
    rows, other = table.c, table.alias().c
    occupied = exists().where(
        other.lane == rows.lane,
        other.state != FINISHED,
        other.id != rows.id,
        or_(other.id < rows.id, other.state == IN_WORK),
    )
    takable = or_(rows.state == IN_WORK, and_(rows.state == WAITING, ~occupied))
    wanted = select(rows.id, rows.state).where(rows.state != FINISHED, rows.free <= now, takable)
    return wanted.where(within(table, prefixes)).order_by(rows.id + 0).limit(most)
