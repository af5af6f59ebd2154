"""What is no answer: a word to one person alone, and messages from the outbox."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.slack.blocks import Block, mrkdwn, notification
from bot.slack.markdown import sanitise
from bot.slack.reply.places import Target
from bot.slack.web import Web

NOTICE = "footnote_notice"
"""The `event_type` of the metadata of a message from the outbox."""
LIMIT = 3_000
"""Characters; Slack takes more, but a notice that long is a fault."""

_PERSON = re.compile(r"[UW][A-Z0-9]{2,20}")


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


async def deliver(  # noqa: PLR0913 - what is not needed is left out
    web: Web, to: str, text: str, *, key: str, links: Sequence[str] = (), about: str = ""
) -> str:
    """Post a message to a channel or a person by their id; return its ts. Raises SlackRefused.

    `key` goes into the metadata, by which the message is found again. `links` are the addresses
    that may be links; `about` is the id of a person whom it names first, or "U1 U2" of one who
    speaks for another.
    """
    people = [f"<@{one}>" for one in about.split()[:2] if _PERSON.fullmatch(one)]
    named = "{} ".format(" (".join(people) + ")" * (len(people) - 1)) if people else ""
    reply = await web.call(
        "chat.postMessage",
        channel=to,
        text=named + mrkdwn(sanitise(text[:LIMIT], links)),
        metadata={"event_type": NOTICE, "event_payload": {"key": key}},
        unfurl_links=False,
        unfurl_media=False,
        parse="none",
        link_names=False,
    )
    return str(reply["ts"])
