"""One playground for each data folder: a lock, with the address of who holds it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from retrieval.errors import PathUnusable, StoreError

NAME = "playground.lock"


class Lock:
    """Held while the process lives, however it ends; what it left in the file stops nobody."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def tell(self, url: str) -> None:
        """Write down where the holder is."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(url.encode())
        self._file.flush()


@contextmanager
def hold(folder: Path) -> Iterator[Lock]:
    """Hold the lock of a data folder, which is made where it is missing.

    Raises:
        PathUnusable: a playground that runs holds it.
        StoreError: the folder cannot be written.
    """
    with _opened(folder) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise PathUnusable(_taken(folder, file.read().decode(errors="replace"))) from None
        lock = Lock(file)
        lock.tell("")
        yield lock


def _opened(folder: Path) -> BinaryIO:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return (folder / NAME).open("a+b")
    except OSError as error:
        raise unwritable(folder, error) from error


def unwritable(folder: Path, error: OSError) -> StoreError:
    """Say that a data folder cannot be written, as indexing says it."""
    return StoreError(
        f"The data folder {folder} cannot be written: {error}. Make it writable, or name another"
        " one in FOOTNOTE_DATA."
    )


def _taken(folder: Path, url: str) -> str:
    where = f"runs at {url}" if url else "is starting"
    return f"A playground with the data folder {folder} {where} already: use it, or stop it first."
