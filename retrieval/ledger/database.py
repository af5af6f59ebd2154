"""The ledger's database as its parts see it: reading, writing, and what the time is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import Column, Table, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from retrieval.errors import LedgerError
from retrieval.ledger.engine import BUSY, READING, sentences
from retrieval.ports import Clock

_SHOWN = 5


class Database:
    """An engine with a clock; failures of what is done in it become LedgerErrors."""

    def __init__(self, engine: AsyncEngine, clock: Clock, busy_seconds: float) -> None:
        """Take an engine whose schema is up to date."""
        self.engine = engine
        self.clock = clock
        self._busy_seconds = busy_seconds
        self._turn = asyncio.Lock() if engine.dialect.name == "sqlite" else None

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, committed at the end. Raises LedgerError, also at the end."""
        with sentences():
            async with self._waited(), self.engine.begin() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that only reads, and so waits for nobody. Raises LedgerError."""
        with sentences():
            async with self.engine.connect() as connection:
                yield await connection.execution_options(**READING)

    @asynccontextmanager
    async def _waited(self) -> AsyncIterator[None]:
        """Wait for the writers of this process in their order.

        SQLite lets those who wait try again now and then, in no order: under many, one may
        starve. Other processes can only be waited for like that.
        """
        if self._turn is None:
            yield
            return
        try:
            async with asyncio.timeout(self._busy_seconds):
                await self._turn.acquire()
        except TimeoutError as error:
            raise LedgerError(BUSY) from error
        try:
            yield
        finally:
            self._turn.release()


def insert_new(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """Return the statement that inserts the rows whose key is new."""
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


def insert_over(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """Return the statement that inserts rows, over those that have their key."""
    insert: postgresql.Insert | sqlite.Insert
    insert = postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)
    others = [column.name for column in table.columns if not column.primary_key]
    return insert.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={name: insert.excluded[name] for name in others},
    )


async def one_after_the_other(connection: AsyncConnection, name: str) -> None:
    """Wait until no other transaction is in here for `name`; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


async def one_id(
    connection: AsyncConnection, column: Column[str], start: str, missing: type[LedgerError]
) -> str:
    """Return the one id that is `start` or begins with it.

    Raises:
        LedgerError: As `missing`, where none has that id, or several begin with it.
    """
    wanted = select(column).where(column.startswith(start, autoescape=True)).order_by(column)
    found = list((await connection.scalars(wanted.limit(_SHOWN + 1))).all()) if start else []
    if start in found or len(found) == 1:
        return start if start in found else found[0]
    what = column.table.name.removesuffix("s")
    if not found:
        raise missing(f"The ledger holds no {what} {start}.")
    shown = ", ".join(found[:_SHOWN]) + (" and more" if len(found) > _SHOWN else "")
    raise missing(f"Several {what}s begin with {start}: {shown}. Give more of the id.")
