"""SQLite's own connection, for what somebody waits for: one connection, in one thread.

Each statement costs SQLAlchemy several times what it costs SQLite and the disk together. What is
written here is what SQLAlchemy would have written: statements and values come from its tables.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Engine, PoolProxiedConnection, Table, insert
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import OperationalError

Result = TypeVar("Result")
BareWork = Callable[[sqlite3.Connection], Result]


class Bare:
    """The connection, opened when it is first needed. Work of others than one writer waits."""

    def __init__(self, engine: Engine) -> None:
        """Take the engine of an SQLite file, which knows how a connection is set up."""
        self._engine = engine
        self._held: PoolProxiedConnection | None = None
        self._thread = ThreadPoolExecutor(1, "ledger-bare")

    async def write(self, work: BareWork[Result]) -> Result:
        """Do work in a transaction, committed unless the work has rolled it back.

        Raises DBAPIError, as an engine's own connection would.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._write, work)

    def close(self) -> None:
        """Let what runs end, and give the connection back to the engine."""
        self._thread.shutdown()
        if self._held:
            self._held.close()
            self._held = None

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
