"""Making, opening and removing index files, and the sentences that SQLite's errors become."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from retrieval.errors import IndexCorrupt, IndexLocked, IndexMissing, StoreError
from retrieval.stores import schema


def test_a_new_file_holds_its_facts(tmp_path: Path) -> None:
    """What is written at creation is read back; a leftover of a killed creation is no harm."""
    (tmp_path / "x.db.new").write_bytes(b"half")
    with closing(schema.create(tmp_path / "x.db", {"schema": "1"}, 0.1)) as connection:
        assert {"schema": "1"} == schema.facts(connection)
    assert not (tmp_path / "x.db.new").exists()


def test_removing_takes_what_sqlite_keeps_beside(tmp_path: Path) -> None:
    """The log and the shared memory go with the file; a missing file is no error."""
    for name in ("x.db", "x.db-wal", "x.db-shm"):
        (tmp_path / name).touch()
    schema.remove(tmp_path / "x.db")
    schema.remove(tmp_path / "x.db")

    assert [] == list(tmp_path.iterdir())


def test_a_missing_file_is_missing(tmp_path: Path) -> None:
    """Opening to read never makes a file."""
    with pytest.raises(IndexMissing):
        schema.open_to_read(tmp_path / "x.db", 0.1)
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"not a database at all, but long enough " * 40, b"SQLite"])
def test_a_file_that_is_no_database_is_corrupt(tmp_path: Path, content: bytes) -> None:
    """The message names the file and the command that makes it again."""
    path = tmp_path / "x.db"
    path.write_bytes(content)
    with (
        pytest.raises(IndexCorrupt, match=r"x\.db is damaged.*scripts\.ingest"),
        schema.translated(path),
        closing(schema.open_to_read(path, 0.1)) as connection,
    ):
        schema.facts(connection)


def test_another_database_is_corrupt(tmp_path: Path) -> None:
    """A database without our tables is not taken for an index."""
    path = tmp_path / "x.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE t (a)")
    with (
        pytest.raises(IndexCorrupt),
        schema.translated(path),
        closing(schema.open_to_read(path, 0.1)) as connection,
    ):
        schema.facts(connection)


def test_a_lock_that_lasts_is_told(tmp_path: Path) -> None:
    """A second writing transaction is refused after the wait."""
    path = tmp_path / "x.db"
    with (
        closing(schema.create(path, {}, 0.01)) as one,
        closing(schema.open_to_write(path, 0.01)) as two,
    ):
        one.execute("BEGIN IMMEDIATE")
        with pytest.raises(IndexLocked, match="Another process"), schema.translated(path):
            two.execute("BEGIN IMMEDIATE")


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    """The message says that nothing is lost and that the run goes on later."""
    path = tmp_path / "x.db"
    with closing(schema.create(path, {}, 0.1)) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match=r"is full\. Nothing"), schema.translated(path):
            connection.execute("INSERT INTO meta VALUES ('a', hex(zeroblob(100000)))")


def test_a_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """A folder in the file's place is a sentence about where to write."""
    (tmp_path / "x.db").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        schema.open_to_write(tmp_path / "x.db", 0.1)


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    """A connection for searching refuses to change anything."""
    path = tmp_path / "x.db"
    schema.create(path, {}, 0.1).close()
    with (
        closing(schema.open_to_read(path, 0.1)) as connection,
        pytest.raises(StoreError),
        schema.translated(path),
    ):
        connection.execute("DELETE FROM meta")


@pytest.fixture(name="still")
def _still() -> Iterator[Path]:
    """An index in a folder that the test may read and not write, root by being nobody meanwhile."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        path = folder / "x.db"
        schema.create(path, {"changes": "1"}, 0.1).close()
        path.chmod(0o444)
        root = os.geteuid() == 0
        folder.chmod(0o555)
        if root:
            os.seteuid(65534)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_an_index_in_a_folder_that_cannot_be_written_is_read(still: Path) -> None:
    """SQLite's log would be written beside it; nothing is, and the connection is for one look."""
    with closing(schema.open_to_read(still, 0.1)) as connection:
        assert {"changes": "1"} == schema.facts(connection)
        assert isinstance(connection, schema.Still)
    assert [still] == list(still.parent.iterdir())


def test_what_a_writer_left_beside_such_an_index_is_told(tmp_path: Path) -> None:
    """The file without its log is an old state, or half of one: it is not read."""
    path = tmp_path / "x.db"
    schema.create(path, {"changes": "1"}, 0.1).close()
    (tmp_path / "x.db-wal").write_bytes(b"left")

    with pytest.raises(StoreError, match=r"cannot be read: its last writer left x\.db-wal"):
        schema._connect_still(path, 0.1)


class _IoError(sqlite3.OperationalError):
    sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE


@pytest.mark.parametrize(("free", "said"), [(4096, "is full"), (1_000_000, "cannot be used: disk")])
def test_an_error_of_a_full_disk_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, said: str
) -> None:
    """SQLite says "disk I/O error" where it finds no room beside a file; elsewhere it means it."""
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=free))

    with pytest.raises(StoreError, match=said), schema.translated(tmp_path / "x.db"):
        raise _IoError("disk I/O error")
