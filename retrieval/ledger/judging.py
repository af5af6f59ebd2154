"""Opinions on an answer -> its case: a complaint while anyone dislikes it, else praise if liked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from retrieval.errors import TraceMissing
from retrieval.ledger import case_rows, deciding, rows, tables
from retrieval.ledger.complaint import configured, content
from retrieval.ports import EvalCase, Label

_CASES, _OPINIONS = tables.cases.c, tables.opinions.c


def make_case(connection: Connection, trace_id: str, now: datetime) -> str | None:
    """Bring the case of an answer in line with the opinions on it; return its id if it stands.

    A dislike wins over any likes. Without opinions the case is withdrawn. What somebody has
    decided about a case stays as it is. Without a trace there is nothing to make a case from; it
    is made when the trace is recorded.
    """
    ordered = select(tables.opinions).where(_OPINIONS.trace == trace_id)
    every = connection.execute(ordered.order_by(_OPINIONS.given, _OPINIONS.person)).all()
    against = [one for one in every if one.value < 0]
    judged = next(iter(against or every), None)
    there = connection.execute(
        select(_CASES.kind, _CASES.content, _CASES.state).where(_CASES.id == trace_id)
    ).first()
    if there is None:
        return _make(connection, trace_id, judged, now) if judged else None
    if deciding.decided(connection, trace_id):
        if against and there.kind == "praise":
            _set(connection, trace_id, kind="complaint")
        return trace_id if there.state != deciding.WITHDRAWN else None
    if not judged:
        _set(connection, trace_id, state=deciding.WITHDRAWN, label={})
        return None
    values = _standing(judged.value, there.content)
    if values["kind"] != there.kind:
        values |= {"person": judged.person, "place": judged.place}
    _set(connection, trace_id, **values)
    return trace_id


def known(connection: Connection, trace_id: str) -> case_rows.Row | None:
    """Return all that is known of an answer; None where its trace is not recorded."""
    try:
        found = content(rows.read(connection, trace_id))
    except TraceMissing:
        return None
    configurations = tables.configurations.c
    used = found["versions"]["configuration"]
    there = connection.scalar(select(configurations.content).where(configurations.id == used))
    found["versions"] |= configured(there or {})
    return found


def _make(connection: Connection, trace_id: str, judged: Any, now: datetime) -> str | None:
    """Make the case of an answer, if its trace is recorded."""
    found = known(connection, trace_id)
    if found is None:
        return None
    case = EvalCase(trace_id, trace_id, now, deciding.NEW, judged.person, judged.place, found)
    row = case_rows.row(case) | _standing(judged.value, found)
    connection.execute(insert(tables.cases), [row])
    return trace_id


def _standing(value: int, found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a case is by an opinion: of a liked answer its pages are right."""
    if value < 0:
        return {"kind": "complaint", "state": deciding.NEW, "label": {}}
    refused = found.get("outcome") == "not_in_context"
    cited = [f"{one['collection']}:{one['path']}" for one in found.get("citations", ())]
    label = Label(tuple(dict.fromkeys(cited)), answerable=False if refused else None)
    said = case_rows.write_label(label)
    return {"kind": "praise", "state": deciding.TRIAGED, "label": said}


def _set(connection: Connection, case_id: str, **values: Any) -> None:
    connection.execute(update(tables.cases).where(_CASES.id == case_id).values(**values))
