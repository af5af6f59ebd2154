"""Tests of retrieval/learn/recall.py: does a page still say it, and what does it say now."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.learn.recall import lost, says_now, stands, telling

PAGE = """# Expenses

Travel above **500 euros** is approved by the finance team. Meals need no approval.

| Kind | Limit |
|------|-------|
| Taxi | 40 euros |
"""


@pytest.mark.parametrize(
    "quote",
    [
        "Travel above **500 euros** is approved by the finance team.",
        "travel above 500 euros is approved",
        "| Taxi | 40 euros |",
        "Meals need\nno approval.",
        "",
    ],
)
def test_a_quote_stands_whatever_its_marks_and_spaces(quote: str) -> None:
    """By the same normalisation by which it was verified."""
    assert stands(quote, PAGE)


@pytest.mark.parametrize("quote", ["Travel above 600 euros", "Meals need approval", "| Taxi | 4 |"])
def test_another_number_or_word_is_another_quote(quote: str) -> None:
    """Nothing is taken for the same that reads otherwise."""
    assert not stands(quote, PAGE)


def test_a_sentence_that_moved_within_its_page_stands() -> None:
    """Where it stands is no matter."""
    first, second = PAGE.split("# Expenses\n\n")[1].split(" Meals", 1)

    assert [] == lost(["Meals need no approval.", first], f"Meals{second}\n\n{first}")


def test_what_it_says_now_is_the_nearest_sentence_whole() -> None:
    """With its new number; of a page that is gone, or says nothing like it, nothing."""
    quote = "Travel above 400 euros is approved by the legal team."

    assert "Travel above **500 euros** is approved by the finance team." == says_now(quote, PAGE)
    assert "" == says_now("Kubernetes nodes are drained on Sundays by nobody", PAGE)
    assert "" == says_now(quote, "")


def test_few_words_are_not_known_again_elsewhere() -> None:
    """They stand in many pages."""
    assert [False, True] == [
        telling("Ask the desk."),
        telling("Travel is approved by the finance team."),
    ]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(max_size=120), st.text(max_size=120))
def test_what_is_in_a_text_stands_in_it(before: str, quote: str, after: str) -> None:
    """Whatever the letters, in paragraphs of their own; and nothing breaks on any text."""
    stands(quote, before)
    says_now(quote, before)
    clean = " ".join(word for word in quote.split() if word.isalnum())

    assert stands(clean, f"Some words.\n\n{clean}\n\nOther words.")
