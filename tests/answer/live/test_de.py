"""How German asks for what no document can answer."""

from __future__ import annotations

import pytest

from retrieval.answer.live import live


@pytest.mark.parametrize(
    "asked",
    [
        "Wer hat heute Bereitschaft?",
        "Hallo, wer hat heute Bereitschaft?",
        "Weiß jemand, wer heute Bereitschaft hat?",
        "weisst du wer heute bereitschaft hat",
    ],
)
def test_the_verb_may_come_last(asked: str) -> None:
    """A greeting or "Weiß jemand" before it changes the order of the words, not what is asked."""
    assert "people" == live(asked)


@pytest.mark.parametrize(
    "asked",
    ["Gibt es gerade eine Störung?", "gibt es gerade eine stoerung", "GIBT ES GERADE EINE STÖRUNG"],
)
def test_umlauts_may_be_written_out(asked: str) -> None:
    """Not every keyboard has them."""
    assert "state" == live(asked)


@pytest.mark.parametrize(
    "asked",
    [
        "Wer hat Bereitschaft, wenn Maria im Urlaub ist?",
        "Das VPN ist gerade kaputt, was soll ich tun?",
        "Wo steht, wer gerade Bereitschaft hat?",
    ],
)
def test_what_holds_in_some_case_is_for_a_page(asked: str) -> None:
    """A condition, or what to do, asks for the rule."""
    assert live(asked) is None
