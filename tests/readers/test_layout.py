"""Tests of the order in which a page is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.layout import Line, Word, reading_order


def _line(text, x, top):
    words, at = [], x
    for word in text.split():
        words.append(Word(word, at, at + 5 * len(word), top, top + 10, 10))
        at += 5 * len(word) + 3
    return words


def test_columns_between_what_spans_them():
    """A line over both columns parts what is above from what is below."""
    words = _line("a title that goes over all of the two columns of this page here", 0, 0)
    for at in range(8):
        words += _line(f"left{at} has some words in it", 0, 20 + 15 * at)
        words += _line(f"right{at} has some words in it", 180, 22 + 15 * at)
    first = [line.text.split()[0] for line in reading_order(words)]

    assert ["a", *(f"left{n}" for n in range(8)), *(f"right{n}" for n in range(8))] == first


def test_two_short_cells_a_row_are_no_columns():
    """A form or table is read row by row."""
    words = [
        word
        for at in range(8)
        for word in (*_line("key", 0, 15 * at), *_line("value", 200, 15 * at))
    ]

    assert ["key value"] * 8 == [line.text for line in reading_order(words)]


def test_cells_stand_apart():
    """A wide space parts cells, a narrow one words."""
    line = Line(tuple(_line("a b", 0, 0) + _line("c", 60, 0)))

    assert [["a", "b"], ["c"]] == [[word.text for word in cell] for cell in line.cells()]


_PLACE = st.integers(0, 400)


@given(
    st.lists(
        st.builds(lambda x, y: Word("w", x, x + 20, y, y + 10, 10), _PLACE, _PLACE), max_size=40
    )
)
def test_no_word_is_lost(words):
    """Whatever stands where, each word is read once."""
    assert len(words) == sum(len(line.words) for line in reading_order(words))
