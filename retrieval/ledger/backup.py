"""A ledger -> one file, and back into an empty ledger of either database.

The file is gzipped JSON lines: a head that names the schema and counts the rows, the rows, and a
foot with the digest of all that stands before it. Tables are read as the database describes them,
so a backup of an older schema can be restored, and is brought up to date afterwards.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import Connection, DateTime, Integer, MetaData, Table, func, insert, select

from retrieval.errors import LedgerError
from retrieval.ledger.engine import migrate, schema

Step = Callable[[int, int], None]
"""Is told how many rows of how many are done."""

FORMAT = 1
_BATCH = 500
_VERSIONS = "alembic_version"
_DAMAGED = "{name} is not a whole backup of a ledger: {why}. Take another one."


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the head of a backup."""

    schema: str
    made: str
    tables: dict[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return sum(self.tables.values())


def write(connection: Connection, path: Path, step: Step) -> Head:
    """Write a backup of what one moment shows, and read it back. Raises LedgerError, OSError."""
    tables = reflected(connection)
    counts = {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in tables
    }
    head = Head(schema(connection) or "", datetime.now(UTC).isoformat(timespec="seconds"), counts)
    path.touch(mode=0o600)
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=6) as out:
        _write_rows(out, head, _rows(connection, tables), step)
    for _ in read(path):
        pass
    return head


def _write_rows(
    out: TextIO, head: Head, rows: Iterator[tuple[str, dict[str, Any]]], step: Step
) -> None:
    """Write head, rows and foot."""
    seen = hashlib.sha256()

    def say(value: Any) -> None:
        line = json.dumps(value, ensure_ascii=True, separators=(",", ":")) + "\n"
        seen.update(line.encode())
        out.write(line)

    say({"footnote-ledger": FORMAT, "schema": head.schema, "made": head.made, "rows": head.tables})
    for done, row in enumerate(rows, start=1):
        say(row)
        if done % _BATCH == 0 or done == head.rows:
            step(done, head.rows)
    out.write(json.dumps({"sha256": seen.hexdigest()}) + "\n")


def _rows(connection: Connection, tables: list[Table]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every row, of tables that others refer to first."""
    for table in tables:
        for row in connection.execute(select(table), execution_options={"yield_per": _BATCH}):
            yield table.name, {name: _plain(value) for name, value in row._mapping.items()}  # noqa: SLF001


def _plain(value: Any) -> Any:
    """Write a moment as JSON can have it."""
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
    return value


def read(path: Path) -> Iterator[Any]:
    """Yield the head of a backup, then each row with its table's name.

    Raises:
        LedgerError: It is none, or is not whole; told at the end at the latest.
    """
    seen = hashlib.sha256()
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            last = ""
            for number, line in enumerate(lines):
                if last:
                    seen.update(last.encode())
                    yield _head(path, last) if number == 1 else json.loads(last)
                last = line
            told = json.loads(last) if last else {}
    except FileNotFoundError:
        raise LedgerError(f"There is no file {path}.") from None
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise LedgerError(_DAMAGED.format(name=path, why=str(error) or "it ends early")) from None
    if not isinstance(told, dict) or told.get("sha256") != seen.hexdigest():
        raise LedgerError(_DAMAGED.format(name=path, why="its digest is another's"))


def _head(path: Path, line: str) -> Head:
    """Read the head."""
    told = json.loads(line)
    try:
        if told["footnote-ledger"] == FORMAT:
            return Head(str(told["schema"]), str(told["made"]), dict(told["rows"]))
    except (KeyError, TypeError, ValueError):
        pass
    raise LedgerError(_DAMAGED.format(name=path, why="it has another form"))


def restore(connection: Connection, path: Path, step: Step) -> Head:
    """Put a backup into an empty ledger, wholly or not at all. Raises LedgerError."""
    for _ in read(path):
        pass  # Whole, before anything is made of it.
    lines = read(path)
    head = next(lines, None)
    if not isinstance(head, Head):
        raise LedgerError(_DAMAGED.format(name=path, why="it is empty"))
    if any(_any(connection, table) for table in reflected(connection)):
        raise LedgerError(
            "The ledger has rows in it. Restore into an empty one: set DATABASE_URL to a new file "
            "or a new database."
        )
    if schema(connection) not in {None, head.schema}:
        migrate(connection, "base")
    migrate(connection, head.schema)
    tables = {table.name: table for table in reflected(connection)}
    done = 0
    for name, rows in groupby(lines, key=lambda row: str(row[0])):
        for batch in _batches(row[1] for row in rows):
            _insert(connection, tables[name], batch)
            done += len(batch)
            step(done, head.rows)
    for table in tables.values():
        _go_on_counting(connection, table)
    migrate(connection)
    return head


def _any(connection: Connection, table: Table) -> bool:
    """Whether a table has a row."""
    return connection.execute(select(table).limit(1)).first() is not None


def _batches(rows: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield rows, some at a time."""
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows, their moments as the database takes them."""
    moments = [column.name for column in table.c if isinstance(column.type, DateTime)]
    for row in rows:
        for name in moments:
            if row[name] is not None:
                row[name] = datetime.fromisoformat(row[name]).astimezone(UTC)
    connection.execute(insert(table), rows)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers."""
    keys = list(table.primary_key.columns)
    if connection.dialect.name != "postgresql" or len(keys) != 1:
        return
    if isinstance(keys[0].type, Integer):
        sequence = func.pg_get_serial_sequence(table.name, keys[0].name)
        last = select(func.max(keys[0])).scalar_subquery()
        connection.execute(select(func.setval(sequence, func.coalesce(last, 1), last.is_not(None))))


def reflected(connection: Connection) -> list[Table]:
    """Return the ledger's tables as the database describes them, those referred to first."""
    described = MetaData()
    described.reflect(connection, only=lambda name, _: name != _VERSIONS)
    return described.sorted_tables


def copy(connection: Connection, path: Path, step: Step) -> Head:
    """Copy an SQLite ledger, page by page, to a file that is one itself. Raises LedgerError."""
    source: Any = connection.connection.driver_connection
    path.touch(mode=0o600)
    with closing(sqlite3.connect(path)) as target:
        source.backup(
            target, pages=1_000, progress=lambda _, left, total: step(total - left, total)
        )
        (said,) = target.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok":
        raise LedgerError(f"The copy is damaged ({said}), as the ledger may be; check it.")
    return Head(schema(connection) or "", datetime.now(UTC).isoformat(timespec="seconds"))
