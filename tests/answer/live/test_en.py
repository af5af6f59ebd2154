"""How English asks for what no document can answer."""

from __future__ import annotations

import pytest

from retrieval.answer.live import live


@pytest.mark.parametrize(
    "asked",
    [
        "What's the weather?",
        "so what's the weather like tomorrow in Madrid?",
        "What's the forecast for tomorrow?",
        "What is the temperature outside?",
        "what's the temperature in Berlin right now?",
        "What is the forecast for Berlin this weekend?",
        "What time is it right now in Tokyo?",
        "What's the euro exchange rate today?",
        "Is the canteen open today?",
        "is the bus late today?",
    ],
)
def test_what_the_web_knows_is_asked_of_a_place_or_a_moment(asked: str) -> None:
    """The thing asked for is how it is there, or then."""
    assert "world" == live(asked)
