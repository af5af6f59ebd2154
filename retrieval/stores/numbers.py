"""Whole numbers out of SQLite, each column as one text: row by row takes twice as long and more."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def columns(
    connection: sqlite3.Connection, asked: str, parameters: Sequence[Any] = ()
) -> list[Numbers]:
    """Return the columns of a statement whose one row has a `group_concat` of each."""
    return [parsed(text) for text in connection.execute(asked, parameters).fetchone()]


def parsed(text: str | None) -> Numbers:
    """Return the numbers that stand in a text between commas; none for NULL."""
    return np.fromstring(text or "", dtype=np.int64, sep=",")
