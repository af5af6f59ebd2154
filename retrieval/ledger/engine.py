"""The ledger's database: its connection, its schema, and its failures as sentences."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    String,
    column,
    create_engine,
    event,
    func,
    inspect,
    make_url,
    select,
    table,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from retrieval.errors import LedgerError
from retrieval.ledger import address, postgresql
from retrieval.ledger.postgresql import Limits
from retrieval.ledger.serving import Served

BUSY_SECONDS = 5.0
"""How long to wait for another process that is writing; a write takes milliseconds."""

ANSWERING_SECONDS = 1.0
"""How long an answer waits for the ledger; it can do without, and someone is waiting for it."""

READING = {"reading": True}
"""Execution options of a transaction that only reads, so that it takes no write lock."""

BUSY = (
    "The ledger is busy: another process has been writing to it for too long. "
    "Try again, and if that lasts, stop the other process."
)
FULL = "The ledger cannot be written: the disk is full. Free some space."

_MIGRATIONS = Path(__file__).parent / "migrations"
_REVISION = table("alembic_version", column("version_num", String))
"""Where Alembic notes what it has made."""
_MIGRATING = 0x466F6F74
"""The name, as PostgreSQL has it, of the lock under which the schema is changed."""
_SENTENCES = {
    "locked": BUSY,
    "full": FULL,
    "readonly": "The ledger cannot be written: its file or folder is read-only.",
    "unable to open": "The ledger cannot be opened: its folder is missing or not ours to read.",
    "not a database": "The ledger's file is not a ledger. Set DATABASE_URL to another file, "
    "or put a backup in its place.",
    "malformed": "The ledger's file is damaged. Put a backup in its place.",
    "no such table": "The ledger has lost a table. Put a backup in its place.",
    "i/o error": "The ledger cannot be used: the disk reports an error.",
}


def connect(
    url: str,
    *,
    busy_seconds: float = BUSY_SECONDS,
    make_folder: bool = False,
    limits: Limits | None = None,
) -> Engine | Served:
    """Return what runs work on the database at `url`; nothing is opened yet.

    Args:
        url: For instance `sqlite:///data/ledger.db`, or an address of PostgreSQL as people paste
            it. The engine of SQLite is to run in threads.
        busy_seconds: How long to wait for another process that is writing, or for a server.
        make_folder: Whether to make the folder of an SQLite file; one that a person typed is
            more likely mistyped than new.
        limits: How much of a PostgreSQL server is taken.

    Raises:
        LedgerError: The URL is not one that we can use, its driver is not installed, or its
            folder does not exist.
    """
    if address.is_postgresql(url):
        return _serve(url, busy_seconds, limits or Limits())
    parsed = _parse(url)
    _check_folder(parsed, make=make_folder)
    engine = create_engine(parsed, connect_args={"timeout": busy_seconds})
    event.listen(engine, "do_connect", _open)
    event.listen(engine, "begin", _begin)
    return engine


def _serve(url: str, busy_seconds: float, limits: Limits) -> Served:
    """Return what runs work on a PostgreSQL server."""
    there = address.parse(url)
    limits = replace(limits, pooler=limits.pooler or there.pooler)
    engine = postgresql.connect(there, limits, busy_seconds)
    return Served(engine, there, limits, busy_seconds)


@contextlib.contextmanager
def sentences() -> Iterator[None]:
    """Turn what the database raises into a LedgerError that says what to do."""
    try:
        yield
    except DBAPIError as error:
        said = str(error.orig)
        known = (text for part, text in _SENTENCES.items() if part in said.lower())
        raise LedgerError(next(known, f"The ledger cannot be used: {said}.")) from error
    except SQLAlchemyError as error:
        raise LedgerError(f"The ledger cannot be used: {error}.") from error
    except OSError as error:
        raise LedgerError(f"The ledger cannot be reached: {error.strerror or error}.") from error


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the schema to `revision` within an open transaction: wholly, or not at all.

    Nothing is written, and no right to do so needed, where the schema is the wanted one.

    Raises:
        LedgerError: The ledger is of a newer schema than this version knows.
    """
    if revision == "head" and schema(connection) == newest_schema():
        return
    from retrieval.ledger import migrating  # noqa: PLC0415  (heavy, and seldom needed)

    _one_at_a_time(connection)
    migrating.migrate(connection, revision, schema(connection))


def schema(connection: Connection) -> str | None:
    """Return the revision of a ledger's schema, None where there is no ledger."""
    if not inspect(connection).has_table(_REVISION.name):
        return None
    return connection.scalar(select(_REVISION.c.version_num))


@cache
def newest_schema() -> str:
    """Return the revision that this version makes: the number of its last migration's file."""
    return max(path.name[1:4] for path in (_MIGRATIONS / "versions").glob("m[0-9]*.py"))


def _one_at_a_time(connection: Connection) -> None:
    """Wait for another process that changes the schema; then take as long as it takes."""
    if connection.dialect.name == "postgresql":
        for name, limit in (("lock_timeout", "60s"), ("statement_timeout", "0")):
            connection.execute(select(func.set_config(name, limit, True)))
        connection.execute(select(func.pg_advisory_xact_lock(_MIGRATING)))


def _parse(url: str) -> URL:
    """Read the URL of an SQLite file."""
    address.check(url)
    try:
        return make_url(url).set(drivername="sqlite")
    except (ArgumentError, ValueError):
        raise LedgerError(address.NO_ADDRESS) from None


def sqlite_file(url: str) -> Path | None:
    """Return the file of a ledger in SQLite; None where it has none of a plain name."""
    if address.is_postgresql(url):
        return None
    name = _parse(url).database or ""
    return None if not name or name.startswith((":memory:", "file:")) else Path(name)


def _check_folder(url: URL, *, make: bool) -> None:
    """See to it that there is a folder for the file."""
    if not url.database or url.database.startswith("file:"):
        return
    folder = Path(url.database).parent
    try:
        if make:
            folder.mkdir(parents=True, exist_ok=True)
        elif not folder.is_dir():
            raise LedgerError(
                f"The ledger's folder does not exist: {folder}. Make it, or correct DATABASE_URL."
            )
    except OSError as error:
        raise LedgerError(
            f"The ledger's folder cannot be {'made' if make else 'opened'}: "
            f"{error.strerror} ({error.filename})."
        ) from error


def _open(
    _dialect: object, _record: object, place: Sequence[Any], options: dict[str, Any]
) -> sqlite3.Connection:
    """Open an SQLite file and set it up; we begin transactions ourselves, DDL included."""
    ours = {"isolation_level": None, "check_same_thread": False}
    connection: sqlite3.Connection = sqlite3.connect(*place, **{**options, **ours})
    try:
        _write_ahead(connection, options["timeout"])
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection, busy_seconds: float) -> None:
    """Switch the file to write-ahead logging, which lasts.

    SQLite does not always wait for a lock here as it does elsewhere, so two processes that open
    a new ledger at once would fail without trying again.
    """
    end = time.monotonic() + busy_seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= end:
                raise
            time.sleep(0.02)
        else:
            return


def _begin(connection: Connection) -> None:
    """Take the write lock at the start, where waiting for it works, unless only reading."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
