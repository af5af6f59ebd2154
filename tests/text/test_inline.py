"""Inline marks are undone, and nothing else."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.inline import held_spans, inline, tidy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**bold**, _soft_ and ~~gone~~", "bold, soft and gone"),
        ("snake_case_name and 5 * 3", "snake_case_name and 5 * 3"),
        ("*.md and *.txt", "*.md and *.txt"),
        ("`a * b * c` and ``x`y``", "a * b * c and x`y"),
        ("[a [nested] link](u(v)w 'title')", "a [nested] link"),
        ("[![badge](b.svg)](link)", "badge"),
        ("[text][label] and [text][]", "text and text"),
        ("see [1] and a[0]", "see [1] and a[0]"),
        ("a claim[^1].", "a claim."),
        ("AT&amp;T &lt;x&gt; &nbsp;y", "AT&T <x> y"),
        ("<b>b</b><br>next<!-- no -->", "b\nnext"),
        ("run <your-name> or <a href='x'>this</a>", "run <your-name> or this"),
        ("<https://a.example/x_y_z>", "https://a.example/x_y_z"),
        ("https://a.example/a_b_c_d *x*", "https://a.example/a_b_c_d x"),
        (r"\*not soft\* \_", "*not soft* _"),
        ("two\nlines  of   text", "two lines of text"),
        ("<@U123> <!here> hello", "hello"),
        ('<img src="x" alt="a chart">', "a chart"),
    ],
)
def test_marks_are_undone(text: str, expected: str) -> None:
    """Links become their text, images their description, code its content."""
    assert expected == inline(text)


@given(st.text(alphabet="ab *_`[]()<>!&;\\~\n", max_size=200))
def test_no_letter_outside_of_marks_is_lost(text: str) -> None:
    """Whatever marks surround them, letters that are no target and no tag stay."""
    bare = text.translate(str.maketrans("", "", "[]()<>&;!\\"))

    assert [c for c in bare if c in "ab"] == [c for c in inline(bare) if c in "ab"]


@pytest.mark.parametrize(
    "mark", ["[a](", "**a ", "`" * 3 + "a`", "<a ", "<!--", "![", "_a ", '[a](b "', "&amp", "*a**"]
)
def test_hostile_text_takes_linear_time(mark: str) -> None:
    """A hundred thousand unfinished marks take seconds at most."""
    began = time.process_time()
    inline(mark * 100_000)

    assert time.process_time() - began < 6


def test_code_and_links_are_held_together() -> None:
    """The spans that no sentence may end in are those of code and of links."""
    text = "a `b. c` [d. E](f) [g]"

    assert ["`b. c`", "[d. E](f)"] == [text[a:b] for a, b in held_spans(text)]


def test_white_space_is_tidied() -> None:
    """Runs of white space become one space."""
    assert "a b c" == tidy(" a \n\t b\u00a0 c ")


@given(st.text(alphabet="ab `", max_size=60))
def test_words_that_are_apart_stay_apart(text: str) -> None:
    """Also in a part of a text that begins or ends within code."""
    assert text.replace("`", "").split() == inline(text).replace("`", "").split()
