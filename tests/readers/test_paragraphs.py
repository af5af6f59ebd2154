"""Tests of making paragraphs of lines."""

from __future__ import annotations

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
    [(["infor-", "mation"], "information"), (["SEV-", "1"], "SEV- 1"), (["a", "b"], "a b")],
)
def test_parted_words_are_made_whole(lines, text):
    """A hyphen between small letters at the end of a line parts one word."""
    assert text == join(lines)


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
