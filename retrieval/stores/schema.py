"""The tables of one collection's index, how they are opened, and what SQLite's errors mean.

`words` and `chunk` share row ids; `parts` and `document` do. Full-text tables keep a
copy of what they index, so that a row can be taken out whatever has become of its source.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from retrieval.errors import IndexCorrupt, IndexLocked, IndexMissing, StoreError
from retrieval.text.commands import ingest_command

SCHEMA_VERSION = "3"
"""Part of an index's fingerprint: another number makes another file."""

COLUMNS = ("title", "headings", "body", "idents", "path")
"""Of the table of words, which has each chunk's."""
TOKENIZER = "porter unicode61 remove_diacritics 2"

_TABLES = f"""
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE root (name TEXT PRIMARY KEY, reader TEXT NOT NULL, complete INTEGER NOT NULL);
CREATE TABLE document (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    root TEXT NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT NOT NULL,
    digest TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (root, path)
);
CREATE TABLE chunk (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES document (row),
    ordinal INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    first INTEGER NOT NULL,
    past INTEGER NOT NULL,
    text TEXT NOT NULL,
    heading_path TEXT NOT NULL,
    lead TEXT NOT NULL,
    fragment TEXT NOT NULL,
    embedded TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (document, ordinal)
);
CREATE INDEX chunk_digest ON chunk (digest);
CREATE TABLE vector (
    row INTEGER PRIMARY KEY AUTOINCREMENT,
    digest TEXT NOT NULL UNIQUE,
    vector BLOB NOT NULL
);
CREATE VIRTUAL TABLE words USING fts5 ({", ".join(COLUMNS)}, tokenize = '{TOKENIZER}');
CREATE VIRTUAL TABLE parts USING fts5 (words, tokenize = 'trigram', detail = 'full');
"""

_LEAST_ROOM = 65_536
"""Bytes: beside a file that is read or written SQLite needs 32 KiB (sqlite.org/wal.html)."""
_NO_ROOM = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}
_UNWRITABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def create(path: Path, facts: dict[str, str], wait: float) -> sqlite3.Connection:
    """Make a new index file with `facts` about it in `meta`; it appears whole or not at all."""
    made = path.with_name(f"{path.name}.new")
    remove(made)
    with translated(path), closing(sqlite3.connect(made)) as connection, connection:
        connection.executescript(_TABLES)
        connection.executemany("INSERT INTO meta VALUES (?, ?)", facts.items())
    try:
        made.replace(path)
    except OSError as error:
        if out_of_room(error, path.parent):
            raise disk_full(path) from error
        raise StoreError(f"The index cannot be made in {path.parent}: {error}.") from error
    return open_to_write(path, wait)


def remove(path: Path) -> None:
    """Take away an index file and what SQLite keeps beside it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


def open_to_write(path: Path, wait: float) -> sqlite3.Connection:
    """Open an index for its one writer; `wait` bounds each wait for a lock, in seconds."""
    with translated(path):
        connection = _connect(path, wait)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA cache_size = -32000")
        return connection


class Still(sqlite3.Connection):
    """A connection that takes its file for one that nobody writes to: for one look at it."""


def open_to_read(path: Path, wait: float) -> sqlite3.Connection:
    """Open an index for searching. Raises IndexMissing, IndexCorrupt.

    SQLite writes beside the file even to read it, but for one that is said to be still
    (sqlite.org/wal.html, "Read-Only Databases"): so a folder that cannot be written is read.
    """
    if not path.is_file():
        raise IndexMissing(f"The index file {path} is not there.")
    with translated(path):
        connection = _connect(path, wait)
        try:
            _ready_to_read(connection)
        except sqlite3.OperationalError as error:
            connection.close()
            if (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in _UNWRITABLE:
                raise
            connection = _connect_still(path, wait)
        except BaseException:
            connection.close()
            raise
        return connection


def _ready_to_read(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("CREATE VIRTUAL TABLE temp.places USING fts5vocab(main, words, instance)")
    connection.execute("PRAGMA query_only = 1")
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchone()


def _connect_still(path: Path, wait: float) -> sqlite3.Connection:
    """Open a file as it lies, if its last writer left nothing beside it."""
    log = path.with_name(f"{path.name}-wal")
    if log.is_file() and log.stat().st_size:
        raise StoreError(
            f"The index {path} cannot be read: its last writer left {log.name} beside it, which"
            " can only be taken in where the folder can be written. Run"
            " `python -m scripts.doctor` once as a user who may write there."
        )
    connection = _connect(path, wait, "mode=ro&immutable=1", Still)
    try:
        _ready_to_read(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def facts(connection: sqlite3.Connection) -> dict[str, str]:
    """Return what `meta` says about an index."""
    return dict(connection.execute("SELECT key, value FROM meta"))


def said(path: Path, wait: float) -> dict[str, str]:
    """Return what an index file says about itself; nothing where it cannot be read."""
    try:
        with closing(open_to_read(path, wait)) as connection:
            return facts(connection)
    except (sqlite3.Error, StoreError):
        return {}


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours: what happened to the index at `path`, and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        meant = _meaning(error, path)
        meant.where = str(path)
        raise meant from error


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Do the same while rows are read and understood: what has no meaning is damage, too."""
    try:
        with translated(path):
            yield
    except (ValueError, TypeError, LookupError) as error:
        damaged = _damaged(path)
        damaged.where = str(path)
        raise damaged from error


def _connect(
    path: Path,
    wait: float,
    how: str = "mode=rw",
    kind: type[sqlite3.Connection] = sqlite3.Connection,
) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        factory=kind,
        timeout=wait,
        isolation_level=None,
        check_same_thread=False,
        uri=True,
    )


def _meaning(error: sqlite3.Error, path: Path) -> StoreError:
    """Say in a sentence what SQLite's error code means for a person."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
        return IndexLocked(f"Another process is writing to {path}. Try again when it is done.")
    if code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB} or _lacks_tables(error):
        return _damaged(path)
    if out_of_room(error, path.parent):
        return disk_full(path)
    if code in _UNWRITABLE:
        return StoreError(
            f"The index {path} cannot be written: check that its folder is there and that you"
            f" may write to it ({error})."
        )
    return StoreError(f"The index {path} cannot be used: {error}.")


def out_of_room(error: Exception, folder: Path) -> bool:
    """Whether an error comes of a full disk, which SQLite may call any error of the disk."""
    if isinstance(error, OSError):
        return error.errno in _NO_ROOM
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}:
        return is_full(folder)
    return code == sqlite3.SQLITE_FULL


def is_full(folder: Path) -> bool:
    """Whether the disk with a folder has no room for what SQLite needs even to read."""
    try:
        return shutil.disk_usage(folder).free < _LEAST_ROOM
    except OSError:
        return False


def disk_full(path: Path) -> StoreError:
    """Return the error that says that the disk with `path` is full, and what to do."""
    return StoreError(
        f"The disk with {path} is full. Nothing that was indexed before is lost; make"
        " room and run the same command again, it goes on from where it stopped."
    )


def _damaged(path: Path) -> IndexCorrupt:
    return IndexCorrupt(
        f"The index {path} is damaged. It is only a cache: delete that file and run"
        f" {ingest_command(path.name.split('.', 1)[0])} to make it again from the documents."
    )


def _lacks_tables(error: sqlite3.Error) -> bool:
    """Whether a file is a database, but none of ours, or none any more."""
    return str(error).startswith(
        ("no such table", "no such fts5 table", "no such column", "Could not decode")
    )
