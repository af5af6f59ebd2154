"""Columns of whole numbers come out of SQLite as they went in."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing

from hypothesis import given
from hypothesis import strategies as st

from retrieval.stores.numbers import columns, parsed

whole = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(st.tuples(whole, whole)))
def test_columns_are_what_was_written(pairs: Sequence[tuple[int, int]]) -> None:
    """Of every size that SQLite has; without a row there is none."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE pair (a INTEGER, b INTEGER)")
        connection.executemany("INSERT INTO pair VALUES (?, ?)", pairs)
        first, second = columns(
            connection, "SELECT group_concat(a), group_concat(b) FROM pair WHERE 1 = ?", (1,)
        )

    assert pairs == list(zip(first.tolist(), second.tolist(), strict=True))


def test_nothing_is_no_number() -> None:
    """What `group_concat` says of no row is NULL."""
    assert [] == parsed(None).tolist()
