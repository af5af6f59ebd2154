"""What a maintainer does with a ledger: back it up and restore it, check it, prune it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, text

from retrieval.clock import SystemClock
from retrieval.errors import LedgerError
from retrieval.ledger import backup, tables
from retrieval.ledger.backup import Head, Step
from retrieval.ledger.checking import Checked, check
from retrieval.ledger.database import Database
from retrieval.ledger.engine import BUSY_SECONDS, connect, migrate, schema
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.pruning import Pruning
from retrieval.ports import Clock

_UNWRITTEN = "The backup {} cannot be written: {}."


class Keeping:
    """Maintenance of a ledger; opening it changes nothing."""

    def __init__(self, database: Database) -> None:
        """Take the database."""
        self._database = database

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str,
        *,
        make_folder: bool = False,
        clock: Clock | None = None,
        limits: Limits | None = None,
    ) -> AsyncIterator[Self]:
        """Open the ledger at `url` as it is. Raises LedgerError."""
        engine = connect(url, make_folder=make_folder, limits=limits)
        database = Database(engine, clock or SystemClock(), BUSY_SECONDS)
        try:
            yield cls(database)
        finally:
            await database.close()

    async def check(self) -> Checked:
        """Look it over. Raises LedgerError where it cannot be read."""
        now = self._database.clock.now()
        return await self._database.read(lambda connection: check(connection, now), long=True)

    async def backup(self, path: Path, step: Step, *, copy: bool = False) -> Head:
        """Write a backup of what one moment shows to a new file.

        With `copy` it is the copy of an SQLite file; otherwise either database can restore it.

        Raises:
            LedgerError: There is no ledger, the file is there already or cannot be written.
        """
        made = path.with_name(f"{path.name}.part")

        def work(connection: Connection) -> Head:
            if schema(connection) is None:
                raise LedgerError("There is no ledger to back up in the database of DATABASE_URL.")
            if copy and connection.dialect.name != "sqlite":
                raise LedgerError("Only a ledger in SQLite can be copied to an SQLite file.")
            try:
                return (backup.copy if copy else backup.write)(connection, made, step)
            except OSError as error:
                raise LedgerError(_UNWRITTEN.format(path, error.strerror)) from None

        with _appearing(path, made):
            return await self._database.read(work, long=True)

    async def restore(self, path: Path, step: Step) -> Head:
        """Put a backup into an empty ledger, wholly or not at all. Raises LedgerError."""
        return await self._database.write(
            lambda connection: backup.restore(connection, path, step), long=True
        )

    async def prune(
        self, before: datetime, say: Callable[[str, int], None], *, dry: bool = False
    ) -> dict[str, int]:
        """Forget what is older than a moment and not needed; return the rows of each table.

        Raises:
            LedgerError: It cannot be written; what was forgotten so far stays so.
        """
        if not dry or await self._database.read(schema) is None:
            await self._database.write(migrate, long=True)
        return await Pruning(self._database, before, say, dry=dry).run()

    async def vacuum(self) -> None:
        """Give the space of rows that are gone back to the disk. Raises LedgerError.

        SQLite rewrites its file, and nobody can write meanwhile; PostgreSQL lets everybody work,
        and keeps most of the space for rows to come.
        """

        def work(connection: Connection) -> None:
            if connection.dialect.name == "sqlite":
                source: Any = connection.connection.driver_connection
                source.execute("VACUUM")
                return
            for table in tables.metadata.sorted_tables:
                connection.execute(text(f"VACUUM (ANALYZE) {table.name}"))

        await self._database.alone(work)


@contextmanager
def _appearing(path: Path, made: Path) -> Iterator[None]:
    """Let a new file appear at `path` when it was made whole at `made`. Raises LedgerError."""
    try:
        if path.exists():
            raise LedgerError(f"{path} is there already. Name another file.")
        yield
        made.rename(path)
    except OSError as error:
        raise LedgerError(_UNWRITTEN.format(path, error.strerror)) from None
    finally:
        made.unlink(missing_ok=True)
