"""The roots of a generation in SQLite: which are wholly in it, and which were gone through again.

A generation that was in use once holds the pages of that time. It comes into use by itself only
after every root was gone through again; all roots count as wholly in, so that an operator can go
back to it at any time.
"""

from __future__ import annotations

import sqlite3

_PARTLY, _WHOLLY, _AGAIN = 0, 1, 2
"""What `root.complete` may be."""


def roots(connection: sqlite3.Connection) -> dict[str, tuple[str, bool]]:
    """Return the reader's version of each root, and whether the root is wholly in."""
    asked = "SELECT name, reader, complete FROM root"
    return {name: (reader, done != _PARTLY) for name, reader, done in connection.execute(asked)}


def gone_through_again(connection: sqlite3.Connection) -> set[str]:
    """Name the roots that were gone through again since the generation was in use."""
    asked = "SELECT name FROM root WHERE complete = ?"
    return {name for (name,) in connection.execute(asked, (_AGAIN,))}


def prepare(connection: sqlite3.Connection, root: str, reader: str) -> None:
    """Note a root; one that is known stays as it is."""
    said = "INSERT OR IGNORE INTO root VALUES (?, ?, ?)"
    connection.execute(said, (root, reader, _PARTLY))


def finish(connection: sqlite3.Connection, root: str, *, again: bool) -> None:
    """Mark a root as wholly in, and whether it was gone through again since it was in use."""
    said = "UPDATE root SET complete = max(complete, ?) WHERE name = ?"
    connection.execute(said, (_AGAIN if again else _WHOLLY, root))


def begin_anew(connection: sqlite3.Connection) -> None:
    """Forget what was gone through again: the generation comes into use now."""
    connection.execute("UPDATE root SET complete = ? WHERE complete = ?", (_WHOLLY, _AGAIN))
