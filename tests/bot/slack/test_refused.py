"""Refusals are sentences."""

from __future__ import annotations

import pytest

from bot.slack.refused import SlackRefused
from retrieval.errors import FootnoteError


@pytest.mark.parametrize("error", ["not_in_channel", "invalid_auth", "token_revoked", "never_seen"])
def test_every_error_has_a_sentence(error: str) -> None:
    """Known errors say what to do, unknown ones where to read."""
    refused = SlackRefused("chat.postMessage", error)

    assert isinstance(refused, FootnoteError)
    assert str(refused).startswith(f"Slack refused chat.postMessage ({error}). ")
    assert str(refused).endswith(".")
