"""How indexing goes, kept in SQL: the runs, what is wrong now, and who follows which folders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database, insert_new, insert_over
from retrieval.ports import Alarm, Run, Watcher

_RUNS, _ALARMS, _WATCHERS = tables.runs.c, tables.alarms.c, tables.watchers.c


class LedgerRuns:
    """The runs of indexing; implements the port `Runs`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def record(self, run: Run) -> None:
        """Keep a run. Raises LedgerError."""
        row = asdict(run)
        await self._database.write(lambda connection: connection.execute(_INSERT_RUN, row))

    async def latest(self, collection: str, *, most: int = 20) -> Sequence[Run]:
        """Return the runs of a collection, the newest first."""
        wanted = (
            select(tables.runs)
            .where(_RUNS.collection == collection)
            .order_by(_RUNS.started.desc(), _RUNS.id.desc())
            .limit(most)
        )
        return await self._database.read(
            lambda connection: [*map(_run, connection.execute(wanted))]
        )

    async def purge(self, before: datetime) -> int:
        """Forget runs started before a moment; return how many."""
        old = delete(tables.runs).where(_RUNS.started < before)
        return await self._database.write(lambda connection: connection.execute(old).rowcount)


class LedgerAlarms:
    """What is wrong now; implements the port `Alarms`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when an alarm was raised."""
        self._database = database

    async def give(self, kind: str, subject: str, said: str) -> Alarm:
        """Say that something is wrong; while it lasts it is the same alarm."""
        row = {"kind": kind, "subject": subject, "said": said}
        new = row | {"raised": self._database.clock.now()}
        which = (_ALARMS.kind == kind) & (_ALARMS.subject == subject)

        def give(connection: Connection) -> Alarm:
            added = connection.execute(insert_new(connection, tables.alarms), new).rowcount
            (raised,) = connection.execute(select(_ALARMS.raised).where(which)).one()
            connection.execute(tables.alarms.update().where(which), {"said": said})
            return Alarm(**row, raised=raised, new=added == 1)

        return await self._database.write(give)

    async def end(self, kind: str, subject: str) -> bool:
        """Say that it is well; False where there was no alarm."""
        which = (_ALARMS.kind == kind) & (_ALARMS.subject == subject)
        there = select(_ALARMS.raised).where(which)
        if not await self._database.read(lambda connection: connection.execute(there).first()):
            return False
        gone = delete(tables.alarms).where(which)
        return bool(
            await self._database.write(lambda connection: connection.execute(gone).rowcount)
        )

    async def standing(self) -> Sequence[Alarm]:
        """Return what is wrong, the oldest first."""
        wanted = select(tables.alarms).order_by(_ALARMS.raised, _ALARMS.kind, _ALARMS.subject)
        return await self._database.read(
            lambda connection: [Alarm(**row._mapping) for row in connection.execute(wanted)]  # noqa: SLF001 (its name)
        )


class LedgerWatchers:
    """Who follows which folders; implements the port `Watchers`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when a watcher was heard of."""
        self._database = database

    async def beat(self, collection: str, root: str, behind: datetime | None = None) -> None:
        """Say that a root is being followed, now."""
        row = {
            "collection": collection,
            "root": root,
            "beat": self._database.clock.now(),
            "behind": behind,
        }
        await self._database.write(
            lambda connection: connection.execute(insert_over(connection, tables.watchers), [row])
        )

    async def leave(self, collection: str, root: str) -> None:
        """Say that it is not followed any more."""
        which = (_WATCHERS.collection == collection) & (_WATCHERS.root == root)
        gone = delete(tables.watchers).where(which)
        await self._database.write(lambda connection: connection.execute(gone))

    async def all(self) -> Sequence[Watcher]:
        """Return the watchers that have not left."""
        wanted = select(tables.watchers).order_by(_WATCHERS.collection, _WATCHERS.root)
        return await self._database.read(
            lambda connection: [Watcher(**row._mapping) for row in connection.execute(wanted)]  # noqa: SLF001 (its name)
        )


_INSERT_RUN = tables.runs.insert()


def _run(row: Row[Any]) -> Run:
    return Run(**{field.name: getattr(row, field.name) for field in fields(Run)})
