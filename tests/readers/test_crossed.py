"""Tests of characters of a PDF that are struck through."""

from __future__ import annotations

import pytest
from pdfminer.psparser import LIT

from retrieval.readers.crossed import close_gaps, crossed


def _chars(words, x=100.0, top=200.0, size=10.0):
    return [
        {
            "text": char,
            "size": size,
            "x0": x + at * size / 2,
            "x1": x + (at + 1) * size / 2,
            "top": top,
            "bottom": top + size,
        }
        for at, char in enumerate(words)
    ]


def _line(x0, x1, y, color=(0,), thick=0.5):
    return {"x0": x0, "x1": x1, "top": y, "bottom": y + thick, "stroking_color": color}


def _struck(chars, drawn=(), notes=()):
    found = crossed(chars, drawn, notes)
    return "".join(one["text"] for one in chars if id(one) in found)


def test_a_line_through_letters_strikes_them():
    """Those that it runs through, in its row."""
    chars = [*_chars("is not so"), *_chars("is not so", top=212)]

    assert "not" == _struck(chars, [_line(115, 130, 205.2)])


@pytest.mark.parametrize(
    "line",
    [
        _line(115, 130, 209.0),
        _line(115, 130, 200.5),
        _line(20, 400, 205.2),
        _line(115, 130, 205.2, color=(1,)),
        _line(115, 130, 203, thick=5),
    ],
)
def test_other_lines_strike_nothing(line):
    """Below, above, going on beside the letters, white, or as high as an area."""
    assert "" == _struck(_chars("is not so"), [line])


def test_a_line_over_the_space_between_cells_strikes_nothing():
    """There are hardly any letters along it."""
    chars = [*_chars("a"), *_chars("b", x=195)]

    assert "" == _struck(chars, [_line(100, 200, 205.2)])


def test_reviewers_strike_with_annotations():
    """By the corners that they give, or by their box."""
    box = {"x0": 115.0, "x1": 130.0, "top": 200.0, "bottom": 210.0}
    kind = {"Subtype": LIT("StrikeOut")}
    corners = [115, 600, 130, 600, 115, 590, 130, 590]
    whole = {**box, "x0": 100.0, "x1": 145.0}

    assert "not" == _struck(_chars("is not so"), notes=[{**box, "data": kind}])
    assert "not" == _struck(
        _chars("is not so"), notes=[{**whole, "data": {**kind, "QuadPoints": corners}}]
    )
    assert "" == _struck(
        _chars("is not so"), notes=[{**box, "data": {"Subtype": LIT("Highlight")}}]
    )


def test_no_gap_is_left_where_words_were_struck():
    """The letter before them reaches as far as they did, in its own line."""
    chars = [*_chars("is not so"), *_chars("not", top=212)]
    struck = crossed(chars, [_line(115, 130, 205.2), _line(100, 115, 217.2)], [])
    close_gaps(chars, struck)

    assert [130.0] == [one["x1"] for one in chars if one["text"] == "s"][:1]
    assert [("o", 145.0)] == [(one["text"], one["x1"]) for one in chars[8:9]]
