"""What is no answer: a word to one person alone, and one to a thread."""

from __future__ import annotations

from bot.slack.blocks import Block, mrkdwn, notification
from bot.slack.markdown import sanitise
from bot.slack.reply.notice import LIMIT, NOTICE
from bot.slack.reply.places import Target
from bot.slack.web import Web


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


async def offer(web: Web, target: Target, text: str, *blocks: Block) -> None:
    """Show a sentence with something below it to the asker alone. Raises SlackRefused."""
    said = {"type": "section", "text": {"type": "plain_text", "text": text[:LIMIT]}}
    await web.call(
        "chat.postEphemeral",
        channel=target.channel,
        user=target.user,
        thread_ts=target.thread_ts or None,
        text=notification(text),
        blocks=[said, *blocks],
        parse="none",
        link_names=False,
    )


async def remark(web: Web, target: Target, text: str) -> None:
    """Say a sentence in a thread, where it is no answer. Raises SlackRefused."""
    await web.call(
        "chat.postMessage",
        channel=target.channel,
        thread_ts=target.thread_ts or None,
        text=mrkdwn(sanitise(text[:LIMIT])),
        metadata={"event_type": NOTICE, "event_payload": {"key": f"about:{target.question}"}},
        unfurl_links=False,
        unfurl_media=False,
        parse="none",
        link_names=False,
    )
