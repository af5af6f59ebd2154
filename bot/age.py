"""When the index last changed, by its files."""

from __future__ import annotations

from pathlib import Path

KEPT_BY_WRITERS = ("*.db", "*.db-wal", "*.current")
"""What only indexing changes. SQLite's shared memory (-shm), an empty write-ahead log (-wal) and
the locks are touched by whoever opens the index (https://www.sqlite.org/walformat.html)."""


def last_changed(folder: Path) -> float | None:
    """Return when an index in `folder` last changed, in seconds since 1970; None without one.

    Raises:
        OSError: The folder cannot be read, or a file went away meanwhile.
    """
    found = [path.stat() for pattern in KEPT_BY_WRITERS for path in folder.glob(pattern)]
    return max((one.st_mtime for one in found if one.st_size), default=None)
