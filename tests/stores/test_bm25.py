"""A single word stands where FTS5 finds it, with FTS5's own score."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.stores import postings, schema
from retrieval.stores.bm25 import Scores
from retrieval.stores.postings import Posting

WORDS = ["run", "running", "Runs", "café", "cafe", "v2", "2024", "übung", "日本", "x" * 60]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
some_rows = st.lists(st.tuples(*[texts] * len(schema.COLUMNS)), max_size=8)


@pytest.fixture(name="index")
def _index(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(schema.create(tmp_path / "docs.db", {"schema": "1"}, 1)) as connection:
        yield connection


@pytest.fixture(name="scores")
def _scores() -> Iterator[Scores]:
    scores = Scores()
    yield scores
    scores.close()


def _put(index: sqlite3.Connection, rows: Sequence[Sequence[str]], first: int = 1) -> None:
    """Write rows; as in an index, a number is never given twice."""
    index.executemany(
        f"INSERT INTO words (rowid, {', '.join(schema.COLUMNS)}) VALUES (?, ?, ?, ?, ?, ?)",
        [(number, *row) for number, row in enumerate(rows, start=first)],
    )


def _reader(path: Path) -> closing[sqlite3.Connection]:
    return closing(schema.open_to_read(path / "docs.db", 1))


def _parts(posting: Posting | None) -> tuple[list[int], list[float]]:
    assert posting is not None
    return posting.rows.tolist(), posting.scores.tolist()


def _of_fts5(connection: sqlite3.Connection, word: str) -> object:
    rows, scores = _parts(postings.read(connection, word))
    return rows, pytest.approx(scores, rel=1e-9, abs=1e-12)


@settings(deadline=None)
@given(rows=some_rows, more=some_rows, gone=st.sets(st.integers(1, 8)))
def test_scores_are_those_of_fts5(
    tmp_path_factory: pytest.TempPathFactory,
    rows: Sequence[Sequence[str]],
    more: Sequence[Sequence[str]],
    gone: set[int],
) -> None:
    """Whatever was written, removed and written again, and in whichever column it stands."""
    path = tmp_path_factory.mktemp("index")
    made = closing(schema.create(path / "docs.db", {"schema": "1"}, 1))
    with made as index, _reader(path) as connection, closing(Scores()) as scores:
        for changes, put in enumerate((rows, more)):
            _put(index, put, first=1 + changes * len(rows))
            for word in (f'"{word}"' for word in WORDS):
                found = _parts(scores.posting(connection, changes, word))

                assert _of_fts5(connection, word) == found
            index.executemany("DELETE FROM words WHERE rowid = ?", [(row,) for row in gone])


def test_long_rows_are_as_long_as_fts5_says(
    tmp_path: Path, index: sqlite3.Connection, scores: Scores
) -> None:
    """Lengths of one, two and three bytes stand side by side in every column."""
    lengths = [1, 127, 128, 300, 16_383, 16_384, 20_000]
    _put(index, [["x " * n, "y", "x", "", "z " * (n + 1)] for n in lengths])
    with _reader(tmp_path) as connection:
        for word in ('"x"', '"y"', '"z"'):
            found = _parts(scores.posting(connection, 1, word))

            assert _of_fts5(connection, word) == found


@pytest.mark.parametrize("expression", ['"two words"', '"half-word"', '"日" *', '"!"', '""'])
def test_what_is_no_single_word_is_left_to_fts5(
    tmp_path: Path, index: sqlite3.Connection, scores: Scores, expression: str
) -> None:
    """Phrases, the starts of pairs, and what has no letter."""
    _put(index, [["two words", "half word", "日本", "", ""]])
    with _reader(tmp_path) as connection:
        assert scores.posting(connection, 1, expression) is None


def test_an_earlier_state_is_scored_as_it_was(
    tmp_path: Path, index: sqlite3.Connection, scores: Scores
) -> None:
    """A search that began before a change ends after one that began behind it."""
    _put(index, [["run", "", "a b", "", ""], ["run run", "", "", "", ""]])
    with _reader(tmp_path) as before, _reader(tmp_path) as after:
        before.execute("BEGIN")
        expected = _of_fts5(before, '"run"')
        index.execute("DELETE FROM words WHERE rowid = 1")
        _put(index, [["run far away", "", "", "", ""]], first=3)
        later, _ = _parts(scores.posting(after, 2, '"run"'))

        assert [2, 3] == later
        assert expected == _parts(scores.posting(before, 1, '"run"'))


def test_a_row_without_a_length_is_damage(
    tmp_path: Path, index: sqlite3.Connection, scores: Scores
) -> None:
    """A search must not score by the length of another row."""
    _put(index, [["run", "", "", "", ""], ["run", "", "", "", ""]])
    index.execute("DELETE FROM words_docsize WHERE id = 1")
    with _reader(tmp_path) as connection, pytest.raises(LookupError, match="no length"):
        scores.posting(connection, 1, '"run"')


def test_what_was_closed_opens_again(
    tmp_path: Path, index: sqlite3.Connection, scores: Scores
) -> None:
    """A search that still runs when its file is closed ends as it would have."""
    _put(index, [["run", "", "", "", ""]])
    scores.close()
    with _reader(tmp_path) as connection:
        assert scores.posting(connection, 1, '"run"') is not None
    scores.close()
