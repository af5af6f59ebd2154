"""The nightly runs, and the tickets of their drops, kept in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update

from retrieval.errors import TicketMissing
from retrieval.ledger import tables_nightly
from retrieval.ledger.database import Database, insert_new, one_id
from retrieval.ports import NightlyRun, Ticket

_RUNS, _TICKETS = tables_nightly.nightly_runs.c, tables_nightly.tickets.c
_LIGHT = (
    _RUNS.id,
    _RUNS.period,
    _RUNS.started,
    _RUNS.seconds,
    _RUNS.configuration,
    _RUNS.failure,
    _RUNS.figures,
)
STANDING, ACCEPTED = ("opening", "open"), "accepted"


class LedgerNightlyRuns:
    """Nightly runs in the ledger; implements the port `NightlyRuns`."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    async def record(self, run: NightlyRun) -> int:
        """Keep a run; return its id. Raises LedgerError."""
        insert = tables_nightly.nightly_runs.insert().values(
            period=run.period,
            started=run.started,
            seconds=run.seconds,
            configuration=run.configuration,
            failure=run.failure,
            figures=run.figures,
            contents=run.index,
            scores=run.scores,
        )

        def record(connection: Connection) -> int:
            key = connection.execute(insert).inserted_primary_key
            return int(key[0]) if key else 0

        return await self._database.write(record)

    async def latest(
        self, *, since: datetime | None = None, most: int = 60
    ) -> Sequence[NightlyRun]:
        """Return runs, the newest first, without what is large."""
        wanted = select(*_LIGHT).order_by(_RUNS.started.desc(), _RUNS.id.desc()).limit(most)
        if since:
            wanted = wanted.where(_RUNS.started >= since)
        return await self._database.read(
            lambda connection: [_run(row) for row in connection.execute(wanted)]
        )

    async def whole(self, ids: Sequence[int]) -> Sequence[NightlyRun]:
        """Return runs whole, in the order asked for; those that are gone are left out."""
        wanted = select(tables_nightly.nightly_runs).where(_RUNS.id.in_(ids))
        found = await self._database.read(
            lambda connection: {row.id: _run(row) for row in connection.execute(wanted)}
        )
        return [found[one] for one in ids if one in found]


class LedgerTickets:
    """Tickets in the ledger; implements the port `Tickets`."""

    def __init__(self, database: Database) -> None:
        """Take the database, whose clock says when a ticket was opened."""
        self._database = database

    async def open(self, key: str, content: Mapping[str, Any]) -> bool:
        """Begin a ticket; False where that key was seen."""
        row = {
            "key": key,
            "opened": self._database.clock.now(),
            "state": "opening",
            "by": "",
            "ref": "",
            "url": "",
            "content": content,
        }

        def begin(connection: Connection) -> bool:
            new = insert_new(connection, tables_nightly.tickets)
            return connection.execute(new, [row]).rowcount > 0

        return await self._database.write(begin)

    async def opened(self, key: str, *, by: str, ref: str, url: str = "") -> None:
        """Say that it is open, where and as what."""
        opening = (_TICKETS.key == key) & (_TICKETS.state == "opening")
        await self._change(opening, state="open", by=by, ref=ref, url=url)

    async def closed(self, key: str, state: str = "closed") -> bool:
        """Say that it is "closed" or "accepted"; False where it was so already."""
        open_ = (_TICKETS.key == key) & _TICKETS.state.in_(STANDING)
        return await self._change(open_, state=state, closed=self._database.clock.now())

    async def standing(self) -> Sequence[Ticket]:
        """Return those that are opening or open, the oldest first."""
        return await self._list(_TICKETS.state.in_(STANDING))

    async def accepted(self) -> Sequence[Ticket]:
        """Return those that were accepted, the newest first."""
        return (await self._list(_TICKETS.state == ACCEPTED))[::-1]

    async def find(self, key: str) -> Ticket:
        """Return a ticket by its key or an unambiguous start of it. Raises TicketMissing."""

        def find(connection: Connection) -> str:
            return one_id(connection, _TICKETS.key, key.strip(), TicketMissing)

        whole = await self._database.read(find)
        return (await self._list(_TICKETS.key == whole))[0]

    async def _list(self, which: ColumnElement[bool]) -> Sequence[Ticket]:
        wanted = select(tables_nightly.tickets).where(which).order_by(_TICKETS.opened, _TICKETS.key)
        return await self._database.read(
            lambda connection: [Ticket(**row._mapping) for row in connection.execute(wanted)]  # noqa: SLF001 (its name)
        )

    async def _change(self, which: ColumnElement[bool], **values: Any) -> bool:
        change = update(tables_nightly.tickets).where(which).values(**values)
        return await self._database.write(
            lambda connection: bool(connection.execute(change).rowcount)
        )


def _run(row: Any) -> NightlyRun:
    found = dict(row._mapping)  # noqa: SLF001 (its name)
    if "contents" in found:
        found["index"] = found.pop("contents")
    return NightlyRun(**found)
