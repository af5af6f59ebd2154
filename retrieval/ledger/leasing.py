"""Rows that wait to be worked on, leased for a while to one worker each: what both boxes share.

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
    exists,
    func,
    insert,
    literal_column,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError

from retrieval.ledger import tables
from retrieval.ledger.bare import Inserting
from retrieval.ledger.database import Database, insert_new
from retrieval.ports import Backlog, Job

WAITING, WORKING, DONE = "waiting", "working", "done"

_NEW = {"state": WAITING, "progress": {}, "attempts": 0, "lease": "", "result": ""}
"""What a row begins with."""

# Written out, not bound: only so does a database see that its partial indexes serve.
_WORKING: ColumnElement[str] = literal_column(f"'{WORKING}'")
_DONE: ColumnElement[str] = literal_column(f"'{DONE}'")


class Leasing:
    """The rows of one queue and their keys."""

    def __init__(self, database: Database, rows: Table, keys: Table) -> None:
        """Take the two tables of a queue."""
        self._database = database
        self._rows = rows
        self._keys = keys
        self._inserting = Inserting(rows, (*_NEW, "kind", "lane", "payload", "received", "free"))
        self._keying = Inserting(keys, ("key", "row"))

    async def put(
        self, kind: str, lane: str, payload: Mapping[str, Any], keys: Sequence[str]
    ) -> bool:
        """Commit a row under all of its keys.

        Returns:
            False where one of the keys was seen; then nothing has changed.

        Raises:
            LedgerError: It cannot be written.
        """
        now = self._database.clock.now()
        row = {**_NEW, "kind": kind, "lane": lane, "payload": payload, "received": now, "free": now}
        # In order, lest two that share keys wait for each other.
        under = sorted(set(keys))
        return await self._database.write_at_once(
            lambda connection: self._insert(connection, row, under),
            lambda connection: self._insert_bare(connection, row, under),
        )

    def _insert(self, connection: Connection, row: Mapping[str, Any], keys: Sequence[str]) -> bool:
        """Insert a row and its keys; False, and nothing, where one of them is there."""
        inserting = insert(self._rows).returning(self._rows.c.id)
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
        await self._change(and_(named, rows.state != _DONE), result=result)
        return False

    async def stopped(self, job: Job) -> str:
        """Say why the holder of a row shall stop; empty where it shall not, or lost its lease."""
        wanted = select(self._rows.c.result).where(self._held(job))
        return await self._database.read(lambda connection: connection.scalar(wanted)) or ""

    async def pending(self, lane: str) -> bool:
        """Whether a lane has a row that is not finished."""
        rows = self._rows.c
        wanted = select(rows.id).where(rows.lane == lane, rows.state != _DONE).limit(1)
        found = await self._database.read(lambda connection: connection.scalar(wanted))
        return found is not None

    async def backlog(self, *, within: Sequence[str] = ()) -> Backlog:
        """Count what waits, in lanes that begin with one of `within`; in all where it is empty.

        Leases taken over are counted for the whole queue.
        """
        rows, over = self._rows.c, tables.takeovers.c
        counted = select(rows.state, func.count(), func.min(rows.received))
        counted = counted.where(rows.state != _DONE, self._within(within)).group_by(rows.state)
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
        old = and_(rows.state == _DONE, rows.received < before)
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
        wanted = self._free(self._database.clock.now(), most, within)
        if await self._database.read(lambda connection: connection.execute(wanted).first()) is None:
            return ()

        def take(connection: Connection) -> Sequence[Job]:
            try:
                return self._take(connection, seconds, most, within)
            except IntegrityError:
                # Another worker took a row of the same lane in the same moment (PostgreSQL).
                connection.rollback()
                return ()

        return await self._database.write(take)

    def _within(self, prefixes: Sequence[str]) -> ColumnElement[bool]:
        """Select the lanes that begin with one of some prefixes, in the same case."""
        start = self._rows.c.lane
        begins = [func.substr(start, 1, len(prefix)) == prefix for prefix in prefixes]
        return or_(*begins) if begins else true()

    def _free(
        self, now: datetime, most: int, within: Sequence[str] = ()
    ) -> Select[tuple[int, str]]:
        """Select the rows that may be taken, oldest first."""
        rows, other = self._rows.c, self._rows.alias().c
        occupied = exists().where(
            other.lane == rows.lane,
            other.state != _DONE,
            other.id != rows.id,
            or_(other.id < rows.id, other.state == _WORKING),
        )
        free = or_(rows.state == _WORKING, and_(rows.state == WAITING, ~occupied))
        wanted = select(rows.id, rows.state).where(rows.state != _DONE, rows.free <= now, free)
        wanted = wanted.where(self._within(within))
        return wanted.order_by(rows.id).limit(most)

    def _take(
        self, connection: Connection, seconds: float, most: int, within: Sequence[str]
    ) -> Sequence[Job]:
        """Lease rows, and count those whose former lease had run out."""
        now = self._database.clock.now()
        wanted = self._free(now, most, within).with_for_update(skip_locked=True, of=self._rows)
        found = {row.id: row.state for row in connection.execute(wanted)}
        if not found:
            return ()
        over = sum(state == WORKING for state in found.values())
        if over:
            self._count(connection, over)
        rows = self._rows.c
        taken = (
            update(self._rows)
            .where(rows.id.in_(list(found)))
            .values(
                state=WORKING,
                free=now + timedelta(seconds=seconds),
                attempts=rows.attempts + 1,
                lease=secrets.token_hex(16),
            )
            .returning(*self._rows.c)
        )
        leased = connection.execute(taken)
        return sorted(map(_job, leased), key=lambda job: job.id)

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
        return await self._change(self._wanted(job), free=until)

    async def note(self, job: Job, progress: Mapping[str, Any]) -> bool:
        """Commit what was done so far, in place of what stood there; False without the lease."""
        return await self._change(self._wanted(job), progress=progress)

    async def finish(self, job: Job, result: str) -> bool:
        """Close a row, saying in a word how it ended; False when the lease was lost."""
        return await self._change(self._held(job), state=DONE, lease="", result=result)

    async def release(self, job: Job) -> None:
        """Give a row back at once, for another attempt."""
        now = self._database.clock.now()
        await self._change(self._held(job), state=WAITING, free=now, lease="")

    async def postpone(self, job: Job, *, seconds: float, result: str = "") -> bool:
        """Give a row back for another attempt in a while, saying why; False without the lease."""
        free = self._database.clock.now() + timedelta(seconds=seconds)
        held = self._held(job)
        return await self._change(held, state=WAITING, free=free, lease="", result=result)

    async def later(self, job: Job, *, seconds: float) -> bool:
        """Give a row back for a while without counting the attempt; False where it is not wanted.

        The first attempt always counts: whoever comes after it may have to take over.
        """
        free = self._database.clock.now() + timedelta(seconds=seconds)
        before = max(1, job.attempts - 1)
        wanted = self._wanted(job)
        return await self._change(wanted, state=WAITING, free=free, lease="", attempts=before)

    def _held(self, job: Job) -> ColumnElement[bool]:
        """Select the row that a lease is for, while nobody else has taken it."""
        rows = self._rows.c
        return and_(rows.id == job.id, rows.lease == job.lease, rows.state == _WORKING)

    def _wanted(self, job: Job) -> ColumnElement[bool]:
        """Select the row of a lease while it was not cancelled either."""
        return and_(self._held(job), self._rows.c.result == "")

    async def _change(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change the rows that are selected; whether there were any."""
        change = update(self._rows).where(where).values(values)
        return await self._database.write(
            lambda connection: connection.execute(change).rowcount > 0
        )


def _job(row: Any) -> Job:
    """Make a job of a row."""
    return Job(**{one.name: getattr(row, one.name) for one in fields(Job)})
