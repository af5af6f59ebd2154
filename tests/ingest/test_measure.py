"""Tokens are counted word by word where that is exact."""

from __future__ import annotations

from hypothesis import given

from retrieval.ingest.measure import Measure
from tests.fakes.markdown import count, markdown, words

MEASURE = Measure(count)


@given(markdown())
def test_the_built_in_tokenizer_adds_up(text: str) -> None:
    """The sum over the words is what the built-in embedder counts for the whole."""
    assert MEASURE.exact
    assert count(text) == MEASURE.tokens(text)
    assert MEASURE.weight(text) >= count(text)


def test_a_tokenizer_that_does_not_add_up_is_noticed() -> None:
    """Where the sum differs, every text is counted whole."""
    measure = Measure(lambda text: words(text) + 1)

    assert not measure.exact
    assert 4 == measure.tokens("three more words")


def test_a_long_unknown_word_weighs_by_its_length() -> None:
    """A thousand letters are one token to WordPiece, and do not pass for one here."""
    assert 1 == count("x" * 1000)
    assert 166 == MEASURE.weight("x" * 1000)
