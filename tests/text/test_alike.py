"""Tests of words that say the same."""

from __future__ import annotations

import pytest

from retrieval.text.alike import stands_for
from retrieval.text.words import stem, words


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("rotating", "rotate the keys"),
        ("application", "how to apply"),
        ("staff", "every employee"),
        ("furthermore", "anything"),
        ("purchase", "buy it"),
    ],
)
def test_forms_and_near_synonyms_stand_for_each_other(word, text):
    """A word adds nothing to a text that has it in another form."""
    assert stands_for(word, {stem(one) for one in words(text)})


@pytest.mark.parametrize(
    ("word", "text"), [("contractor", "every employee"), ("free", "it is open"), ("vendor", "vend")]
)
def test_another_word_says_more(word, text):
    """A word that the text has in no form is missing from it."""
    assert not stands_for(word, {stem(one) for one in words(text)})
