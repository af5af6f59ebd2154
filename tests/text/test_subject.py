"""Tests of retrieval/text/subject.py: what a question is about, without what says nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.subject import is_german, subject
from retrieval.text.words import words


@pytest.mark.parametrize(
    ("text", "german", "said"),
    [
        ("How do I request leave?", False, ["request", "leave"]),
        ("Wie beantrage ich Urlaub?", True, ["beantrage", "urlaub"]),
        ("Wie kündige ich meinen Vertrag?", True, ["kundige", "vertrag"]),
        ("Was ist die VPN-Adresse für Linux?", True, ["vpn", "adresse", "linux"]),
        ("Who will die in the game?", False, ["die", "game"]),
        ("", False, []),
    ],
)
def test_the_words_that_say_something(text: str, german: bool, said: list[str]) -> None:
    """Function words of the language that it is in are left out; verbs stay."""
    assert german is is_german(text)
    assert said == list(subject(text).values())


def test_forms_of_one_word_have_one_stem() -> None:
    """Of a German verb, too."""
    assert list(subject("Wie beantrage ich Urlaub?")) == sorted(
        subject("Wie kann ich Urlaub beantragen?")
    )


@given(st.text(max_size=80))
def test_nothing_is_added(text: str) -> None:
    """Whatever was asked: every word stands in it."""
    assert set(subject(text).values()) <= set(words(text))
