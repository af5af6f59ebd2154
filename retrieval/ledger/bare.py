"""SQLite's own connection, for what somebody waits for: one connection, in one thread.

Each statement costs SQLAlchemy several times what it costs SQLite and the disk together. What is
written here is what SQLAlchemy would have written: statements and values come from its tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy import Engine, PoolProxiedConnection, Table, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError

Result = TypeVar("Result")
BareWork = Callable[[sqlite3.Connection], Result]


@dataclass(frozen=True, slots=True)
class _Order:
    """Work to be done, and who waits for it."""

    work: BareWork[Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Bare:
    """The connection, opened when it is first needed, and the thread that it is used in.

    The thread is handed its work without an executor, whose hand-over takes twice as long.
    """

    def __init__(self, engine: Engine) -> None:
        """Take the engine of an SQLite file, which knows how a connection is set up."""
        self._engine = engine
        self._held: PoolProxiedConnection | None = None
        self._orders: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="ledger-bare", daemon=True)

    async def write(self, work: BareWork[Result]) -> Result:
        """Do work in a transaction, committed unless the work has rolled it back.

        Raises DBAPIError, as an engine's own connection would.
        """
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
            self._held = None

    def _run(self) -> None:
        while order := self._orders.get():
            if order.done.cancelled():
                continue
            told: Callable[[], None]
            try:
                told = partial(order.done.set_result, self._write(order.work))
            except BaseException as error:  # noqa: BLE001 - whoever waits is told
                told = partial(order.done.set_exception, error)
            with contextlib.suppress(RuntimeError):  # The loop has ended, and nobody waits.
                order.loop.call_soon_threadsafe(_tell, order.done, told)

    def _write(self, work: BareWork[Result]) -> Result:
        try:
            return _in_transaction(self._connection(), work)
        except sqlite3.Error as error:
            raise OperationalError(None, None, error) from error

    def _connection(self) -> sqlite3.Connection:
        if self._held is None:
            self._held = self._engine.raw_connection()
        connection: Any = self._held.driver_connection
        return connection  # type: ignore[no-any-return]


def _tell(done: asyncio.Future[Any], told: Callable[[], None]) -> None:
    """Tell who waits; whoever was cancelled meanwhile does not any more."""
    if not done.done():
        told()


def _in_transaction(connection: sqlite3.Connection, work: BareWork[Result]) -> Result:
    """Do work in a transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = work(connection)
        if connection.in_transaction:
            connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result


class Inserting:
    """An insert into some columns of a table, with each value as its column's type writes it."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        """Take the names of the columns."""
        dialect = sqlite.dialect()
        compiled = insert(table).compile(dialect=dialect, column_keys=list(names))
        order = compiled.positiontup or ()
        self._sql = str(compiled)
        self._binds = [
            (name, table.c[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in order
        ]

    def __call__(self, connection: sqlite3.Connection, row: Mapping[str, Any]) -> int:
        """Insert a row and return its number. Raises sqlite3.Error."""
        values = [bind(row[name]) if bind else row[name] for name, bind in self._binds]
        return connection.execute(self._sql, values).lastrowid or 0
