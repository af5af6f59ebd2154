"""The ledger's database as its parts see it: work is handed in, and done in one transaction.

Work is a plain function of a connection. SQLite's runs from beginning to end in a thread of the
ledger's own: a transaction of five statements that went to a thread and back for each of them
would take many times as long as the disk does. PostgreSQL's runs in the event loop.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Column, Connection, Engine, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite

from retrieval.errors import LedgerError
from retrieval.ledger.bare import Bare, BareWork
from retrieval.ledger.engine import BUSY, READING, sentences
from retrieval.ledger.serving import Served
from retrieval.ports import Clock

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

BATCH = 500
"""Keys in one statement: databases and their drivers bound how many parameters one may have."""
ROOM = 1 << 20
"""Bytes that the largest question, with all that is found and said, takes in a file and its log."""
_SHOWN = 5
_THREADS = 4
"""One writes, for SQLite has one writer, and the others read."""


class _Turn:
    """Lets the writers of this process in one by one, in their order.

    SQLite lets those who wait try again now and then, in no order: under many, one may starve.
    Other processes can only be waited for like that.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._waiting = 0

    async def __aenter__(self) -> None:
        """Wait for those who came before. Raises LedgerError where that takes too long."""
        if not self._waiting and not self._lock.locked():
            await self._lock.acquire()  # At once: a time limit costs more than this.
            return
        self._waiting += 1
        try:
            async with asyncio.timeout(self._seconds):
                await self._lock.acquire()
        except TimeoutError as error:
            raise LedgerError(BUSY) from error
        finally:
            self._waiting -= 1

    async def __aexit__(self, *_: object) -> None:
        """Let the next one in."""
        self._lock.release()


class Database:
    """An engine with a clock; failures of what is done in it become LedgerErrors."""

    def __init__(self, engine: Engine | Served, clock: Clock, busy_seconds: float) -> None:
        """Take an engine, which `close` lets go of."""
        self.clock = clock
        self._engine = engine
        self._threads = ThreadPoolExecutor(_THREADS, "ledger")
        self._turn = _Turn(busy_seconds)
        self._bare = Bare(engine) if isinstance(engine, Engine) else None

    @property
    def served(self) -> Served | None:
        """The server, None for SQLite."""
        return self._engine if isinstance(self._engine, Served) else None

    def has_room(self) -> bool:
        """Whether the disk with the file has room for what is to be kept; True for a server."""
        if isinstance(self._engine, Served):
            return True
        try:
            return shutil.disk_usage(Path(str(self._engine.url.database)).parent).free >= ROOM
        except OSError:
            return True

    async def write(self, work: Work[Result], *, long: bool = False) -> Result:
        """Do work in a transaction, committed at the end; `long` work may last. Raises LedgerError.

        A server's work may be begun again where its connection was lost; it is committed once.
        """
        if isinstance(self._engine, Served):
            return await self._engine.write(work, long=long)
        with sentences():
            async with self._turn:
                return await self._in_thread(_write, self._engine, work)

    async def write_at_once(self, work: Work[Result], bare: BareWork[Result]) -> Result:
        """Do as `write` does, with `bare` in place of the work where that is quicker."""
        if self._bare is None:
            return await self.write(work)
        with sentences():
            async with self._turn:
                return await self._bare.write(bare)

    async def read(self, work: Work[Result], *, long: bool = False) -> Result:
        """Do work that only reads, and so waits for nobody. Raises LedgerError.

        `long` work may last, and all that it sees is of one moment.
        """
        if isinstance(self._engine, Served):
            return await self._engine.read(work, long=long)
        with sentences():
            return await self._in_thread(_read, self._engine, work)

    async def alone(self, work: Work[Result]) -> Result:
        """Do work outside of any transaction, for as long as it takes. Raises LedgerError."""
        if isinstance(self._engine, Served):
            return await self._engine.alone(work)
        with sentences():
            async with self._turn:
                return await self._in_thread(_read, self._engine, work)

    async def close(self) -> None:
        """Wait for what is running, then close threads and connections."""
        self._threads.shutdown()
        if self._bare:
            self._bare.close()
        if isinstance(self._engine, Served):
            await self._engine.close()
        else:
            self._engine.dispose()

    async def _in_thread(
        self, do: Callable[[Engine, Work[Result]], Result], engine: Engine, work: Work[Result]
    ) -> Result:
        """Do work in one of our threads; those of the event loop may all be busy with models."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, do, engine, work)


def _write(engine: Engine, work: Work[Result]) -> Result:
    """Do work in a transaction."""
    with engine.begin() as connection:
        return work(connection)


def _read(engine: Engine, work: Work[Result]) -> Result:
    """Do work in a transaction that takes no lock to write."""
    with engine.connect().execution_options(**READING) as connection:
        return work(connection)


def insert_new(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return the statement that inserts the rows whose key is new."""
    return _insert(connection, table).on_conflict_do_nothing()


def insert_over(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return the statement that inserts rows, over those that have their key."""
    insert = _insert(connection, table)
    others = [column.name for column in table.columns if not column.primary_key]
    return insert.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={name: insert.excluded[name] for name in others},
    )


def _insert(connection: Connection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """Return the insert of the database's own dialect."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def one_after_the_other(connection: Connection, name: str) -> None:
    """Wait until no other transaction is in here for `name`; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


def in_batches(keys: Sequence[str], size: int = BATCH) -> Iterator[Sequence[str]]:
    """Yield keys, as many at a time as one statement may have."""
    for start in range(0, len(keys), size):
        yield keys[start : start + size]


def one_id(
    connection: Connection, column: Column[str], start: str, missing: type[LedgerError]
) -> str:
    """Return the one id that is `start` or begins with it.

    Raises:
        LedgerError: As `missing`, where none has that id, or several begin with it.
    """
    wanted = select(column).where(column.startswith(start, autoescape=True)).order_by(column)
    found = list((connection.scalars(wanted.limit(_SHOWN + 1))).all()) if start else []
    if start in found or len(found) == 1:
        return start if start in found else found[0]
    what = column.table.name.removesuffix("s")
    if not start:
        raise missing(f"Give the id of the {what}, or the start of it.")
    if not found:
        raise missing(f"The ledger holds no {what} {start}.")
    shown = ", ".join(found[:_SHOWN]) + (" and more" if len(found) > _SHOWN else "")
    raise missing(f"Several {what}s begin with {start}: {shown}. Give more of the id.")
