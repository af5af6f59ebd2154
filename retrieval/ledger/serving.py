"""Work done on a PostgreSQL server: once, however often its connection is lost.

A transaction whose connection breaks before it is committed has certainly not happened, and is
done again. One whose COMMIT got no answer may have happened: every write therefore learns its
transaction's number before it commits, and asks the server afterwards what became of it
(`pg_xact_status`, made for this). So nothing is done twice, whether it can bear that or not.

That takes a message to the server and back at the beginning, and one at the end. A change that
leaves in its row by what it was made needs neither: where its answer is lost, it is looked for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, bindparam, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from retrieval.errors import LedgerError
from retrieval.ledger import answering, postgresql
from retrieval.ledger.address import Address
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.quick import Quickly, told

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

GRACE_SECONDS = 5.0
"""How much longer than the server we wait for a statement to end: the line may be dead."""

_NUMBER = text("SELECT CAST(pg_current_xact_id_if_assigned() AS text)")
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))")
_FAILURES = (SQLAlchemyError, OSError)


@dataclass(frozen=True, slots=True)
class _Spare:
    """A connection with the driver's own, and when it was made ours."""

    connection: AsyncConnection
    driver: Any
    since: float

    @property
    def good(self) -> bool:
        """Whether it can be used on: open, and not so old that a firewall may forget it."""
        young = time.monotonic() - self.since < postgresql.RECYCLE_SECONDS
        return young and not self.connection.invalidated and not self.driver.is_closed()


