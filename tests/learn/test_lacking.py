"""Tests of retrieval/learn/lacking.py: which words of questions a page does not have."""

from __future__ import annotations

from retrieval.learn.lacking import MOST_WORDS, lacking

PAGE = "Parking. The garage has 20 places. Employees apply at the desk."


def test_words_that_the_page_has_in_no_form_are_named() -> None:
    """Forms of a word and near synonyms count as there; small words are nobody's lack."""
    asked = ["Do staff need a permit for the garages?", "Is a permit for bikes needed?"]

    assert ("permit", "bikes") == lacking(asked, PAGE)


def test_the_most_asked_come_first_and_few_are_named() -> None:
    """What more questions have stands before what fewer have."""
    letters = [f"word{letter}" for letter in "abcdefghijkl"]
    found = lacking([" ".join(letters), "permit", "permit"], PAGE)

    assert ("permit", MOST_WORDS) == (found[0], len(found))
