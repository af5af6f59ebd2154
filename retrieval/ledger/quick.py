"""PostgreSQL's own connection, for work that somebody waits for: statements compiled once.

Each statement costs SQLAlchemy several times what it costs the driver and the server together. What
is said here is what SQLAlchemy would have said: statements, values and rows come from its tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Column, Delete, Insert, Select, Text, Update, cast, func
from sqlalchemy.dialects.postgresql.asyncpg import dialect
from sqlalchemy.exc import DBAPIError

Duplicate = asyncpg.UniqueViolationError
"""A key that is there already."""

NUMBER = cast(func.pg_current_xact_id(), Text).label("xact")
"""To be returned by a statement that writes: what its transaction is asked for by afterwards."""

_DIALECT = dialect()  # type: ignore[no-untyped-call]


class Quick:
    """A statement with named parameters, and the columns whose values it returns."""

    def __init__(
        self, statement: Select[Any] | Insert | Update | Delete, columns: Sequence[Column[Any]] = ()
    ) -> None:
        """Make the statement's text, and what writes and reads its values."""
        compiled: Any = statement.compile(dialect=_DIALECT)
        self.sql = str(compiled)
        binds = [(name, compiled.binds[name]) for name in compiled.positiontup or ()]
        self._binds = [
            (name, bind.type.dialect_impl(_DIALECT).bind_processor(_DIALECT), bind.value)
            for name, bind in binds
        ]
        self._reads = [
            (column.name, column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None))
            for column in columns
        ]

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """Return the values of a run, in the order of the text."""
        given = ((values.get(name, fixed), write) for name, write, fixed in self._binds)
        return [write(value) if write else value for value, write in given]

    def row(self, record: Any) -> dict[str, Any]:
        """Read what came back."""
        return {name: read(record[name]) if read else record[name] for name, read in self._reads}


class Quickly:
    """A connection in a transaction; `number` is the transaction's, once something was written."""

    def __init__(self, driver: Any) -> None:
        """Take the driver's own connection."""
        self._driver = driver
        self.number: str | None = None

    async def run(self, quick: Quick, values: Mapping[str, Any]) -> Sequence[Any]:
        """Run a statement that returns its transaction's number with each row."""
        found: Sequence[Any] = await self._driver.fetch(quick.sql, *quick.arguments(values))
        if found:
            self.number = found[0]["xact"]
        return found


@contextmanager
def told() -> Iterator[None]:
    """Raise what the driver raises as SQLAlchemy would: DBAPIError.

    What it could not make sense of is a connection that was ended while something was asked.
    """
    try:
        yield
    except asyncpg.InternalClientError as error:
        raise DBAPIError(None, None, error, connection_invalidated=True) from error
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise DBAPIError(None, None, error) from error
