"""Tests of making the text of a document of its pages."""

from __future__ import annotations

from retrieval.readers.layout import Line, Word
from retrieval.readers.sheets import Sheet, drop_running_lines, write


def _line(text, top):
    words = [
        Word(one, 50.0 * at, 50.0 * at + 45, top, top + 10, 10.0) for at, one in enumerate(text)
    ]
    return Line(tuple(words))


def _sheet(number, *lines):
    return Sheet(number, 800.0, [_line(words.split(), top) for top, words in lines])


def test_lines_that_run_over_all_pages_go():
    """At the edges of pages only, and whatever their numbers are."""
    sheets = [_sheet(at, (20, f"Rules page {at}"), (400, "Rules page 1")) for at in range(1, 4)]
    drop_running_lines(sheets)

    assert 3 * [["Rules page 1"]] == [[line.text for line in one.lines] for one in sheets]


def test_a_sentence_goes_on_over_the_end_of_a_page():
    """Each page begins where it can be linked to."""
    text, anchors = write(
        [_sheet(1, (400, "Ask the team lead")), _sheet(2, (100, "before you go."))]
    )

    assert "Ask the team lead before you go.\n" == text
    assert [("page=1", 0), ("page=2", 18)] == [(one.fragment, one.offset) for one in anchors]
