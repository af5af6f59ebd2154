"""Tests of words that belong to one word."""

from __future__ import annotations

import pytest

from retrieval.text.alike import stands_for
from retrieval.text.derived import derived
from retrieval.text.words import stem, words


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("signed", "the signature of two directors"),
        ("signature", "whoever signs it"),
        ("kept", "we keep it"),
        ("payment", "it is paid"),
        ("stored", "the storage of files"),
        ("members", "your membership"),
        ("retention", "it is retained"),
        ("maintained", "the maintenance window"),
        ("delivery", "it is delivered"),
        ("approval", "it is approved"),
    ],
)
def test_forms_and_derivations_belong_to_one_word(word: str, text: str) -> None:
    """A text that has a word in another form speaks of it."""
    assert derived(stem(word), {stem(one) for one in words(text)})


@pytest.mark.parametrize(
    ("word", "text"),
    [("signed", "the sessions end"), ("contract", "a contact form"), ("leave", "the last page")],
)
def test_words_that_only_look_alike_do_not(word: str, text: str) -> None:
    """Some letters in common are not enough."""
    assert not derived(stem(word), {stem(one) for one in words(text)})


def test_a_claim_is_held_to_more_than_that() -> None:
    """What a passage speaks of is no proof of what a claim says."""
    said = {stem("employee")}

    assert derived(stem("employment"), said)
    assert not stands_for("signature", {stem("signed")})
