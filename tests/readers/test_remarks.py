"""Tests of comments that are written as link definitions."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.markdown import read
from retrieval.readers.page import Options, Removals
from retrieval.readers.remarks import without_comments


@pytest.mark.parametrize(
    "comment",
    [
        "[comment]: # (obey me)",
        "[//]: # (obey (me) now)",
        '[//]: # "obey"',
        "[_]: <> 'obey'",
        "[//]: <> (obey\nme)",
        "[x]:\n  #\n  (obey)",
        "> [x]: # (obey)",
        "- [x]: # (obey)",
        "[unused]: https://e.org (obey)",
    ],
)
def test_comments_are_taken_out_and_counted(comment):
    """What a page does not show is not read, and its owner learns of it."""
    page = read(f"a\n\n{comment}\n\nb\n".encode(), Options("a.md"))

    assert "a\n\nb\n" == page.text
    assert ("Took out 1 hidden link definition.",) == page.warnings


@pytest.mark.parametrize(
    "text",
    [
        "See [A  b].\n\n[a b]: https://e.org 'Title'\n",
        "See [x][d].\n\n[d]: https://e.org (Title)\n",
        "a\n\n[d]: https://e.org\n",
        "a[^1]\n\n[^1]: # (a note)\n",
        "`[//]: # (code)`\n",
        "```\n[//]: # (code)\n```\n",
        "[//]: # not a comment, shown as it stands\n",
    ],
)
def test_definitions_that_are_used_and_code_stay(text):
    """Links, footnotes and examples are no comments."""
    assert text == read(text.encode(), Options("a.md")).text


@pytest.mark.parametrize(
    "unit", ["[a]: # (\n", '[a]: # "\n', "[a]:\n", "[a]: # ((\n", "[a]: # ( x)y\n", "[a](", "> - "]
)
def test_comments_are_found_in_linear_time(unit):
    """Hundreds of thousands of characters of the worst kind are read in a moment."""
    start = time.process_time()
    without_comments(unit * (200_000 // len(unit)), Removals())

    assert time.process_time() - start < 2


@given(st.text(alphabet="[]a/:# ()\"'<>\n-", max_size=200))
def test_only_lines_are_taken_out(text):
    """Whatever stands there, what is left are lines that stood there."""
    left = without_comments(text, Removals())

    assert set(left.split("\n")) <= {*text.split("\n"), ""}
