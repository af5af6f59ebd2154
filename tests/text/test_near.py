"""Tests of near misses."""

from __future__ import annotations

from retrieval.text.near import nearest


def test_the_nearest_span_is_cut_at_words():
    """A typing error away, the whole words of the text are found."""
    text = "all staff must rotate their keys every ninety days without fail"
    start, end = nearest("must rotate ther keys every ninety days", text, 0.9)

    assert "must rotate their keys every ninety days" == text[start:end]


def test_what_is_not_near_is_not_found():
    """Another sentence, an empty one and a longer one have no near span."""
    assert nearest("lunch is served at noon", "all staff must rotate their keys daily", 0.9) is None
    assert nearest("", "text", 0.9) is None
    assert nearest("longer than the text", "text", 0.5) is None
