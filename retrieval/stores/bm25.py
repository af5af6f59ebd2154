"""Where a single word stands, with the score that FTS5's bm25() gives it there.

bm25() looks up how long each row is, one by one, and that takes nine tenths of a search by words.
Here the lengths of an index are in memory, `fts5vocab` gives all the places of a word as one value,
and NumPy does the sum: https://sqlite.org/fts5.html#the_bm25_function.
"""

from __future__ import annotations

import sqlite3
from functools import lru_cache
from threading import Lock

import numpy as np

from retrieval.stores.matching import WEIGHTS, idf
from retrieval.stores.numbers import Numbers, columns, parsed
from retrieval.stores.postings import Posting
from retrieval.stores.schema import COLUMNS, TOKENIZER

_K1, _B = 1.2, 0.75
"""FTS5's own constants, which cannot be set."""
_WEIGHTS = np.array([float(weight) for weight in WEIGHTS.split(",")])
_TEXTS = 16_384
"""Texts of which the terms are remembered."""
_BITS = 3
"""Of a place, which say in which column it is."""
_COLUMN = (1 << _BITS) - 1
_NAMED = " ".join(f"WHEN '{name}' THEN {place}" for place, name in enumerate(COLUMNS))
_PLACES = (
    f"SELECT group_concat((doc << {_BITS}) | CASE col {_NAMED} END)"  # noqa: S608  (constants)
    " FROM places WHERE term = ?"
)
_ROWS = "SELECT group_concat(id) FROM words_docsize"
_LENGTHS = "SELECT group_concat(id), group_concat(hex(sz), '') FROM words_docsize WHERE id >= ?"


class Scores:
    """The scores of single words in one file, as of one change after the other; for many threads.

    A row stays as it is for as long as it is there, so its length is read once.
    """

    def __init__(self) -> None:
        self._tokenizer = _Tokenizer()
        self._turn = Lock()
        self._changes = -1
        self._lengths = _Lengths(np.zeros(0, np.int64), np.zeros(0, np.int64))

    def posting(
        self, connection: sqlite3.Connection, changes: int, expression: str
    ) -> Posting | None:
        """Return where the word of an expression stands; None for one that is no single word.

        `connection` was opened to read, and is in the read transaction in which `changes` was read.
        Raises LookupError for a row without a length: the file is damaged.
        """
        terms = () if expression.endswith("*") else self._tokenizer.terms(expression)
        if len(terms) != 1:
            return None
        with self._turn:
            if changes != self._changes:
                self._lengths = self._lengths.read_on(connection)
                self._changes = changes
            lengths = self._lengths
        (places,) = columns(connection, _PLACES, terms)
        return lengths.scored(places)

    def close(self) -> None:
        """Let go of what it opened; what is asked later opens it again."""
        self._tokenizer.close()


class _Lengths:
    """How many words each row of an index has, by row, in order."""

    def __init__(self, rows: Numbers, lengths: Numbers) -> None:
        self._rows = rows
        self._lengths = lengths
        mean = lengths.mean() if lengths.any() else 1.0
        self._added = _K1 * (1 - _B + _B * lengths / mean)

    def read_on(self, connection: sqlite3.Connection) -> _Lengths:
        """Return the lengths of the rows that are there now."""
        (there,) = columns(connection, _ROWS)
        rows = np.sort(there)
        known, lengths = self._rows, self._lengths
        lacking = np.setdiff1d(rows, known, assume_unique=True)
        if len(lacking):
            ids, sizes = connection.execute(_LENGTHS, (int(lacking[0]),)).fetchone()
            before = known < lacking[0]
            known = np.append(known[before], parsed(ids))
            lengths = np.append(lengths[before], _sums(sizes))
        order = np.argsort(known, kind="stable")
        return _Lengths(rows, lengths[order][np.searchsorted(known[order], rows)])

    def scored(self, places: Numbers) -> Posting:
        """Return the rows in which a word has these places, in order, each with its score."""
        rows = places >> _BITS
        firsts = np.flatnonzero(np.diff(rows, prepend=-1))
        rows = rows[firsts]
        if not len(rows):
            return Posting(rows, np.zeros(0))
        at = np.minimum(np.searchsorted(self._rows, rows), max(0, len(self._rows) - 1))
        if not np.array_equal(self._rows[at], rows):
            raise LookupError("a row has no length")
        often = np.add.reduceat(_WEIGHTS[places & _COLUMN], firsts)
        parts = often * (_K1 + 1) / (often + self._added[at])
        return Posting(rows, idf(len(rows), len(self._rows)) * parts)


class _Tokenizer:
    """What FTS5 makes of a text in the table of words; that of the last texts is remembered."""

    def __init__(self) -> None:
        self._turn = Lock()
        self.terms = lru_cache(maxsize=_TEXTS)(self._terms)
        self._connection: sqlite3.Connection | None = None

    def _terms(self, text: str) -> tuple[str, ...]:
        """Return the terms of a text."""
        with self._turn:
            if self._connection is None:
                self._connection = self._open()
            ask = self._connection.execute
            ask("BEGIN")
            try:
                ask("INSERT INTO said VALUES (?)", (text,))
                return tuple(term for (term,) in ask("SELECT term FROM terms"))
            finally:
                ask("ROLLBACK")

    def close(self) -> None:
        with self._turn:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        connection.executescript(
            f"CREATE VIRTUAL TABLE said USING fts5 (text, tokenize = '{TOKENIZER}');"
            "CREATE VIRTUAL TABLE terms USING fts5vocab(said, instance);"
        )
        return connection


def _sums(sizes: str) -> Numbers:
    """Return the length of each row: the sum of those of its columns.

    They are written as SQLite writes numbers: seven bits a byte, the highest first, and a byte
    under 128 is a number's last (https://sqlite.org/fileformat2.html#varint).
    """
    written = np.frombuffer(bytes.fromhex(sizes), np.uint8)
    lasts = np.flatnonzero(written < 128)
    firsts = np.append(0, lasts[:-1] + 1)
    after = np.repeat(lasts, lasts - firsts + 1) - np.arange(len(written))
    numbers = np.add.reduceat((written & 127).astype(np.int64) << 7 * after, firsts)
    sums: Numbers = numbers.reshape(-1, len(COLUMNS)).sum(axis=1)
    return sums
