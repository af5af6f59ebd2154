"""The ledger: what happened to each question, kept so that it can be explained and run again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Self

from sqlalchemy import Connection, false, select, update

from retrieval import tracing
from retrieval.clock import SystemClock
from retrieval.errors import LedgerError, TraceMissing
from retrieval.ledger import charges, rows, tables
from retrieval.ledger.again import LedgerEarlier
from retrieval.ledger.asked import LedgerAsked
from retrieval.ledger.cases import LedgerCases
from retrieval.ledger.configurations import LedgerConfigurations
from retrieval.ledger.database import Database, insert_new, one_after_the_other, one_id
from retrieval.ledger.duties import LedgerDuties
from retrieval.ledger.engine import BUSY_SECONDS, FULL, connect, migrate
from retrieval.ledger.escalations import LedgerEscalations
from retrieval.ledger.feedback import LedgerFeedback
from retrieval.ledger.grades import LedgerGrades
from retrieval.ledger.inbox import LedgerInbox
from retrieval.ledger.installations import LedgerInstallations
from retrieval.ledger.judging import make_case
from retrieval.ledger.nightly import LedgerNightlyRuns, LedgerTickets
from retrieval.ledger.outbox import LedgerOutbox
from retrieval.ledger.places import LedgerPlaces
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.postings import LedgerPostings
from retrieval.ledger.recalls import LedgerRecalls
from retrieval.ledger.rewrites import LedgerRewrites
from retrieval.ledger.rulings import LedgerRulings
from retrieval.ledger.talks import LedgerTalks
from retrieval.ledger.unmet import LedgerUnmet
from retrieval.ledger.upkeep import LedgerAlarms, LedgerRuns, LedgerWatchers
from retrieval.ports import Clock
from retrieval.values import Trace

LOOK_SECONDS = 4.0
"""How long to find out whether anything can be kept: less than a probe is given, or a write."""
NO_WRITE = (
    f"The ledger has taken no write for {LOOK_SECONDS:.0f} seconds: another process has locked it, "
    "or its server cannot be reached. Questions cannot be kept until it does."
)


class Ledger:
    """The traces, answers and configurations in a database; implements the port `Traces`.

    Its parts fill further ports: `inbox` (Inbox and Queue), `outbox` (Outbox), `postings`,
    `talks`, `feedback`, `places`, `asked`, `cases`, `rewrites`, `escalations`, `charges`, `runs`,
    `alarms`, `watchers`, `duties`, `nightly_runs`, `tickets`, `rulings`, `recalls` and
    `installations`.
    """

    def __init__(self, database: Database) -> None:
        """Take a database whose schema is up to date; all times are its clock's."""
        self._database = database
        self.inbox = LedgerInbox(database, tables.inbox, tables.inbox_keys)
        self.outbox = LedgerOutbox(database)
        self.postings = LedgerPostings(database)
        self.talks = LedgerTalks(database)
        self.feedback = LedgerFeedback(database)
        self.places = LedgerPlaces(database)
        self.asked = LedgerAsked(database)
        self.cases = LedgerCases(database)
        self.rewrites = LedgerRewrites(database)
        self.escalations = LedgerEscalations(database)
        self.charges = charges.LedgerCharges(database)
        self.configurations = LedgerConfigurations(database)
        self.runs = LedgerRuns(database)
        self.alarms = LedgerAlarms(database)
        self.watchers = LedgerWatchers(database)
        self.duties = LedgerDuties(database)
        self.nightly_runs = LedgerNightlyRuns(database)
        self.tickets = LedgerTickets(database)
        self.rulings = LedgerRulings(database)
        self.recalls = LedgerRecalls(database)
        self.earlier = LedgerEarlier(database)
        self.unmet = LedgerUnmet(database)
        self.grades = LedgerGrades(database)
        self.installations = LedgerInstallations(database)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        busy_seconds: float = BUSY_SECONDS,
        make_folder: bool = False,
        clock: Clock | None = None,
        limits: Limits | None = None,
    ) -> AsyncIterator[Self]:
        """Open the ledger at `url` for a while, making it or bringing its schema up to date.

        Args:
            url: For instance `sqlite:///data/ledger.db`.
            busy_seconds: How long to wait for another process that is writing.
            make_folder: Whether to make the folder of an SQLite file where there is none.
            clock: What tells the time; the machine's own where none is given.
            limits: How much of a PostgreSQL server is taken.

        Raises:
            LedgerError: It cannot be opened, or was written by a newer version.
        """
        engine = connect(url, busy_seconds=busy_seconds, make_folder=make_folder, limits=limits)
        database = Database(engine, clock or SystemClock(), busy_seconds)
        try:
            await database.write(migrate, long=True)
            yield cls(database)
        finally:
            await database.close()

    async def writable(self) -> None:
        """Find out whether anything can be kept now; nothing is changed, or put on a disk.

        Raises:
            LedgerError: It cannot be written, or that takes longer than `LOOK_SECONDS`.
        """
        nothing = update(tables.inbox).where(false()).values(state=tables.inbox.c.state)
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self._database.write(lambda connection: connection.execute(nothing))
        except TimeoutError as error:
            raise LedgerError(NO_WRITE) from error
        if not await asyncio.to_thread(self._database.has_room):
            raise LedgerError(FULL)

    async def record(self, trace: Trace) -> None:
        """Keep a trace, in one transaction; keeping the very same one again changes nothing.

        Where someone judged its answer before it was recorded, its case is made with it.

        Raises:
            LedgerError: It cannot be written, or its id is another trace's.
        """
        now, encoded = self._database.clock.now(), tracing.encode(trace)

        def keep(connection: Connection) -> None:
            one_after_the_other(connection, trace.id)
            if rows.write(connection, trace, encoded, now):
                charges.keep(connection, trace)
                make_case(connection, trace.id, now)

        await self._database.write(keep)

    async def find(self, trace_id: str) -> Trace:
        """Return a trace by its id or an unambiguous start of it.

        Raises:
            TraceMissing: None has that id, or several begin with it.
            LedgerError: The ledger cannot be read.
        """

        def find(connection: Connection) -> Trace:
            found = one_id(connection, tables.traces.c.id, trace_id.strip(), TraceMissing)
            return rows.read(connection, found)

        return await self._database.read(find)

    async def configure(self, configuration: Mapping[str, Any]) -> str:
        """Keep a configuration and return its id, the digest of its canonical JSON.

        Raises:
            LedgerError: It cannot be written.
        """
        written = tracing.canonical(configuration)
        key = tracing.digest(written)
        now = self._database.clock.now()
        row = {"id": key, "content": json.loads(written), "recorded": now}

        def keep(connection: Connection) -> None:
            connection.execute(insert_new(connection, tables.configurations), [row])

        await self._database.write(keep)
        return key

    async def configuration(self, configuration_id: str) -> Mapping[str, Any]:
        """Return a configuration by its id.

        Raises:
            LedgerError: None has that id, or the ledger cannot be read.
        """
        content = tables.configurations.c.content
        wanted = select(content).where(tables.configurations.c.id == configuration_id)
        found: Mapping[str, Any] | None = await self._database.read(
            lambda connection: connection.scalar(wanted)
        )
        if found is None:
            raise LedgerError(f"The ledger holds no configuration {configuration_id}.")
        return found
