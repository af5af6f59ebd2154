"""A message leans on its thread, or brings a subject of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.answer.follow_up import brings_subject, leans, lend, tidy
from retrieval.values import Turn

THREAD = (
    Turn("user", "How many days in advance do I have to ask for annual leave?"),
    Turn("assistant", "Ten working days. VPN tokens are another matter."),
)


@pytest.mark.parametrize(
    "asked",
    [
        "And how long are VPN tokens valid?",
        "Also, who approves hotel bookings in Berlin?",
        "How long are VPN tokens valid?",
        "So which laptop models can contractors order?",
    ],
)
def test_what_names_its_own_subject_leans_on_nothing(asked: str) -> None:
    """A word that joins it on makes no difference, nor what the bot said before."""
    assert brings_subject(asked, THREAD)
    assert not leans(asked, THREAD)


@pytest.mark.parametrize(
    "asked",
    [
        "And in Berlin?",
        "and how many days of annual leave do contractors get?",
        "And who approves its extension during parental leave?",
        "What about VPN tokens, laptops and hotels?",
        "And then who tells the payroll team in Berlin?",
        "why?",
    ],
)
def test_what_points_back_needs_the_thread(asked: str) -> None:
    """Few new words, a pronoun, or "what about" are understood only with what was asked before."""
    assert leans(asked, THREAD)
    assert not brings_subject(asked, THREAD)


def test_a_first_message_has_no_thread_to_bring_a_subject_to() -> None:
    """Without earlier messages nothing is borrowed, and nothing weighs less."""
    assert not brings_subject("How long are VPN tokens valid?", ())
    assert "" == lend("How long are VPN tokens valid?", ())


def test_the_subject_is_that_of_the_first_and_the_latest_question() -> None:
    """Their content words stand before the message, each once; what the bot said does not."""
    assert "days advance ask annual leave And in Berlin?" == lend("And in Berlin?", THREAD)


@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=3))
def test_borrowing_is_safe_for_any_text(asked: str, earlier: list[str]) -> None:
    """Whatever was written, the borrowed question ends with the question itself."""
    lent = lend(tidy(asked), [Turn("user", text) for text in earlier])

    assert not lent or lent.endswith(tidy(asked))