class Served:
    """Runs work on a server, again where that is right and may help."""

    def __init__(
        self, engine: AsyncEngine, address: Address, limits: Limits, busy_seconds: float
    ) -> None:
        """The address names the server in sentences; `busy_seconds` bound the waiting for it."""
        self._engine = engine
        self._address = address
        self._where = address.name
        self._limits = limits
        self._busy_seconds = busy_seconds
        setting = postgresql.timeouts(limits, busy_seconds) if limits.pooler else {}
        self._spare: _Spare | None = None
        self._begin = "; ".join(["BEGIN", *(f"SET LOCAL {k} = {v}" for k, v in setting.items())])

    async def write(self, work: Work[Result], *, long: bool = False) -> Result:
        """Do work in a transaction, committed at the end. Raises LedgerError."""
        return await self._patiently(lambda: self._write(work, long=long))

    async def read(self, work: Work[Result], *, long: bool = False) -> Result:
        """Do work that only reads; with `long` all of it sees one moment. Raises LedgerError."""
        return await self._patiently(lambda: self._read(work, long=long))

    async def quickly(self, work: Callable[[Quickly], Awaitable[Result]]) -> Result:
        """Do as `write` does, on the driver's own connection. Raises LedgerError."""
        return await self._patiently(lambda: self._quickly(work))

    async def at_once(self, work: Callable[[Quickly, bool], Awaitable[Result]]) -> Result:
        """Do work of one statement, which commits itself. Raises LedgerError.

        The work is told whether it may have been done before, and the answer lost; then it is to
        look for what it would have left.
        """
        if self._limits.pooler:  # Time-outs are set by the transaction.
            return await self.quickly(lambda there: work(there, False))
        lost = False

        async def attempt() -> Result:
            nonlocal lost
            try:
                async with self._driver() as (_, driver):
                    return await work(Quickly(driver), lost)
            except _FAILURES as error:
                lost = lost or postgresql.is_lost(error)
                raise

        return await self._patiently(attempt)

    async def alone(self, work: Work[Result]) -> Result:
        """Do work outside of any transaction, for as long as it takes. Raises LedgerError."""

        async def attempt() -> Result:
            async with self._connected(long=True, level="AUTOCOMMIT") as connection:
                await connection.execute(text("SET statement_timeout = 0"))
                try:
                    return await connection.run_sync(work)
                finally:
                    await connection.invalidate()  # It is set for as long as the connection lasts.

        return await self._patiently(attempt)

    async def close(self) -> None:
        """Close the connections."""
        if self._spare:
            await self._spare.connection.close()
            self._spare = None
        await self._engine.dispose()

    async def _write(self, work: Work[Result], *, long: bool) -> Result:
        """Do work once; where its commit got no answer, find out."""
        async with self._connected(long=long) as connection:
            result = await connection.run_sync(work)
            number = await connection.scalar(_NUMBER)
            if number is not None:  # Otherwise nothing was written.
                await self._commit(connection, connection.commit, number)
            return result

    async def _quickly(self, work: Callable[[Quickly], Awaitable[Result]]) -> Result:
        """Do work once; where its commit got no answer, find out."""
        async with self._driver() as (connection, driver):
            there = Quickly(driver)

            async def end(how: str) -> None:
                with told():
                    await driver.execute(how)

            with told():
                await driver.execute(self._begin)
                try:
                    result = await work(there)
                except Exception:
                    if not driver.is_closed():
                        await driver.execute("ROLLBACK")
                    raise
            if there.number is None:  # Nothing was written.
                await end("ROLLBACK")
            else:
                await self._commit(connection, lambda: end("COMMIT"), there.number)
            return result

    async def _commit(
        self, connection: AsyncConnection, commit: Callable[[], Awaitable[None]], number: str
    ) -> None:
        """Commit; where no answer comes, find out. Raises what `commit` raised if it was not."""
        try:
            await commit()
        except _FAILURES as error:
            if not postgresql.is_lost(error):
                raise
            await connection.invalidate()
            if not await self._happened(number):
                raise

    async def _read(self, work: Work[Result], *, long: bool) -> Result:
        """Do work that reads, each statement by itself unless one moment is wanted."""
        level = "REPEATABLE READ" if long else "" if self._limits.pooler else "AUTOCOMMIT"
        async with self._connected(long=long, level=level) as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def _connected(self, *, long: bool, level: str = "") -> AsyncIterator[AsyncConnection]:
        """Hold a connection that is set up for its work; long work has no time-outs."""
        seconds = None if long else self._limits.statement_seconds + GRACE_SECONDS
        async with self._held(seconds) as connection:
            if level:
                await connection.execution_options(isolation_level=level)
            await self._set(connection, long=long, level=level)
            yield connection

    @asynccontextmanager
    async def _driver(self) -> AsyncIterator[tuple[AsyncConnection, Any]]:
        """Hold a connection with the driver's own; one is kept ready, unless it is the only one.

        To get one from the engine takes longer than to have a statement done.
        """
        async with asyncio.timeout(self._limits.statement_seconds + GRACE_SECONDS):
            spare = await self._taken()
            try:
                async with _minded(spare.connection):
                    yield spare.connection, spare.driver
            except BaseException:
                await asyncio.shield(spare.connection.close())
                raise
        if self._spare is None and spare.good and self._limits.connections > 1:
            self._spare = spare
        else:
            await spare.connection.close()

    async def _taken(self) -> _Spare:
        """Take the connection that is kept ready, or another."""
        spare, self._spare = self._spare, None
        if spare and spare.good:
            return spare
        if spare:
            await spare.connection.close()
        connection = await self._engine.connect().start()
        driver = (await connection.get_raw_connection()).driver_connection
        return _Spare(connection, driver, time.monotonic())

    @asynccontextmanager
    async def _held(self, seconds: float | None) -> AsyncIterator[AsyncConnection]:
        """Hold a connection for a while; one that is lost is thrown away."""
        async with (
            asyncio.timeout(seconds),
            self._engine.connect() as connection,
            _minded(connection),
        ):
            yield connection

    async def _set(self, connection: AsyncConnection, *, long: bool, level: str) -> None:
        """Set the time-outs of one transaction, where the connection's own are not the right."""
        limits = {"statement_timeout": "0"} if long else {}
        if self._limits.pooler and not long:
            limits = postgresql.timeouts(self._limits, self._busy_seconds)
        if limits and level != "AUTOCOMMIT":
            setting = (func.set_config(name, limit, True) for name, limit in limits.items())
            await connection.execute(select(*setting))

    async def _happened(self, number: str) -> bool:
        """Ask, on another connection, whether a transaction was committed. Raises LedgerError."""
        asking = _STATUS.bindparams(bindparam("number", number))
        async for _ in _moments(self._busy_seconds):
            try:
                async with self._connected(long=False) as connection:
                    found = await connection.scalar(asking)
            except _FAILURES as error:
                if postgresql.code(error) == "22023":
                    return False  # A number of the future: the server forgot it in a crash.
                if not postgresql.may_pass(error):
                    raise
            else:
                if found in {"committed", "aborted"}:
                    return bool(found == "committed")
        raise LedgerError(
            f"The ledger cannot be reached: the connection to {self._where} was lost while a "
            "change was being kept, and whether it was kept is not known. Try again."
        )

    async def _patiently(self, attempt: Callable[[], Awaitable[Result]]) -> Result:
        """Try until it goes well, fails for good, or has taken too long."""
        last: BaseException | None = None
        async for _ in _moments(self._busy_seconds):
            try:
                return await attempt()
            except _FAILURES as error:
                last = error
                if not postgresql.may_pass(error):
                    break
        assert last is not None  # noqa: S101 - there is always a first attempt
        raise LedgerError(await self._sentence(last)) from last

    async def _sentence(self, error: BaseException) -> str:
        """Say what went wrong; where no server has said a word, ask whether it is one."""
        said = ""
        if postgresql.is_unanswered(error):
            said = await answering.strange(self._address.places, self._where)
        return said or postgresql.sentence(error, self._where)


@asynccontextmanager
async def _minded(connection: AsyncConnection) -> AsyncIterator[None]:
    """Use a connection; one that is lost, or was not waited for, is thrown away."""
    try:
        with told():
            yield
    except asyncio.CancelledError:
        await connection.invalidate()  # What it was at may never end.
        raise
    except _FAILURES as error:
        if postgresql.is_lost(error):
            await connection.invalidate()
        raise


async def _moments(seconds: float) -> AsyncIterator[None]:
    """Come at once, then again and again, later each time, until the time is over."""
    yield
    ends = time.monotonic() + seconds
    wait = 0.02
    while (left := ends - time.monotonic()) > 0:
        await asyncio.sleep(min(wait, left))
        yield
        wait = min(2 * wait, 1.0)
