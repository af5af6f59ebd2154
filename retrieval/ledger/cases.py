"""The eval cases: complaints with all that was known of the answer, kept in SQL.

An answer has one case, under its trace's own id, however many people dislike it. It stands while
anyone does: `person` is who disliked it first, and the content's `persons` are those who do now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, select, update

from retrieval.errors import CaseMissing, TraceMissing
from retrieval.ledger import rows, tables
from retrieval.ledger.complaint import content
from retrieval.ledger.database import Database, insert_new, one_id
from retrieval.ports import EvalCase

NEW, WITHDRAWN = "new", "withdrawn"
_BATCH = 500
"""How many ids to ask for at once; databases have a limit."""

_CASES, _OPINIONS = tables.cases.c, tables.opinions.c


class LedgerCases:
    """Cases in the ledger; fills the port `Cases`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def list(self, *, state: str = "", most: int = 100) -> Sequence[EvalCase]:
        """Return cases of a state, or of all, newest first."""
        wanted = select(tables.cases).order_by(_CASES.made.desc(), _CASES.id).limit(most)
        if state:
            wanted = wanted.where(_CASES.state == state)
        return await self._database.read(lambda connection: _read(connection, wanted))

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it.

        Raises:
            CaseMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """

        def find(connection: Connection) -> EvalCase:
            found = one_id(connection, _CASES.id, case_id.strip(), CaseMissing)
            return _read(connection, select(tables.cases).where(_CASES.id == found))[0]

        return await self._database.read(find)


def make_case(connection: Connection, trace_id: str, now: datetime) -> str | None:
    """Bring the case of an answer in line with the opinions on it; return its id if it stands.

    Made when the first thumbs-down comes, withdrawn when none is left, back when one is. Without
    a trace there is nothing to make it from; it is made when the trace is recorded.
    """
    against = (_against(connection, [trace_id])).get(trace_id, [])
    state = NEW if against else WITHDRAWN
    changed = update(tables.cases).where(_CASES.trace == trace_id).values(state=state)
    there = (connection.execute(changed)).rowcount
    if not against or there:
        return trace_id if against else None
    try:
        trace = rows.read(connection, trace_id)
    except TraceMissing:
        return None
    first = against[0]
    row = {
        "id": trace_id,
        "trace": trace_id,
        "made": now,
        "state": NEW,
        "person": first["person"],
        "place": first["place"],
        "content": content(trace),
    }
    connection.execute(insert_new(connection, tables.cases), row)
    return trace_id


def _read(connection: Connection, wanted: Select[Any]) -> Sequence[EvalCase]:
    """Return cases, each with the persons who dislike its answer now."""
    found = (connection.execute(wanted)).all()
    against = _against(connection, [row.trace for row in found])
    return [
        EvalCase(
            id=row.id,
            trace_id=row.trace,
            made=row.made,
            state=row.state,
            person=row.person,
            place=row.place,
            content={**row.content, "persons": against.get(row.trace, [])},
        )
        for row in found
    ]


def _against(connection: Connection, traces: Sequence[str]) -> Mapping[str, list[dict[str, str]]]:
    """Tell who dislikes each of some answers, where and since when, the first first."""
    found: dict[str, list[dict[str, str]]] = {}
    ordered = select(tables.opinions).order_by(_OPINIONS.given, _OPINIONS.person)
    for start in range(0, len(traces), _BATCH):
        some = _OPINIONS.trace.in_(traces[start : start + _BATCH])
        for row in connection.execute(ordered.where(some, _OPINIONS.value < 0)):
            told = {"person": row.person, "place": row.place, "given": row.given.isoformat()}
            found.setdefault(row.trace, []).append(told)
    return found
