"""Tests of reading plain text."""

from __future__ import annotations

from retrieval.readers.page import Options
from retrieval.readers.text import read


def test_words_stand_as_they_were():
    """Plain text is not interpreted."""
    assert "a {{ b }}\n  c\n" == read(b"\n\na {{ b }}\r\n  c\n\n", Options()).text
    assert "" == read(b" \n", Options()).text


def test_struck_words_are_left_out():
    """They are struck by the same marks as in Markdown."""
    page = read(b"It is ~~not~~ required.", Options())

    assert ("It is required.\n", ("Took out 1 struck-through passage.",)) == (
        page.text,
        page.warnings,
    )
