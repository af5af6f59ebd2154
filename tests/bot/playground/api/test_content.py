"""The text and blocks that a call brings, within Slack's limits."""

from __future__ import annotations

import pytest

from bot.playground.api.arguments import Arguments
from bot.playground.api.call import Call
from bot.playground.api.content import checked, content, metadata, written
from bot.playground.values import Refused


def _call(pg, **values):
    return Call(pg.workspace, pg.playground.link, Arguments(values), pg.playground.installs)


async def test_markdown_text_becomes_a_block(pg):
    """Its text is kept for notifications too."""
    text, blocks = content(_call(pg, markdown_text="**a**"))

    assert "**a**" == text
    assert [("markdown", "**a**")] == [(block["type"], block["text"]) for block in blocks]


async def test_an_update_may_take_all_blocks_away(pg):
    """An empty list of blocks is enough for chat.update, and not for a post."""
    assert ("", []) == content(_call(pg, blocks=[]), update=True)
    with pytest.raises(Refused, match="no_text"):
        content(_call(pg, blocks=[]))


def test_twelve_thousand_characters_of_markdown_pass():
    """One more is msg_too_long."""
    assert "markdown" == written("x" * 12_000)["type"]
    with pytest.raises(Refused, match="msg_too_long"):
        written("x" * 12_001)


def test_what_is_wrong_with_blocks_is_said_twice_as_slack_does():
    """In `errors`, and with its level in the response's metadata."""
    with pytest.raises(Refused, match="invalid_blocks") as caught:
        checked([{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}])

    error = "must be less than 151 characters [json-pointer:/blocks/0/text/text]"
    details = caught.value.details
    assert [error] == details["errors"]
    assert [f"[ERROR] {error}"] == details["response_metadata"]["messages"]


async def test_metadata_has_a_type_and_a_payload(pg):
    """Anything else is invalid_metadata_format."""
    good = {"event_type": "a", "event_payload": {}}

    assert good == metadata(_call(pg, metadata=good))
    for wrong in ({"event_type": "a"}, {"event_type": 1, "event_payload": {}}, "x", [1]):
        with pytest.raises(Refused, match="invalid_metadata_format"):
            metadata(_call(pg, metadata=wrong))
