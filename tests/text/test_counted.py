"""Tests of retrieval/text/counted.py: a number and what it counts."""

from __future__ import annotations

import pytest

from retrieval.text.counted import number_of


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 questions"), (1, "1 question"), (2, "2 questions"), (2000, "2,000 questions")],
)
def test_one_alone_is_singular(count: int, said: str) -> None:
    """None are several, as people say it."""
    assert said == number_of(count, "question")


def test_a_word_can_have_a_plural_of_its_own() -> None:
    """And the verb goes with it."""
    assert "1 person" == number_of(1, "person", "people")
    assert "3 pages have" == number_of(3, "page has", "pages have")
