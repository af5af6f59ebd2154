"""Refusals are sentences."""

from __future__ import annotations

import pytest

from bot.slack.refused import CONNECT, SlackRefused
from retrieval.errors import FootnoteError


@pytest.mark.parametrize("error", ["not_in_channel", "invalid_auth", "token_revoked", "never_seen"])
def test_every_error_has_a_sentence(error: str) -> None:
    """Known errors say what to do, unknown ones where to read."""
    refused = SlackRefused("chat.postMessage", error)

    assert isinstance(refused, FootnoteError)
    assert str(refused).startswith(f"Slack refused chat.postMessage ({error}). ")
    assert str(refused).endswith(".")


@pytest.mark.parametrize(
    "error",
    ["invalid_auth", "not_authed", "token_revoked", "token_expired", "not_allowed_token_type"],
)
def test_the_token_that_was_refused_is_named(error: str) -> None:
    """Connecting takes the app-level token, everything else the bot's; the other is not blamed."""
    bot, app = str(SlackRefused("auth.test", error)), str(SlackRefused(CONNECT, error))

    assert "SLACK_BOT_TOKEN" in bot
    assert "SLACK_APP_TOKEN" not in bot
    assert "SLACK_APP_TOKEN" in app
    assert "SLACK_BOT_TOKEN" not in app


def test_a_scope_is_missing_where_it_has_to_be_added() -> None:
    """An app-level token cannot be given another scope: a new one is made."""
    assert "connections:write" in str(SlackRefused(CONNECT, "missing_scope"))
    assert "install it again" in str(SlackRefused("users.info", "missing_scope"))
