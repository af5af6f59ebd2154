"""The eval cases: complaints with all that was known of the answer, kept in SQL.

An answer has one case, under its trace's own id, however many people dislike it. It stands while
anyone does: `person` is who disliked it first, and the content's `persons` are those who do now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from retrieval.errors import CaseMissing
from retrieval.ledger import rows, tables
from retrieval.ledger.complaint import content
from retrieval.ledger.database import Database, insert_new, one_id
from retrieval.ports import EvalCase

NEW, WITHDRAWN = "new", "withdrawn"
_CASES, _OPINIONS = tables.cases.c, tables.opinions.c


class LedgerCases:
    """Cases in the ledger; fills the port `Cases`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def list(self, *, state: str = "", most: int = 100) -> Sequence[EvalCase]:
        """Return cases of a state, or of all, newest first."""
        wanted = select(tables.cases).order_by(_CASES.made.desc(), _CASES.id).limit(most)
        async with self._database.reading() as connection:
            return await _read(connection, wanted.where(_CASES.state == state) if state else wanted)

    async def find(self, case_id: str) -> EvalCase:
        """Return a case by its id or an unambiguous start of it.

        Raises:
            CaseMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """
        async with self._database.reading() as connection:
            found = await one_id(connection, _CASES.id, case_id.strip(), CaseMissing)
            return (await _read(connection, select(tables.cases).where(_CASES.id == found)))[0]


async def make_case(connection: AsyncConnection, trace_id: str, now: datetime) -> str | None:
    """Bring the case of an answer in line with the opinions on it; return its id if it stands.

    Made when the first thumbs-down comes, withdrawn when none is left, back when one is. Without
    a trace there is nothing to make it from; it is made when the trace is recorded.
    """
    against = (await _against(connection, [trace_id])).get(trace_id, [])
    state = NEW if against else WITHDRAWN
    changed = update(tables.cases).where(_CASES.trace == trace_id).values(state=state)
    there = (await connection.execute(changed)).rowcount
    if not against or there:
        return trace_id if against else None
    trace = await rows.read(connection, trace_id)
    if trace is None:
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
    await connection.execute(insert_new(tables.cases, connection.dialect.name), row)
    return trace_id


async def _read(connection: AsyncConnection, wanted: Select[Any]) -> Sequence[EvalCase]:
    """Return cases, each with the persons who dislike its answer now."""
    found = (await connection.execute(wanted)).all()
    against = await _against(connection, [row.trace for row in found])
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


async def _against(
    connection: AsyncConnection, traces: Sequence[str]
) -> Mapping[str, list[dict[str, str]]]:
    """Tell who dislikes each of some answers, where and since when, the first first."""
    wanted = select(tables.opinions).where(_OPINIONS.trace.in_(traces), _OPINIONS.value < 0)
    found: dict[str, list[dict[str, str]]] = {}
    for row in await connection.execute(wanted.order_by(_OPINIONS.given, _OPINIONS.person)):
        told = {"person": row.person, "place": row.place, "given": row.given.isoformat()}
        found.setdefault(row.trace, []).append(told)
    return found
