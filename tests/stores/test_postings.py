"""Where words stand is read once a change, and what is made of it is what FTS5 would find."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.stores import postings
from retrieval.stores.matching import WEIGHTS
from retrieval.stores.postings import Posting, Postings, best_of, read, summed

Scores = dict[int, float]
some_scores = st.dictionaries(st.integers(1, 9), st.sampled_from([0.5, 1.0, 2.0]))


def _posting(scores: Scores) -> Posting:
    rows = sorted(scores)
    return Posting(np.array(rows, np.int64), np.array([scores[row] for row in rows], np.float64))


def _scores(posting: Posting) -> Scores:
    return dict(zip(posting.rows.tolist(), posting.scores.tolist(), strict=True))


@pytest.fixture(name="words")
def _words() -> Iterator[sqlite3.Connection]:
    fruit = ["apple", "pear", "plum", "quince"]
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE words USING fts5 (title, headings, body, idents, path)"
        )
        connection.executemany(
            "INSERT INTO words VALUES (?, ?, ?, '', '')",
            [(fruit[n % 4], fruit[n % 3], " ".join(fruit[: n % 5]) + " end") for n in range(40)],
        )
        yield connection


@settings(deadline=None)
@given(st.lists(some_scores, min_size=1, max_size=4))
def test_parts_are_summed_or_the_best_is_taken(parts: Sequence[Scores]) -> None:
    """Row by row, each once and in order, as a dictionary would have it."""
    for merge, how in ((summed, sum), (best_of, max)):
        merged = merge([_posting(part) for part in parts])
        rows = sorted({row for part in parts for row in part})

        assert rows == merged.rows.tolist()
        assert _scores(merged) == {
            row: pytest.approx(how([part[row] for part in parts if row in part])) for row in rows
        }


def test_words_asked_one_by_one_score_as_they_do_at_once(words: sqlite3.Connection) -> None:
    """The sum over words is the score that FTS5 gives a chunk for all of them."""
    asked = ['"pear"', '"quince"', '"plum end"', '"nowhere"']
    at_once = words.execute(
        f"SELECT rowid, -bm25(words, {WEIGHTS}) FROM words WHERE words MATCH ?",
        (" OR ".join(asked),),
    ).fetchall()

    assert {row: pytest.approx(score) for row, score in at_once} == _scores(
        summed([read(words, one) for one in asked])
    )
    assert 0 == len(read(words, '"nowhere"'))


def test_the_best_come_with_all_that_tie_with_the_last() -> None:
    """A sum that differs in its last digits only ties as well; below the limit all are given."""
    posting = _posting({1: 1.0, 2: 3.0, 3: 2.0 + 1e-9, 4: 2.0, 5: 1.9})

    assert {2, 3, 4} == {row for row, _ in posting.best(2)}
    assert {1, 2, 3, 4, 5} == {row for row, _ in posting.best(9)}
    assert {2: 6.0} == dict(posting.times(2).best(1))


def test_what_was_read_is_known_until_the_index_changes() -> None:
    """Of another change nothing is known; a search of an earlier state spoils nothing."""
    known, old, new = Postings(), _posting({1: 1.0}), _posting({2: 1.0})
    known.keep(5, "a", old)
    assert known.get(5, "a") is old
    assert known.get(6, "a") is known.get(4, "a") is known.get(5, "b") is None

    known.keep(6, "a", new)
    known.keep(5, "a", old)
    known.keep(5, "b", old)
    assert known.get(6, "a") is new
    assert known.get(5, "a") is known.get(6, "b") is None


def test_no_more_is_kept_than_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those not asked for the longest time go; one that is too long by itself is not kept."""
    monkeypatch.setattr(postings, "_MOST", 3 * (postings._OWN + 2))
    known = Postings()
    for name in "abc":
        known.keep(1, name, _posting({1: 1.0, 2: 1.0}))
    assert known.get(1, "a") is not None
    known.keep(1, "d", _posting({1: 1.0}))

    assert {"a", "c", "d"} == set(known._known)
    known.keep(1, "long", _posting(dict.fromkeys(range(200), 1.0)))
    assert ({}, 0) == (known._known, known._count)
