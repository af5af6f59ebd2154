"""What people decide about a case: its label, its state, and that another asks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection, exists, insert, select, update

from retrieval.errors import CaseUnfit
from retrieval.ledger import case_rows, tables
from retrieval.ports import Label

NEW, TRIAGED, WITHDRAWN = "new", "triaged", "withdrawn"
DECIDED = ("new", "triaged", "fixed", "kept", "dropped")
"""The states that people give."""
REASONED = ("kept", "dropped")
"""Those that need a reason."""
MEASURED = ("triaged", "fixed", "kept")
"""Those in which a case counts."""

_CASES, _EVENTS = tables.cases.c, tables.case_events.c


@dataclass(frozen=True, slots=True)
class Act:
    """Who does something with which case, and when."""

    case: str
    by: str
    now: datetime


@dataclass(frozen=True, slots=True)
class _Standing:
    """What a case is, and what is said of it."""

    kind: str
    state: str
    said: Label


def label(connection: Connection, act: Act, *, label: Label) -> None:
    """Say what is right about a case; a new one, or one taken back, is triaged by that."""
    state = _state(connection, act)
    says = label != Label()
    if says and state in {NEW, WITHDRAWN}:
        state = TRIAGED
    _set(connection, act, state=state, label=case_rows.write_label(label))
    _note(connection, act, "labelled", state, label.note)


def move(connection: Connection, act: Act, *, state: str, note: str) -> None:
    """Give a case a state; the reason for keeping or dropping it stands in its label, too."""
    if state not in DECIDED:
        raise CaseUnfit(f"A case is {', '.join(DECIDED[:-1])} or {DECIDED[-1]}, not {state!r}.")
    if state in REASONED and not note.strip():
        raise CaseUnfit(f"Say why the case is {state}: whoever meets it later wants to know.")
    values: dict[str, object] = {"state": state}
    if note.strip():
        said = connection.scalar(select(_CASES.label).where(_CASES.id == act.case)) or {}
        values["label"] = {**said, "note": note.strip()}
    _set(connection, act, **values)
    _note(connection, act, "moved", state, note.strip())


def ask_in(connection: Connection, act: Act, *, collections: Sequence[str]) -> None:
    """Say in which collections a case is asked; one that was made of an answer was asked before."""
    wanted = select(_CASES.trace, _CASES.content).where(_CASES.id == act.case)
    there = connection.execute(wanted).one()
    if there.trace:
        raise CaseUnfit(f"The case {act.case} was made of an answer: it is asked where that was.")
    _set(connection, act, content={**there.content, "collections": list(collections)})
    _note(connection, act, "asked_in", _state(connection, act), ", ".join(collections))


def fold(connection: Connection, act: Act, *, into: str) -> None:
    """Fold a case into another, with all that was folded into it; into nothing unfolds it."""
    if into == act.case:
        raise CaseUnfit("A case cannot be folded into itself.")
    above = stays = into
    while above:
        if above == act.case:
            raise CaseUnfit(
                f"The case {into} is folded into {act.case} already; unfold it first to fold them "
                "the other way round."
            )
        stays = above
        above = connection.scalar(select(_CASES.folded_into).where(_CASES.id == above)) or ""
    former = connection.scalar(select(_CASES.folded_into).where(_CASES.id == act.case))
    if not into and not former:
        raise CaseUnfit(f"The case {act.case} is not folded into another.")
    if into:
        _pass_on(connection, act, stays)
    _set(connection, act, folded_into=into)
    what = "folded" if into else "unfolded"
    _note(connection, act, what, _state(connection, act), into or former or "")


def _pass_on(connection: Connection, act: Act, stays: str) -> None:
    """Give a case of which nobody has said what is right the label of the one folded into it.

    It would be lost otherwise, for what is folded away is not measured. Praise alone, which nobody
    has looked at, does not decide about a complaint.
    """
    mine, theirs = _standing(connection, act.case), _standing(connection, stays)
    unseen = mine.kind == "praise" and not decided(connection, act.case)
    if unseen or mine.state not in MEASURED or not _says(mine.said):
        return
    if theirs.state not in {NEW, WITHDRAWN, TRIAGED} or _says(theirs.said):
        return
    label = replace(
        mine.said,
        expected=theirs.said.expected or mine.said.expected,
        must_say=theirs.said.must_say or mine.said.must_say,
        must_not_say=theirs.said.must_not_say or mine.said.must_not_say,
    )
    passed = replace(act, case=stays)
    _set(connection, passed, state=mine.state, label=case_rows.write_label(label))
    _note(connection, passed, "labelled", mine.state, label.note)


def _standing(connection: Connection, case: str) -> _Standing:
    """Return what a case is, and what is said of it."""
    wanted = select(_CASES.kind, _CASES.state, _CASES.label).where(_CASES.id == case)
    row = connection.execute(wanted).one()
    return _Standing(row.kind, row.state, case_rows.read_label(row.label or {}))


def _says(label: Label) -> bool:
    """Whether a label says what is right, so that its case can be measured."""
    return bool(label.right) or label.answerable is not None


def decided(connection: Connection, case_id: str) -> bool:
    """Whether anybody has done anything with a case."""
    return bool(connection.scalar(select(exists().where(_EVENTS.case == case_id))))


def _state(connection: Connection, act: Act) -> str:
    return connection.scalar(select(_CASES.state).where(_CASES.id == act.case)) or NEW


def _set(connection: Connection, act: Act, **values: object) -> None:
    connection.execute(update(tables.cases).where(_CASES.id == act.case).values(**values))


def _note(connection: Connection, act: Act, what: str, state: str, note: str) -> None:
    row = {
        "case": act.case,
        "at": act.now,
        "by": act.by,
        "what": what,
        "state": state,
        "note": note,
    }
    connection.execute(insert(tables.case_events), [row])
