"""Rows that wait for work, each leased to one worker for a while: what inbox and outbox share.

Of a lane only the oldest unfinished row can be taken, and only while no other is in work, so what
concerns one thread is done in order and one at a time. A row whose holder let its lease run out
is taken over. Whoever holds a row proves it with the lease's token.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from retrieval.ledger import lanes, tables
from retrieval.ledger.bare import Inserting, given
from retrieval.ledger.database import Database, insert_new
from retrieval.ledger.lanes import DONE, FINISHED, IN_WORK, WAITING, WORKING
from retrieval.ledger.shared_queue import SharedQueue
from retrieval.ports import Backlog, Job

_NEW = {"state": WAITING, "progress": {}, "attempts": 0, "lease": "", "result": ""}
"""What a row begins with."""
_LATELY = 1_000
"""Rows among which those of a person are counted: read in the order of their number, backwards."""


class Leasing:
    """The rows of one queue and their keys."""

    def __init__(self, database: Database, rows: Table, keys: Table) -> None:
        """Take the two tables of a queue."""
        self._database = database
        self._rows = rows
        self._keys = keys
        named = (*_NEW, "kind", "lane", "payload", "received", "free", "person")
        turn = {"turn": lanes.turn(rows, given(rows, "person"))}
        self._inserting = Inserting(rows, named, turn)
        self._keying = Inserting(keys, ("key", "row"))
        served = database.served if database else None
        self._shared = SharedQueue(served, rows, keys) if served else None

    async def put(
        self,
        kind: str,
        lane: str,
        payload: Mapping[str, Any],
        keys: Sequence[str],
        person: str = "",
    ) -> bool:
        """Commit a row under all of its keys; people are served in turn.

        Returns:
            False where one of the keys was seen; then nothing has changed.

        Raises:
            LedgerError: It cannot be written.
        """
        now = self._database.clock.now()
        row = {**_NEW, "kind": kind, "lane": lane, "payload": payload, "person": person}
        row |= {"received": now, "free": now}
        # In order, lest two that share keys wait for each other.
        under = sorted(set(keys))
        if self._shared:
            return await self._shared.put(row, under)
        return await self._database.write_at_once(
            lambda connection: self._insert(connection, row, under),
            lambda connection: self._insert_bare(connection, row, under),
        )

    def _insert(self, connection: Connection, row: Mapping[str, Any], keys: Sequence[str]) -> bool:
        """Insert a row and its keys; False, and nothing, where one of them is there."""
        turn = lanes.turn(self._rows, row["person"])
        inserting = insert(self._rows).values(turn=turn).returning(self._rows.c.id)
        number = connection.execute(inserting, row).scalar_one()
        if keys:
            try:
                under = [{"key": key, "row": number} for key in keys]
                connection.execute(insert(self._keys), under)
            except IntegrityError:
                connection.rollback()
                return False
        return True

    def _insert_bare(
        self, connection: sqlite3.Connection, row: Mapping[str, Any], keys: Sequence[str]
    ) -> bool:
        """Do the same on SQLite's own connection."""
        number = self._inserting(connection, row)
        try:
            for key in keys:
                self._keying(connection, {"key": key, "row": number})
        except sqlite3.IntegrityError:
            connection.rollback()
            return False
        return True

    async def cancel(self, key: str, result: str) -> bool:
        """Close the row of a key before anyone works on it; False when it is too late.

        Whoever has begun it is told by `stopped`, and cannot renew or note any more.
        """
        rows, keys = self._rows.c, self._keys.c
        named = rows.id.in_(select(keys.row).where(keys.key == key))
        untouched = and_(named, rows.state == WAITING, rows.attempts == 0)
        if await self._change(untouched, state=DONE, result=result):
            return True
        await self._change(and_(named, rows.state != FINISHED), result=result)
        return False

    async def stopped(self, job: Job) -> str:
        """Say why the holder of a row shall stop; empty where it shall not, or lost its lease."""
        wanted = select(self._rows.c.result).where(self._held(job))
        return await self._database.read(lambda connection: connection.scalar(wanted)) or ""

    async def seen(self, key: str) -> bool:
        """Whether a row was committed under a key."""
        wanted = select(self._keys.c.row).where(self._keys.c.key == key)
        found = await self._database.read(lambda connection: connection.scalar(wanted))
        return found is not None

    async def lately(self, person: str, kind: str, since: datetime) -> int:
        """Count a person's rows of a kind since a moment, among the last thousand of all."""
        rows = self._rows.c
        last = select(rows.person, rows.kind, rows.received).order_by(rows.id.desc()).limit(_LATELY)
        some = last.subquery().c
        wanted = select(func.count()).where(
            some.person == person, some.kind == kind, some.received >= since
        )
        return await self._database.read(lambda connection: connection.scalar(wanted)) or 0

    async def pending(self, lane: str) -> bool:
        """Whether a lane has a row that is not finished."""
        rows = self._rows.c
        wanted = select(rows.id).where(rows.lane == lane, rows.state != FINISHED).limit(1)
        found = await self._database.read(lambda connection: connection.scalar(wanted))
        return found is not None

    async def backlog(self, *, within: Sequence[str] = ()) -> Backlog:
        """Count what waits, in lanes that begin with one of `within`; in all where it is empty.

        Leases taken over are counted for the whole queue.
        """
        rows, over = self._rows.c, tables.takeovers.c
        counted = select(rows.state, func.count(), func.min(rows.received))
        counted = counted.where(rows.state != FINISHED, lanes.within(self._rows, within)).group_by(
            rows.state
        )
        taken = select(over["count"]).where(over.queue == self._rows.name)

        def count(connection: Connection) -> tuple[dict[str, tuple[int, datetime]], int]:
            states = {state: (n, first) for state, n, first in connection.execute(counted)}
            return states, connection.scalar(taken) or 0

        states, taken_over = await self._database.read(count)
        now = self._database.clock.now()
        ages = [(now - first).total_seconds() for _, first in states.values()]
        return Backlog(
            waiting=states.get(WAITING, (0,))[0],
            working=states.get(WORKING, (0,))[0],
            oldest=max(0.0, *ages) if ages else 0.0,
            taken_over=taken_over,
        )

    async def purge(self, before: datetime) -> int:
        """Forget finished rows received before a moment, and their keys; return how many."""
        rows, keys = self._rows.c, self._keys.c
        old = and_(rows.state == FINISHED, rows.received < before)
        gone = select(rows.id).where(old)

        def forget(connection: Connection) -> int:
            connection.execute(delete(self._keys).where(keys.row.in_(gone)))
            return connection.execute(delete(self._rows).where(old)).rowcount

        return await self._database.write(forget)

    async def lease(
        self, *, seconds: float, most: int = 1, within: Sequence[str] = ()
    ) -> Sequence[Job]:
        """Take the oldest rows that are free, of lanes in which nothing is in work.

        Only lanes that begin with one of `within` count; all of them where it is empty. Looking
        comes first, so that those who wait for work never keep others from writing.
        """
        now = self._database.clock.now()
        leased = {
            "state": WORKING,
            "free": now + timedelta(seconds=seconds),
            "lease": secrets.token_hex(16),
        }
        if self._shared:
            taken = await self._shared.take(now, most, within, leased)
            return [Job(**{name: row[name] for name in _JOB}) for row in taken]
        wanted = lanes.free(self._rows, now, most, within)
        if await self._database.read(lambda connection: connection.execute(wanted).first()) is None:
            return ()
        return await self._database.write(lambda there: self._take(there, wanted, leased))

    def _take(
        self, connection: Connection, wanted: Select[tuple[int, str]], leased: Mapping[str, Any]
    ) -> Sequence[Job]:
        """Lease rows, and count those whose former lease had run out."""
        found = {row.id: row.state for row in connection.execute(wanted)}
        if not found:
            return ()
        over = sum(state == WORKING for state in found.values())
        if over:
            self._count(connection, over)
        rows = self._rows.c
        taking = update(self._rows).where(rows.id.in_(list(found))).values(leased)
        taken = taking.values(attempts=rows.attempts + 1).returning(*rows)
        return sorted(map(_job, connection.execute(taken)), key=lambda job: job.id)

    def _count(self, connection: Connection, more: int) -> None:
        """Add to the number of leases that were taken over."""
        none = insert_new(connection, tables.takeovers)
        connection.execute(none, {"queue": self._rows.name, "count": 0})
        counts = tables.takeovers.c
        mine = update(tables.takeovers).where(counts.queue == self._rows.name)
        connection.execute(mine.values(count=counts["count"] + more))

    async def renew(self, job: Job, *, seconds: float) -> bool:
        """Hold a row longer; False when the lease was lost."""
        until = self._database.clock.now() + timedelta(seconds=seconds)
        return await self._change_held(job, wanted=True, free=until)

    async def note(self, job: Job, progress: Mapping[str, Any]) -> bool:
        """Commit what was done so far, in place of what stood there; False without the lease."""
        return await self._change_held(job, wanted=True, progress=progress)

    async def finish(self, job: Job, result: str) -> bool:
        """Close a row, saying in a word how it ended; False when the lease was lost."""
        return await self._change_held(job, state=DONE, result=result)

    async def release(self, job: Job) -> None:
        """Give a row back at once, for another attempt."""
        now = self._database.clock.now()
        await self._change_held(job, state=WAITING, free=now)

    async def postpone(self, job: Job, *, seconds: float, result: str = "") -> bool:
        """Give a row back for another attempt in a while, saying why; False without the lease."""
        free = self._database.clock.now() + timedelta(seconds=seconds)
        return await self._change_held(job, state=WAITING, free=free, result=result)

    async def later(self, job: Job, *, seconds: float) -> bool:
        """Give a row back for a while without counting the attempt; False where it is not wanted.

        The first attempt always counts: whoever comes after it may have to take over.
        """
        free = self._database.clock.now() + timedelta(seconds=seconds)
        before = max(1, job.attempts - 1)
        changed = {"state": WAITING, "free": free, "attempts": before}
        return await self._change_held(job, wanted=True, **changed)

    def _held(self, job: Job) -> ColumnElement[bool]:
        """Select the row that a lease is for, while nobody else has taken it."""
        rows = self._rows.c
        return and_(rows.id == job.id, rows.lease == job.lease, rows.state == IN_WORK)

    async def _change_held(self, job: Job, *, wanted: bool = False, **values: Any) -> bool:
        """Change the row of a lease; with `wanted` only while it was not cancelled either."""
        if self._shared:
            return await self._shared.change(job.id, job.lease, values, wanted=wanted)
        held = self._held(job)
        return await self._change(
            and_(held, self._rows.c.result == "") if wanted else held, **values
        )

    async def _change(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change the rows that are selected; whether there were any."""
        change = update(self._rows).where(where).values(values)
        return await self._database.write(
            lambda connection: connection.execute(change).rowcount > 0
        )


_JOB = tuple(one.name for one in fields(Job))


def _job(row: Any) -> Job:
    """Make a job of a row."""
    return Job(**{name: getattr(row, name) for name in _JOB})
