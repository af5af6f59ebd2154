"""Tests of writing Markdown from a tree."""

from __future__ import annotations

import time

import pytest

from retrieval.readers.markup import Markup
from retrieval.readers.page import Removals
from retrieval.readers.tree import parse


def _convert(source):
    return Markup(Removals(), lambda _tag: False).convert(parse(source))


def test_what_is_skipped_is_left_out():
    """The caller says which elements are no content."""
    skip = Markup(Removals(), lambda tag: tag.name == "aside")

    assert "a\n" == skip.convert(parse("<aside>x</aside><p>a</p>"))


@pytest.mark.parametrize("unit", ["<div>", "<table><tr><td>", "<ul><li>", "<b>", "<blockquote>"])
def test_deep_nesting_keeps_its_words(unit):
    """However deep, the words are read, and soon."""
    start = time.process_time()

    assert "word" in _convert(unit * 5_000 + "word")
    assert time.process_time() - start < 5
