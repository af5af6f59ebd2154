"""Tests of reading plain text."""

from __future__ import annotations

from retrieval.readers.page import Options
from retrieval.readers.text import read


def test_words_stand_as_they_were():
    """Plain text is not interpreted."""
    assert "a {{ b }}\n  c\n" == read(b"\n\na {{ b }}\r\n  c\n\n", Options()).text
    assert "" == read(b" \n", Options()).text
