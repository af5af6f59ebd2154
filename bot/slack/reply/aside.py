"""What is no answer: a word to one person alone, and messages from the outbox."""

from __future__ import annotations

from bot.slack.blocks import mrkdwn
from bot.slack.markdown import sanitise
from bot.slack.reply.places import Target
from bot.slack.web import Web

NOTICE = "footnote_notice"
"""The `event_type` of the metadata of a message from the outbox."""
LIMIT = 3_000
"""Characters; Slack takes more, but a notice that long is a fault."""


async def whisper(web: Web, target: Target, text: str) -> None:
    """Show a sentence to the asker alone, in their thread. Raises SlackRefused."""
    await web.call(
        "chat.postEphemeral",
        channel=target.channel,
        user=target.user,
        thread_ts=target.thread_ts or None,
        text=mrkdwn(sanitise(text)),
        parse="none",
        link_names=False,
    )


async def deliver(web: Web, to: str, text: str, *, key: str) -> str:
    """Post a message to a channel or a person by their id; return its ts. Raises SlackRefused.

    `key` goes into the metadata, by which the message is found again.
    """
    reply = await web.call(
        "chat.postMessage",
        channel=to,
        text=mrkdwn(sanitise(text[:LIMIT])),
        metadata={"event_type": NOTICE, "event_payload": {"key": key}},
        unfurl_links=False,
        unfurl_media=False,
        parse="none",
        link_names=False,
    )
    return str(reply["ts"])
