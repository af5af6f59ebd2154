"""Which rows of a queue may be taken: of each lane the oldest, while no other is in work.

People are served in turn. A person's first unfinished row gets the turn that is being served,
each further one the turn after: whoever asks ten things at once waits with the second until
everybody who asked meanwhile had one answer. (Start-time fair queuing, with rows of equal cost:
Goyal, Vin and Cheng, SIGCOMM 1996.)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Integer,
    Select,
    Table,
    and_,
    case,
    exists,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.sql.selectable import ScalarSelect

WAITING, WORKING, DONE = "waiting", "working", "done"

# Written out, not bound: only so does a database see that its partial indexes serve.
IN_WORK: ColumnElement[str] = literal_column(f"'{WORKING}'")
FINISHED: ColumnElement[str] = literal_column(f"'{DONE}'")
_NONE, _ONE = literal_column("0", Integer), literal_column("1", Integer)


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
    """Select the rows that may be taken, by their turn, and of one turn the oldest first.

    Unfinished rows are few, and one index of them serves all: it is read whole.
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
    return wanted.where(within(table, prefixes)).order_by(rows.turn, rows.id).limit(most)


def turn(table: Table, person: str | BindParameter[str]) -> ScalarSelect[int]:
    """Select the turn of a new row of a person: see the module."""
    rows = table.alias("others").c
    own = func.max(case((rows.person == person, rows.turn)))
    wanted = select(func.coalesce(own + _ONE, func.min(rows.turn), _NONE))
    return wanted.where(rows.state != FINISHED).scalar_subquery()
