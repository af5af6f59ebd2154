"""Which files make up a folder of indexes: a file a generation, and which one is in use.

`docs.0002.db` is generation 0002 of the collection `docs`; `docs.current` names the generation
in use and the one before it; `docs.lock` is held by the process that writes.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from retrieval.errors import IndexCorrupt, IndexLocked, IndexMissing, StoreError
from retrieval.stores.schema import disk_full, is_full, out_of_room, remove, said
from retrieval.text.collection import NAME, check_name
from retrieval.text.commands import ingest_command

_GENERATION = re.compile(r"[0-9]{4,18}")
_FILE = re.compile(rf"([a-z0-9][a-z0-9_-]*)\.({_GENERATION.pattern})\.db")


def file_of(folder: Path, collection: str, generation: str) -> Path:
    """Return where a generation's file is.

    PLACE/NAME is the generation NAME of another folder of indexes, which stands in this one.
    """
    place, _, name = generation.rpartition("/")
    return folder / place / f"{check_name(collection)}.{name}.db"


def in_use(folder: Path, collection: str) -> tuple[str, ...]:
    """Return the generation in use and, where it is kept, the one before it; or nothing.

    Raises IndexCorrupt where the file that says so says nothing of the kind, StoreError where it
    cannot be read.
    """
    pointer = _pointer(folder, collection)
    try:
        said = pointer.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise StoreError(f"The file {pointer} cannot be read: {error.strerror}.") from error
    names = tuple(said.decode("ascii", "replace").split())
    if not names or not all(map(_GENERATION.fullmatch, names)):
        raise IndexCorrupt(
            f"The file {pointer}, which names the index in use, is damaged. Remove it and run"
            f" {ingest_command(collection)} again: the newest index that is there is taken up."
        )
    return names


def current(folder: Path, collection: str) -> str:
    """Return the generation in use. Raises IndexMissing where there is none."""
    names = in_use(folder, collection)
    if not names or not file_of(folder, collection, names[0]).is_file():
        raise nothing_indexed(collection)
    return names[0]


def nothing_indexed(collection: str) -> IndexMissing:
    """Return the error that says that there is nothing, and what makes something."""
    return IndexMissing(
        f"Nothing has been indexed as '{collection}' yet; run {ingest_command(collection)}."
    )


def not_there(collection: str, generation: str) -> IndexMissing:
    """Return the error that says that a generation which was named is no more."""
    return IndexMissing(f"Generation {generation} of '{collection}' is not there any more.")


def put_in_use(folder: Path, collection: str, generation: str, wait: float = 5.0) -> None:
    """Make a generation the one in use, in one step.

    All others are removed but the one before it, and those that are held.
    """
    before = in_use(folder, collection)[:1]
    kept = (generation, *(name for name in before if name != generation))
    _point(folder, collection, kept)
    for name in on_disk(folder, collection):
        file = file_of(folder, collection, name)
        if name not in kept and not said(file, wait).get("held"):
            remove(file)


def _point(folder: Path, collection: str, names: Sequence[str]) -> None:
    """Write which one is in use and which was before, whole or not at all."""
    pointer = _pointer(folder, collection)
    written = pointer.with_name(f"{pointer.name}.new")
    try:
        with written.open("w", encoding="ascii") as file:
            file.write("\n".join(names) + "\n")
            file.flush()
            os.fsync(file.fileno())
        written.replace(pointer)
    except OSError as error:
        raise _unwritable(folder, error) from error


def on_disk(folder: Path, collection: str) -> list[str]:
    """Return the generations of a collection that have a file, the newest first."""
    found = [match for path in folder.glob("*.db") if (match := _FILE.fullmatch(path.name))]
    names = [match[2] for match in found if match[1] == collection]
    return sorted(names, key=int, reverse=True)


def next_name(folder: Path, collection: str) -> str:
    """Return a name for a new generation: one more than the highest."""
    taken = [*on_disk(folder, collection), *in_use(folder, collection), "0"]
    return f"{max(map(int, taken)) + 1:04d}"


def collections(folder: Path) -> list[str]:
    """Return the collections that have a generation in use, by name."""
    return sorted(path.stem for path in folder.glob("*.current") if NAME.fullmatch(path.stem))


def check_begun(folder: Path) -> None:
    """Raise StoreError where the disk was full before anything that was begun could be used."""
    if any(folder.glob("*.db*")) and is_full(folder):
        raise disk_full(folder)


def all_collections(folder: Path) -> list[str]:
    """Return the collections that have a generation, in use or not, by name."""
    files = {match[1] for path in folder.glob("*.db") if (match := _FILE.fullmatch(path.name))}
    return sorted(files.union(collections(folder)))


def leave_before(folder: Path, collection: str) -> None:
    """Keep no generation to go back to: the pointer names the one in use alone."""
    _point(folder, collection, in_use(folder, collection)[:1])


class Lease:
    """The right to write to a collection: a lock on a file, gone with the process that held it."""

    def __init__(self, folder: Path, collection: str, wait: float) -> None:
        """Wait at most `wait` seconds. Raises IndexLocked, or StoreError for a bad folder."""
        path = folder / f"{check_name(collection)}.lock"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                path, timeout=wait, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise IndexLocked(
                    f"Another process is indexing '{collection}'. Try again when it is done."
                ) from error
            raise _unwritable(folder, error) from error
        except OSError as error:
            raise _unwritable(folder, error) from error

    def release(self) -> None:
        """Let others write."""
        self._connection.close()


def _unwritable(folder: Path, error: Exception) -> StoreError:
    if out_of_room(error, folder):
        return disk_full(folder)
    return StoreError(
        f"The index folder {folder} cannot be written: {error}. Make it writable, or name"
        " another one in FOOTNOTE_DATA."
    )


def _pointer(folder: Path, collection: str) -> Path:
    return folder / f"{check_name(collection)}.current"
