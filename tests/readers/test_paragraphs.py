"""Tests of making paragraphs of lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from retrieval.readers.layout import Line, Word
from retrieval.readers.paragraphs import blocks, heading_sizes, join


def _line(text, top, size=10.0, **kind):
    words, at = [], 0.0
    for word in text.split():
        words.append(Word(word, at, at + 5 * len(word), top, top + size, size, **kind))
        at += 5 * len(word) + 3
    return Line(tuple(words))


@pytest.mark.parametrize(
    ("lines", "text"),
    [(["infor-", "mation"], "information"), (["SEV-", "1"], "SEV-1"), (["a", "b"], "a b")],
)
def test_parted_words_are_made_whole(lines, text):
    """A hyphen between small letters at the end of a line parts one word."""
    assert text == join(lines)


def _right(line, by):
    """Move a line into the column on the right."""
    return Line(tuple(replace(word, x0=word.x0 + by, x1=word.x1 + by) for word in line.words))


@pytest.mark.parametrize("after", ["30 kilograms need it", "Kilogramm und mehr", "and goes on"])
def test_a_sentence_goes_on_in_the_next_column(after):
    """Also where its next word is a number or a name: there was no room for it."""
    lines = [
        _line("This is a line of the left column.", 0),
        _line("Heavy goods that weigh more than", 12),
        _right(_line(after, 0), 300),
    ]
    texts = [one.text for one in blocks(lines, [], 10)]

    assert [f"{lines[0].text} {lines[1].text} {after}"] == texts


def test_a_column_that_ends_with_a_paragraph_is_left_there():
    """Where the next word would have fitted, or a sentence ended, a new one begins."""
    short = [_line("A line that is as wide as any", 0), _line("See there", 12)]
    ended = [_line("A line that is as wide as any", 0), _line("Another line as wide as all.", 12)]
    after = _right(_line("Another one", 0), 300)

    assert [2, 2] == [len(blocks([*lines, after], [], 10)) for lines in (short, ended)]


def test_a_number_or_a_dash_within_a_sentence_begins_no_item():
    """It was put on the next line for want of room; an item follows the one before it."""
    code = [_line("and is booked under the code RX-", 0), _line("204. It is on the slip.", 12)]
    dash = [_line("goods of more than thirty kilograms", 0), _line("– as a rule – need it", 12)]
    items = [_line("1. a point that fills all its line", 0), _line("2. another of them", 12)]

    assert ["and is booked under the code RX-204. It is on the slip."] == [
        one.text for one in blocks(code, [], 10)
    ]
    assert 1 == len(blocks(dash, [], 10))
    assert [True, True] == [one.item for one in blocks(items, [], 10)]


def test_a_sentence_goes_on_over_the_pages_end():
    """A number that had no room on the page before belongs to its sentence, an item does not."""
    before = blocks([_line("Parcels of this kind weigh more than", 0)], [], 10)[-1]
    number, item = (blocks([_line(text, 0)], [], 10)[0] for text in ("30 kilograms.", "1. One"))

    assert before.runs_on(number)
    assert not before.runs_on(item)
    assert not blocks([_line("ACME-000017", 0)], [], 10)[-1].runs_on(number)


def test_larger_lines_are_headings():
    """Sizes above that of running text are levels, the largest first."""
    lines = [
        _line("Title", 0, 20),
        _line("Some running text that is long", 30),
        _line("and goes on", 42),
        _line("Part", 70, 14),
        _line("• one", 90),
        _line("• two", 102),
    ]
    sizes, body = heading_sizes(lines)

    assert ([20, 14], 10) == (sizes, body)
    assert [
        ("Title", 1),
        ("Some running text that is long and goes on", 0),
        ("Part", 2),
        ("- one", 0),
        ("- two", 0),
    ] == [(one.text, one.level) for one in blocks(lines, sizes, body)]


def test_typewriter_lines_are_code():
    """Code keeps its lines."""
    lines = [_line("ls -l", 0, mono=True), _line("cd x", 12, mono=True)]

    assert ["```\nls -l\ncd x\n```"] == [one.text for one in blocks(lines, [], 10)]


_BODY = "These are the words of a line that is as long as lines are on this page, and they go on."


@pytest.mark.parametrize(
    ("title", "below"),
    [
        (_line("Staff guide", 0, 20.0), _line("Leave", 21, 20.0)),
        (_line("Staff guide", 0, 20.0), _line("Leave", 21, 20.0, bold=True)),
        (_line("This title is as wide as the page", 0, 20.0), _line("Unpaid leave", 34, 20.0)),
    ],
)
def test_a_heading_below_a_title_is_one_of_its_own(title, below):
    """Where its first word had room behind the title, in another face, or with space between."""
    lines = [title, below, *(_line(_BODY, 60 + 12 * at) for at in range(6))]
    sizes, body = heading_sizes(lines)
    found = blocks(lines, sizes, body)

    assert [title.text, below.text] == [one.text for one in found[:2]]


def test_a_title_too_long_for_its_line_is_one():
    """The first word of its second line had no room behind the first."""
    long = " ".join(["A title that is very long"] * 5)
    lines = [
        _line(long, 0, 20.0),
        _line("and goes on", 22, 20.0),
        *(_line(_BODY, 60 + 12 * at) for at in range(6)),
    ]
    sizes, body = heading_sizes(lines)

    assert f"{long} and goes on" == blocks(lines, sizes, body)[0].text
