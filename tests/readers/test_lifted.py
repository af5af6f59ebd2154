"""Tests of raised and lowered characters of a PDF."""

from __future__ import annotations

import pytest

from retrieval.readers.lifted import lift


def _chars(*runs):
    """Make characters side by side; a run is its words, size and how high it is raised."""
    chars, x = [], 0.0
    for words, size, rise in runs:
        for char in words:
            bottom = 100 + 0.2 * size - rise
            place = {"top": bottom - size, "bottom": bottom, "doctop": bottom - size}
            about = {"text": char, "size": size, "height": size, "fontname": "a", "upright": True}
            chars.append({**about, **place, "x0": x, "x1": x + size / 2})
            x += size / 2
    return chars


@pytest.mark.parametrize(
    ("runs", "text"),
    [
        ([("30", 10, 0), ("1", 7, 3.5), (" days", 10, 0)], "30¹ days"),
        ([("1", 6, 3), (" Since", 10, 0)], "¹ Since"),
        ([("10", 10, 0), ("-3", 8, 5), (" s", 10, 0)], "10⁻³ s"),
        ([("x", 10, 0), ("n/2", 7, 4), (".", 10, 0)], "x^(n/2)."),
        ([("Cloud", 10, 0), ("beta", 7, 4)], "Cloud beta"),
        ([("1", 10, 0), ("st", 7, 4)], "1st"),
        ([("CO", 10, 0), ("2", 7, -2), (" here", 10, 0)], "CO2 here"),
    ],
)
def test_raised_and_lowered_characters_stay_in_their_line(runs, text):
    """They are as high as the letters beside them, and superscripts where they are raised."""
    chars = _chars(*runs)
    lift(chars)

    assert text == "".join(one["text"] for one in chars)
    assert {10} == {one["size"] for one in chars}
    assert 1 == len({one["bottom"] for one in chars})


@pytest.mark.parametrize(
    "runs",
    [
        [("30", 10, 0), ("1", 8, 0)],
        [("T", 30, 0), ("he house is open", 10, 15)],
        [("a", 10, 0), ("1", 7, 12)],
        [("10", 10, 0), ("a whole line of small print", 7, 3)],
    ],
)
def test_other_small_characters_stay_as_they_are(runs):
    """Small letters in the line, beside an initial, in the line above, and many of them."""
    chars = _chars(*runs)
    lift(chars)

    assert _chars(*runs) == chars
