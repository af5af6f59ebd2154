"""What was handed over to people, kept in SQL: each change with its event, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, insert, select, update

from retrieval.errors import EscalationMissing
from retrieval.ledger import tables_escalations as tables
from retrieval.ledger.database import Database, insert_new, one_after_the_other, one_id
from retrieval.ports import (
    Change,
    Changed,
    Escalation,
    EscalationEvent,
    EscalationTimes,
)
from retrieval.ports.escalations import CLAIMED, UNRESOLVED

_ROWS, _EVENTS = tables.escalations.c, tables.escalation_events.c
_FIELDS = tuple(one.name for one in fields(Escalation))
_EVENT = tuple(one.name for one in fields(EscalationEvent))
_TIMES = tuple(one.name for one in fields(EscalationTimes))


class LedgerEscalations:
    """Escalations in the ledger; implements the ports `Escalations` and `EscalationList`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when something was done."""
        self._database = database

    async def open(
        self, escalation: Escalation, *, key: str, by: str, note: Mapping[str, Any] | None = None
    ) -> Changed:
        """Keep a new one; where one of its subject is unresolved, return that without an event."""
        now = self._database.clock.now()

        def keep(connection: Connection) -> Changed:
            one_after_the_other(connection, escalation.subject)
            if known := _done(connection, key):
                return known
            new = insert_new(connection, tables.escalations)
            if connection.execute(new, _row(escalation)).rowcount == 1:
                event = EscalationEvent(escalation.id, 0, "opened", by, now, note or {})
                _add(connection, event, key)
                return Changed(escalation, event)
            open_now = and_(_ROWS.subject == escalation.subject, _ROWS.state.in_(UNRESOLVED))
            row = connection.execute(select(tables.escalations).where(open_now)).one()
            return Changed(_escalation(row), None)

        return await self._database.write(keep)

    async def change(self, escalation_id: str, change: Change) -> Changed:
        """Do something with one. Raises EscalationMissing."""
        now = self._database.clock.now()

        def do(connection: Connection) -> Changed:
            one_after_the_other(connection, escalation_id)
            if known := _done(connection, change.key):
                return known
            before = _find(connection, escalation_id)
            if before.state not in change.among:
                return Changed(before, None)
            values = _values(before, change, now)
            changing = update(tables.escalations).where(_ROWS.id == before.id).values(values)
            connection.execute(changing)
            event = EscalationEvent(
                before.id, before.changes, change.what, change.by, now, change.note
            )
            _add(connection, event, change.key)
            return Changed(_find(connection, before.id), event)

        return await self._database.write(do)

    async def done(self, key: str) -> Changed | None:
        """Return what was done on an occasion, None where nothing was."""
        return await self._database.read(lambda connection: _done(connection, key))

    async def find(self, escalation_id: str) -> Escalation:
        """Return one by its id or an unambiguous start of it. Raises EscalationMissing."""

        def find(connection: Connection) -> Escalation:
            start = escalation_id.strip()
            return _find(connection, one_id(connection, _ROWS.id, start, EscalationMissing))

        return await self._database.read(find)

    async def told(self, event: EscalationEvent) -> None:
        """Keep that everybody was told of an event."""
        this = and_(_EVENTS.escalation == event.escalation, _EVENTS.number == event.number)
        done = update(tables.escalation_events).where(this).values(told=True)
        await self._database.write(lambda connection: connection.execute(done))

    async def remind(self, escalation: Escalation, reminded: int) -> None:
        """Keep how many reminders were sent of the deadline that it has, if it has it still."""
        same = and_(_ROWS.id == escalation.id, _ROWS.routed == escalation.routed)
        fewer = and_(same, _ROWS.reminded < reminded)
        counted = update(tables.escalations).where(fewer).values(reminded=reminded)
        await self._database.write(lambda connection: connection.execute(counted))

    async def delivered(self, escalation: Escalation, where: tuple[str, str]) -> None:
        """Keep the channel and ts of the message that told people, if they still are those."""
        same = and_(_ROWS.id == escalation.id, _ROWS.routed == escalation.routed)
        kept = update(tables.escalations).where(same).values(card=":".join(where))
        await self._database.write(lambda connection: connection.execute(kept))

    async def list(
        self, *, states: Sequence[str] = (), team: str = "", most: int = 100
    ) -> Sequence[Escalation]:
        """Return those in some states, or all; of a workspace, or of all; newest first."""
        wanted = select(tables.escalations).order_by(_ROWS.opened.desc(), _ROWS.id).limit(most)
        wanted = wanted.where(_ROWS.state.in_(states)) if states else wanted
        return await self._several(wanted.where(_ROWS.team == team) if team else wanted)

    async def in_thread(self, team: str, channel: str, thread: str) -> Sequence[Escalation]:
        """Return those of a thread, newest first."""
        place = and_(_ROWS.team == team, _ROWS.channel == channel, _ROWS.thread == thread)
        newest = select(tables.escalations).where(place).order_by(_ROWS.opened.desc())
        return await self._several(newest) if thread else ()

    async def untold(self, team: str, before: datetime) -> Sequence[EscalationEvent]:
        """Return events before a moment of which not everybody was told, oldest first."""
        waits = and_(~_EVENTS.told, _EVENTS.at < before, _ROWS.team == team)
        joined = select(tables.escalation_events).join(
            tables.escalations, _ROWS.id == _EVENTS.escalation
        )
        return await self._events(joined.where(waits).order_by(_EVENTS.at, _EVENTS.number))

    async def history(self, escalation_id: str) -> Sequence[EscalationEvent]:
        """Return what was done with one, oldest first."""
        of_it = select(tables.escalation_events).where(_EVENTS.escalation == escalation_id)
        return await self._events(of_it.order_by(_EVENTS.number))

    async def times(self, since: datetime) -> Sequence[EscalationTimes]:
        """Return the times of all that were opened since a moment, oldest first."""
        columns = [_ROWS[name] for name in _TIMES]
        wanted = select(*columns).where(_ROWS.opened >= since).order_by(_ROWS.opened)
        return await self._database.read(
            lambda connection: [EscalationTimes(*row) for row in connection.execute(wanted)]
        )

    async def _several(self, wanted: Select[Any]) -> Sequence[Escalation]:
        return await self._database.read(
            lambda connection: [_escalation(row) for row in connection.execute(wanted)]
        )

    async def _events(self, wanted: Select[Any]) -> Sequence[EscalationEvent]:
        return await self._database.read(
            lambda connection: [_event(row) for row in connection.execute(wanted)]
        )


def _done(connection: Connection, key: str) -> Changed | None:
    """Return what was done on an occasion, None where nothing was."""
    row = connection.execute(select(tables.escalation_events).where(_EVENTS.key == key)).first()
    return Changed(_find(connection, row.escalation), _event(row)) if row else None


def _find(connection: Connection, escalation_id: str) -> Escalation:
    this: ColumnElement[bool] = _ROWS.id == escalation_id
    row = connection.execute(select(tables.escalations).where(this)).first()
    if row is None:
        raise EscalationMissing(f"The ledger holds no escalation {escalation_id}.")
    return _escalation(row)


def _values(before: Escalation, change: Change, now: datetime) -> dict[str, Any]:
    """Return what a change makes of the row."""
    named = ("state", "holder", "to", "collection", "due")
    values = {n: getattr(change, n) for n in named if getattr(change, n) is not None}
    values |= {"changes": before.changes + 1, "content": {**before.content, **change.content}}
    if change.to is not None:
        values |= {"routed": before.changes, "reminded": 0, "card": ""}
    if change.state == CLAIMED and before.claimed is None:
        values["claimed"] = now
    if change.state and change.state not in UNRESOLVED:
        values["closed"] = now
    return values


def _add(connection: Connection, event: EscalationEvent, key: str) -> None:
    values = {name: getattr(event, name) for name in _EVENT}
    connection.execute(insert(tables.escalation_events), {**values, "key": key})


def _row(escalation: Escalation) -> dict[str, Any]:
    values = {name: getattr(escalation, name) for name in _FIELDS}
    return {**values, "trace": values.pop("trace_id")}


def _escalation(row: Any) -> Escalation:
    named = {name: getattr(row, name) for name in _FIELDS if name != "trace_id"}
    return Escalation(trace_id=row.trace, **named)


def _event(row: Any) -> EscalationEvent:
    return EscalationEvent(**{name: getattr(row, name) for name in _EVENT})
