"""Vectors in memory: the same neighbours as a plain scan, whatever came and went."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.stores.vectors import Matrix, to_blobs

DIMS = 4


def _tables() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute(
        "CREATE TABLE chunk (row INTEGER PRIMARY KEY AUTOINCREMENT, digest, document DEFAULT 1)"
    )
    connection.execute(
        "CREATE TABLE vector (row INTEGER PRIMARY KEY AUTOINCREMENT, digest UNIQUE, vector)"
    )
    return connection


def _vector(number: int) -> np.ndarray:
    drawn = np.random.default_rng(number).normal(size=DIMS)
    return (drawn / np.linalg.norm(drawn)).astype(np.float32)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["chunk", "vector", "drop", "prune", "ask"]), st.integers(0, 9)),
        max_size=40,
    )
)
def test_refreshing_gives_what_reading_anew_gives(steps: list[tuple[str, int]]) -> None:
    """After any changes the matrix that was kept agrees with a fresh one."""
    kept = Matrix(DIMS)
    asked = _vector(99)
    with closing(_tables()) as connection:
        for changes, (step, number) in enumerate(steps):
            if step == "chunk":
                placed = (number, number % 3)
                connection.execute("INSERT INTO chunk (digest, document) VALUES (?, ?)", placed)
            elif step == "vector":
                connection.execute(
                    "INSERT OR REPLACE INTO vector (digest, vector) VALUES (?, ?)",
                    (number, *to_blobs(_vector(number))),
                )
            elif step == "drop":
                connection.execute("DELETE FROM chunk WHERE digest = ?", (number,))
            elif step == "prune":
                connection.execute(
                    "DELETE FROM vector WHERE digest NOT IN (SELECT digest FROM chunk)"
                )
            else:
                fresh = Matrix(DIMS)
                state = (connection, changes, asked, 3)
                assert fresh.scan(*state)().chunks == kept.scan(*state)().chunks
                assert fresh.scan(*state)().pages == kept.scan(*state)().pages


def test_only_pages_with_other_vectors_are_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A change of one page among many takes the mean of that one's vectors alone."""
    matrix, made = Matrix(DIMS), []
    means = matrix._means
    monkeypatch.setattr(
        matrix,
        "_means",
        lambda places, bounds: made.append(len(bounds) - 1) or means(places, bounds),
    )
    with closing(_tables()) as connection:
        for number in range(30):
            placed = (number, number // 3)
            connection.execute("INSERT INTO chunk (digest, document) VALUES (?, ?)", placed)
            connection.execute(
                "INSERT INTO vector (digest, vector) VALUES (?, ?)",
                (number, *to_blobs(_vector(number))),
            )
        matrix.scan(connection, 1, _vector(5), 1)()
        connection.execute("DELETE FROM chunk WHERE document = 4")
        connection.execute("INSERT INTO chunk (digest, document) VALUES (12, 11)")
        found = matrix.scan(connection, 2, _vector(12), 1)().pages
        fresh = Matrix(DIMS).scan(connection, 2, _vector(12), 1)().pages

    assert [10, 1] == made
    assert found == fresh
    assert [11] == [page for page, _ in found]


def test_many_dropped_vectors_are_let_go() -> None:
    """Memory shrinks when most vectors have no chunk left, and answers stay right."""
    matrix = Matrix(DIMS)
    with closing(_tables()) as connection:
        for number in range(3000):
            connection.execute("INSERT INTO chunk (digest) VALUES (?)", (number,))
            connection.execute(
                "INSERT INTO vector (digest, vector) VALUES (?, ?)",
                (number, *to_blobs(_vector(number))),
            )
        matrix.scan(connection, 1, _vector(5), 1)()
        connection.execute("DELETE FROM chunk WHERE digest >= 10")
        connection.execute("DELETE FROM vector WHERE digest >= 10")
        ((row, score),) = matrix.scan(connection, 2, _vector(5), 1)().chunks

    assert (6, 1.0) == (row, round(score, 5))
    assert 10 == len(matrix._rows)


def test_ties_with_the_last_are_all_given() -> None:
    """What scores as the last of the limit is not cut off by chance."""
    with closing(_tables()) as connection:
        for digest in (1, 1, 1, 2):
            connection.execute("INSERT INTO chunk (digest) VALUES (?)", (digest,))
        for digest in (1, 2):
            connection.execute(
                "INSERT INTO vector (digest, vector) VALUES (?, ?)",
                (digest, *to_blobs(_vector(digest))),
            )
        found = Matrix(DIMS).scan(connection, 1, _vector(1), 2)().chunks

    assert [1, 2, 3] == [row for row, _ in found]


def test_vectors_are_stored_as_unit_little_endian_float32() -> None:
    """A vector is made of unit length; zeros and what is no number become zeros."""
    blobs = to_blobs(np.array([[3, 0, 0, 4], [0, 0, 0, 0], [np.nan, 1, 0, 0]], dtype=np.float32))

    assert [0.6, 0, 0, 0.8] == [round(float(x), 6) for x in np.frombuffer(blobs[0], "<f4")]
    assert bytes(16) == blobs[1]
    assert bytes(16) == blobs[2]


def test_a_page_is_where_its_chunks_are_on_average() -> None:
    """A page's vector is the unit mean of its chunks' vectors, over many pages too."""
    with closing(_tables()) as connection:
        for number in range(3000):
            placed = (number, number // 2)
            connection.execute("INSERT INTO chunk (digest, document) VALUES (?, ?)", placed)
            connection.execute(
                "INSERT INTO vector (digest, vector) VALUES (?, ?)",
                (number, *to_blobs(_vector(number))),
            )
        mean = _vector(2000) + _vector(2001)
        mean /= np.linalg.norm(mean)
        (page, score) = max(
            Matrix(DIMS).scan(connection, 1, mean, 1)().pages, key=lambda found: found[1]
        )

    assert (1000, 1.0) == (page, round(score, 5))
