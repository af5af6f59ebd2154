"""Words as the index sees them: the same tokens and stems as SQLite's own tokenizer makes."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.words import STOP_WORDS, fold, pieces, stem, words


@pytest.fixture(name="fts", scope="module")
def _fts() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(
            "CREATE VIRTUAL TABLE t USING fts5 ("
            "w, tokenize = 'porter unicode61 remove_diacritics 2')"
        )
        connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
        yield connection


def _tokens(fts: sqlite3.Connection, text: str) -> list[str]:
    """Return what SQLite makes of a text."""
    fts.execute("DELETE FROM t")
    fts.execute("INSERT INTO t VALUES (?)", (text,))
    return [term for (term,) in fts.execute("SELECT term FROM v ORDER BY offset")]


HARD = """
caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized
hopping tanned falling hissing fizzed failing filing happy sky relational conditional rational
valenci hesitanci digitizer conformabli radicalli differentli vileli analogousli vietnamization
predication operator feudalism decisiveness hopefulness callousness formaliti sensitiviti
sensibiliti triplicate formative formalize electriciti electrical hopeful goodness revival
allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment
dependent adoption homologou communism activate angulariti homologous effective bowdlerize probate
rate cease controll roll generalization oscillators kubernetes databases policies queries aliases
dying lying technology apologies possibly assembly grokking
trekked ies news skis bus is as us yes y yy ayy by rhythm crying logs1 s3 k8s
"""


def test_stems_are_those_of_the_index(fts: sqlite3.Connection) -> None:
    """Porter's own examples, and words of our pages, stem as SQLite stems them."""
    for word in HARD.split():
        assert _tokens(fts, word) == [stem(word)]


def test_stems_of_a_whole_vocabulary_are_those_of_the_index(
    fts: sqlite3.Connection, evaldata: Path
) -> None:
    """So do all words of a set of runbooks."""
    text = " ".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted((evaldata / "runbooks" / "corpus").rglob("*.md"))
    )
    vocabulary = sorted({word for word in words(text) if word.isascii()})

    assert len(vocabulary) > 10_000
    assert _tokens(fts, " ".join(vocabulary)) == [stem(word) for word in vocabulary]


@given(st.text(st.characters(codec="ascii", exclude_characters="\0")))
def test_ascii_text_parts_as_in_the_index(text: str) -> None:
    """Whatever signs stand between, the words are those that SQLite finds."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5 (w, tokenize = 'unicode61')")
        connection.execute("CREATE VIRTUAL TABLE v USING fts5vocab (t, 'instance')")
        assert _tokens(connection, text) == words(text)


def test_accented_letters_fold_as_in_the_index(fts: sqlite3.Connection) -> None:
    """Every accented Latin letter becomes the letter that SQLite makes of it."""
    letters = [chr(code) for code in (*range(0xC0, 0x180), *range(0x1E00, 0x1F00))]
    known = [letter for letter in letters if unicodedata.category(letter) in {"Lu", "Ll"}]
    differing = [letter for letter in known if _tokens(fts, letter * 2) != words(letter * 2)]

    assert [] == differing


def test_words_are_folded() -> None:
    """Case and accents go, composed or not; letters of other scripts stay."""
    assert ["cafe", "cafe", "naive", "пароль", "비밀번호"] == words(
        "Café CAFE\u0301 naïve ПАРОЛЬ 비밀번호"
    )


def test_stop_words_hold_question_words_and_no_subject() -> None:
    """What a question is made of is in it, what it is about is not."""
    assert {"how", "much", "many", "what", "do", "the", "can"} <= STOP_WORDS
    assert not {"set", "password", "error", "fail"} & STOP_WORDS


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("更新", ["更新"]),
        ("更", ["更"]),
        ("支払い", ["支払", "払い"]),
        ("elasticsearchを更新", ["elasticsearch", "を更", "更新"]),
        ("変更api", ["変更", "api"]),
        ("plain", []),
        ("café", []),
    ],
)
def test_unspaced_scripts_become_pairs(word: str, expected: list[str]) -> None:
    """Chinese and Japanese give pairs of characters; letters between them stay whole."""
    assert expected == pieces(word)


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_has_words(text: str) -> None:
    """No text raises, and folding twice changes nothing more."""
    for word in words(text):
        assert stem(word) is not None
        assert pieces(word) is not None
    assert words(fold(text)) == words(text)
