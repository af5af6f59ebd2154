"""Rows of the ledger -> eval cases, with who dislikes their answers now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Column, Connection, Select, select

from retrieval.ledger import tables
from retrieval.ledger.database import in_batches
from retrieval.ports import EvalCase, Label

Row = dict[str, Any]

_CASES, _OPINIONS = tables.cases.c, tables.opinions.c


def read(connection: Connection, wanted: Select[Any]) -> Sequence[EvalCase]:
    """Return the cases that whole rows stand for, in their order."""
    found = (connection.execute(wanted)).all()
    against = persons(connection, [row.trace for row in found if row.trace])
    folded = _folded(connection, [row.id for row in found])
    return [
        EvalCase(
            id=row.id,
            trace_id=row.trace,
            made=row.made,
            state=row.state,
            person=row.person,
            place=row.place,
            content={**row.content, "persons": against.get(row.trace, [])},
            kind=row.kind,
            label=read_label(row.label),
            into=row.folded_into,
            folded=folded.get(row.id, 0),
        )
        for row in found
    ]


def one(connection: Connection, case_id: str) -> EvalCase:
    """Return the case of an id that is there."""
    return read(connection, select(tables.cases).where(_CASES.id == case_id))[0]


def row(case: EvalCase) -> Row:
    """Return a case as what its row holds; persons stand in opinions."""
    content = {name: part for name, part in case.content.items() if name != "persons"}
    return {
        "id": case.id,
        "trace": case.trace_id,
        "made": case.made,
        "state": case.state,
        "person": case.person,
        "place": case.place,
        "content": content,
        "kind": case.kind,
        "label": write_label(case.label),
        "folded_into": case.into,
        "standalone": str(content.get("standalone") or content.get("question") or ""),
    }


def write_label(label: Label) -> Row:
    """Return what JSON has of a label: what it says, and nothing where it says nothing."""
    nothing = asdict(Label())
    return {name: part for name, part in asdict(label).items() if part != nothing[name]}


def read_label(said: Mapping[str, Any]) -> Label:
    """Read a label."""
    return Label(
        right=tuple(said.get("right", ())),
        expected=said.get("expected", ""),
        must_say=tuple(map(tuple, said.get("must_say", ()))),
        must_not_say=tuple(said.get("must_not_say", ())),
        answerable=said.get("answerable"),
        note=said.get("note", ""),
    )


def persons(connection: Connection, traces: Sequence[str]) -> Mapping[str, list[Row]]:
    """Tell who dislikes each of some answers, where, since when and why, the first first."""
    found: dict[str, list[Row]] = {}
    ordered = select(tables.opinions).order_by(_OPINIONS.given, _OPINIONS.person)
    for some in in_batches(traces):
        for one_ in connection.execute(
            ordered.where(_OPINIONS.trace.in_(some), _OPINIONS.value < 0)
        ):
            told = {
                "person": one_.person,
                "place": one_.place,
                "given": one_.given.isoformat(),
                "reason": one_.reason,
                "page": one_.page,
            }
            found.setdefault(one_.trace, []).append(told)
    return found


def _folded(connection: Connection, ids: Sequence[str]) -> Mapping[str, int]:
    """Count what was folded into each of some cases, and into those in turn."""
    counts: dict[str, int] = {}
    root = {name: name for name in ids}
    while root:
        below: dict[str, str] = {}
        for child, parent in _pairs(connection, list(root)):
            below[child] = root[parent]
            counts[root[parent]] = counts.get(root[parent], 0) + 1
        root = below
    return counts


def _pairs(connection: Connection, ids: Sequence[str]) -> Iterable[tuple[str, str]]:
    """Yield the cases that were folded into some, each with the one it was folded into."""
    into: Column[str] = _CASES.folded_into
    away = select(_CASES.id, into).where(into != "")
    for some in in_batches(ids):
        for found in connection.execute(away.where(into.in_(some))):
            yield found.id, found.folded_into
