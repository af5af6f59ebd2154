"""Whatever a payload holds can be read without raising."""

from __future__ import annotations

import pytest

from bot.slack.payload import delivery, kind_of, mapping, string, word


def test_what_is_missing_or_of_another_type_is_empty() -> None:
    """A missing name, a number and a list are no text and no object."""
    held = {"a": 1, "b": ["x"], "c": None}

    assert ["", "", "", ""] == [string(held, name) for name in "abcd"]
    assert [{}, {}, {}, {}] == [dict(mapping(held, name)) for name in "abcd"]


def test_only_words_of_slacks_reach_the_log() -> None:
    """A type that is no word of Slack's is called unknown."""
    held = {"good": "message_changed", "bad": "x\ny", "long": "x" * 61}

    assert ["message_changed", "unknown", "unknown", ""] == [
        word(held, name) for name in ("good", "bad", "long", "none")
    ]


@pytest.mark.parametrize(
    ("event", "kind"),
    [
        ({"channel_type": "im", "channel": "C1"}, "direct"),
        ({"channel_type": "mpim"}, "group"),
        ({"channel_type": "group"}, "private"),
        ({"channel": "D1"}, "direct"),
        ({"channel": "G1"}, "private"),
        ({"channel": "C1"}, "channel"),
        ({}, "channel"),
    ],
)
def test_a_channel_has_a_kind(event: dict[str, str], kind: str) -> None:
    """The event's own word counts; without one, what the id tells."""
    assert kind == kind_of(event)


def test_a_delivery_without_an_id_is_known_by_what_it_says() -> None:
    """Where Slack gives no event id, the same event has the same key and another has not."""
    payload = {"team_id": "T1"}
    event = {"type": "message", "channel": "C1", "user": "U1", "event_ts": "1.0"}

    assert delivery(payload, event) == delivery(payload, dict(event))
    assert delivery(payload, event) != delivery(payload, event | {"event_ts": "2.0"})
