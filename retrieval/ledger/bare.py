"""SQLite's own connection, for work that somebody waits for.

Each statement costs SQLAlchemy several times what it costs SQLite and the disk together. What is
written here is what SQLAlchemy would have written: statements and values come from its tables.

A thread is woken, and waited for, in half a millisecond, which is what a commit takes on a good
disk. So work is done where it is ordered while nothing can hold it up there, else in a thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Engine,
    PoolProxiedConnection,
    Table,
    bindparam,
    insert,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError

Result = TypeVar("Result")
BareWork = Callable[[sqlite3.Connection], Result]

LONGEST_HERE = 0.005
"""Seconds: where the last commit took longer, a thread does the next, and nothing else waits."""

_GIVEN = "b_"


@dataclass(frozen=True, slots=True)
class _Order:
    """Work to be done, and who waits for it."""

    work: BareWork[Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class _Occupied(Exception):
    """Another process is writing; nothing was done."""

    def __init__(self, error: sqlite3.OperationalError) -> None:
        super().__init__(str(error))
        self.error = error


class Bare:
    """The connection, opened when it is first needed, and the thread that waits for it.

    One piece of work at a time, so the connection is in use in one place at a time. The thread is
    handed its work without an executor, whose hand-over takes twice as long.
    """

    def __init__(self, engine: Engine) -> None:
        """Take the engine of an SQLite file, which knows how a connection is set up."""
        self._engine = engine
        self._held: PoolProxiedConnection | None = None
        self._driver: sqlite3.Connection | None = None
        self._patience = 0
        """The milliseconds that the thread waits for other processes that write."""
        self._last_seconds = LONGEST_HERE
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="ledger-bare", daemon=True)

    async def write(self, work: BareWork[Result]) -> Result:
        """Do work in a transaction, committed unless the work has rolled it back.

        Raises DBAPIError, as an engine's own connection would.
        """
        if self._driver is not None and self._last_seconds < LONGEST_HERE:
            with contextlib.suppress(_Occupied):
                return self._write(work)
        if not self._thread.ident:
            self._thread.start()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()
        self._orders.put(_Order(work, done, loop))
        return await done

    def close(self) -> None:
        """Let what was ordered end, and give the connection back to the engine."""
        if self._thread.ident:
            self._orders.put(None)
            self._thread.join()
        if self._held:
            self._held.close()
            self._held = self._driver = None

    def _run(self) -> None:
        while order := self._orders.get():
            if order.done.cancelled():
                continue
            told: Callable[[], None]
            try:
                told = partial(order.done.set_result, self._write_patiently(order.work))
            except BaseException as error:  # noqa: BLE001 - whoever waits is told
                told = partial(order.done.set_exception, error)
            with contextlib.suppress(RuntimeError):  # The loop has ended, and nobody waits.
                order.loop.call_soon_threadsafe(_tell, order.done, told)

    def _write_patiently(self, work: BareWork[Result]) -> Result:
        """Do work, waiting for other processes as long as the engine's connections do."""
        connection = self._connection()
        connection.execute(f"PRAGMA busy_timeout = {self._patience}")
        try:
            return self._write(work)
        except _Occupied as occupied:
            raise OperationalError(None, None, occupied.error) from occupied.error
        finally:
            connection.execute("PRAGMA busy_timeout = 0")

    def _write(self, work: BareWork[Result]) -> Result:
        """Do work at once. Raises _Occupied where another process writes, else DBAPIError."""
        began = time.perf_counter()
        try:
            return _in_transaction(self._connection(), work)
        except sqlite3.Error as error:
            raise OperationalError(None, None, error) from error
        finally:
            self._last_seconds = time.perf_counter() - began

    def _connection(self) -> sqlite3.Connection:
        if self._driver is None:
            self._held = self._engine.raw_connection()
            opened: Any = self._held.driver_connection
            (self._patience,) = opened.execute("PRAGMA busy_timeout").fetchone()
            opened.execute("PRAGMA busy_timeout = 0")
            self._driver = opened
        return self._driver


def _tell(done: asyncio.Future[Any], told: Callable[[], None]) -> None:
    """Tell who waits; whoever was cancelled meanwhile does not any more."""
    if not done.done():
        told()


def _in_transaction(connection: sqlite3.Connection, work: BareWork[Result]) -> Result:
    """Do work in a transaction. Raises _Occupied where another process writes."""
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise _Occupied(error) from error
        raise
    try:
        result = work(connection)
        if connection.in_transaction:
            connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


def given(table: Table, name: str) -> BindParameter[Any]:
    """Stand for the value that a row is inserted with."""
    return bindparam(f"{_GIVEN}{name}", type_=table.c[name].type)


class Inserting:
    """An insert into some columns of a table, with each value as its column's type writes it."""

    def __init__(
        self,
        table: Table,
        names: Sequence[str],
        computed: Mapping[str, ColumnElement[Any]] | None = None,
    ) -> None:
        """Take the names of the columns, and what the database computes for others.

        What is computed may refer to a value as `given(table, name)`.
        """
        dialect = sqlite.dialect()
        values = {name: given(table, name) for name in names} | dict(computed or {})
        compiled = insert(table).values(values).compile(dialect=dialect)
        order = [name.removeprefix(_GIVEN) for name in compiled.positiontup or ()]
        self._sql = str(compiled)
        self._binds = [
            (name, table.c[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in order
        ]

    def __call__(self, connection: sqlite3.Connection, row: Mapping[str, Any]) -> int:
        """Insert a row and return its number. Raises sqlite3.Error."""
        values = [bind(row[name]) if bind else row[name] for name, bind in self._binds]
        return connection.execute(self._sql, values).lastrowid or 0
