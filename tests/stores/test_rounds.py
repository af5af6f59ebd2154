"""Which roots of a generation are wholly in it, and which were gone through again."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from retrieval.stores import rounds


@pytest.fixture(name="connection")
def _connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE root (name PRIMARY KEY, reader, complete)")
        yield connection


def test_a_root_is_wholly_in_once_it_is_finished(connection: sqlite3.Connection) -> None:
    """Noting it again changes nothing."""
    rounds.prepare(connection, "here", "reader 1")
    begun = rounds.roots(connection)
    rounds.finish(connection, "here", again=False)
    rounds.prepare(connection, "here", "reader 2")

    assert {"here": ("reader 1", False)} == begun
    assert {"here": ("reader 1", True)} == rounds.roots(connection)
    assert set() == rounds.gone_through_again(connection)


def test_what_was_gone_through_again_is_so_until_it_comes_into_use(
    connection: sqlite3.Connection,
) -> None:
    """It is wholly in before, meanwhile and after."""
    rounds.prepare(connection, "here", "reader 1")
    rounds.finish(connection, "here", again=True)
    rounds.finish(connection, "here", again=False)
    again = rounds.gone_through_again(connection)
    rounds.begin_anew(connection)

    assert {"here"} == again
    assert set() == rounds.gone_through_again(connection)
    assert {"here": ("reader 1", True)} == rounds.roots(connection)
