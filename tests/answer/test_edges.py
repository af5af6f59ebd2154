"""What belongs to the edges of a span: full stops, pairs of marks, links, the bars of rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.edges import whole


def _whole(text: str, words: str) -> str:
    """Return what a span becomes that is found by its words."""
    start = text.index(words)
    start, end = whole(text, start, start + len(words))
    return text[start:end]


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Press start. Use `x`. Then go.", "Press start. Use `x", "Press start. Use `x`."),
        ("It is **free**. Then go.", "It is **free", "It is **free**."),
        ("**Wait for `x`.** Then go.", "Wait for `x", "**Wait for `x`.**"),
        ("It is *free*! Then go.", "It is *free", "It is *free*!"),
        ('Say "yes". Then go.', 'Say "yes', 'Say "yes".'),
        ("Say “yes”. Then go.", "Say “yes", "Say “yes”."),
        ("See [the page](p.md). Then go.", "See [the page", "See [the page](p.md)."),
        ("Is it really so?! Then go.", "Is it really so", "Is it really so?!"),
        ("Take version 1.2 of it.", "Take version 1", "Take version 1"),
    ],
)
def test_a_span_ends_with_its_sentence(text: str, words: str, expected: str) -> None:
    """The full stop behind code, emphasis, a quotation or a link is that of the sentence."""
    assert expected == _whole(text, words)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("**Use** it now", "Use** it", "**Use** it"),
        ("Do **use it**", "use it", "**use it**"),
        ("Do **use it now**", "use it", "use it"),
        ("**a** b **c**", "b", "b"),
        ('"Use it" is said', 'Use it" is', '"Use it" is'),
        ("The `a_b` is set", "`a_b` is", "`a_b` is"),
    ],
)
def test_marks_are_taken_in_by_the_pair(text: str, words: str, expected: str) -> None:
    """One half of a pair would show as a sign that the page does not have."""
    assert expected == _whole(text, words)


ROWS = "| Zone | Fee |\n|---|---|\n| Inland | 9 EUR |\n"


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        (ROWS, "Zone | Fee", "| Zone | Fee |"),
        (ROWS, "Inland | 9 EUR", "| Inland | 9 EUR |"),
        (ROWS, "Zone | Fee |\n|---|---|\n| Inland | 9 EUR", ROWS.strip()),
        (ROWS, "Inland", "Inland"),
        ("> | Inland | 9 EUR |", "Inland | 9 EUR", "| Inland | 9 EUR |"),
        ("Inland | 9 EUR\n", "Inland | 9 EUR", "Inland | 9 EUR"),
        ("| | 9 EUR | |", "9 EUR", "| | 9 EUR | |"),
    ],
)
def test_a_row_has_its_outer_bars_or_none(text: str, words: str, expected: str) -> None:
    """The same row is the same span, however it was quoted; a part of one has no bar at its end."""
    assert expected == _whole(text, words)


@given(st.text('ab *_`"|>.[](\n)“”!', min_size=1, max_size=60), st.data())
def test_a_span_only_grows(text: str, data: st.DataObject) -> None:
    """Whatever the text, all that was found is kept, and nothing beyond the text is taken."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    first, last = whole(text, start, end)

    assert 0 <= first <= start < end <= last <= len(text)
