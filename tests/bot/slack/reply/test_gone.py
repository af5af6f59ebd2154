"""What is gone is a matter of Slack's own words."""

from __future__ import annotations

from bot.slack.reply.gone import GONE, Gone


def test_deleted_threads_and_messages_are_gone() -> None:
    """The two errors by which Slack says that something was deleted."""
    assert {"thread_not_found", "message_not_found"} == GONE
    assert "message_not_found" == str(Gone("message_not_found"))
