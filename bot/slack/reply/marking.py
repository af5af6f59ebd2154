"""A line under an answer that stands: set, changed and taken away in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.slack.blocks import MARK_BLOCK, Block, mrkdwn
from bot.slack.markdown import sanitise
from bot.slack.refused import SlackRefused
from bot.slack.reply.gone import GONE
from bot.slack.splitting import MOST_BLOCKS
from bot.slack.web import Web

_BELOW = frozenset({"actions", "context", "context_actions"})
"""What stands below the words of an answer; nothing that Markdown becomes is of these types."""
LONGEST_LINE = 1_500


async def mark(web: Web, channel: str, thread_ts: str, ts: str, line: str) -> bool:
    """Show a line of Markdown under a message of ours, or none where it is empty.

    False where it cannot be shown there: the message is no more, shows nothing that could be kept,
    or has as many blocks as Slack takes. All else stays as Slack has it. Raises SlackRefused.
    """
    message = await _message(web, channel, thread_ts, ts)
    blocks = message.get("blocks") if message else None
    if not message or not isinstance(blocks, list) or not blocks:
        return False
    now = marked(blocks, line)
    if now == blocks:
        return True
    if len(now) > MOST_BLOCKS:
        return False
    said: dict[str, Any] = {"text": message.get("text", ""), "blocks": now}
    if message.get("metadata"):
        said["metadata"] = message["metadata"]
    try:
        await web.call(
            "chat.update", channel=channel, ts=ts, parse="none", link_names=False, **said
        )
    except SlackRefused as refused:
        if refused.error in GONE:
            return False
        raise
    return True


def marked(blocks: Sequence[Any], line: str) -> list[Any]:
    """Return a message's blocks with the line between its words and what stands below them."""
    rest = [one for one in blocks if not (_is_block(one) and one.get("block_id") == MARK_BLOCK)]
    if not line:
        return rest
    at = next((n for n, one in enumerate(rest) if _type(one) in _BELOW), len(rest))
    return [*rest[:at], _line(line), *rest[at:]]


def _line(line: str) -> Block:
    text = mrkdwn(sanitise(line))[:LONGEST_LINE]
    return {
        "type": "context",
        "block_id": MARK_BLOCK,
        "elements": [{"type": "mrkdwn", "text": text, "verbatim": True}],
    }


def _is_block(one: Any) -> bool:
    return isinstance(one, Mapping)


def _type(one: Any) -> str:
    return str(one.get("type")) if isinstance(one, Mapping) else ""


async def _message(web: Web, channel: str, thread_ts: str, ts: str) -> Mapping[str, Any] | None:
    """Return a message as it stands; None where it is no more."""
    place = {"channel": channel, "oldest": ts, "latest": ts, "inclusive": True}
    try:
        if thread_ts:
            reply = await web.call(
                "conversations.replies",
                ts=thread_ts,
                limit=10,
                include_all_metadata=True,
                **place,
            )
        else:
            reply = await web.call(
                "conversations.history", limit=1, include_all_metadata=True, **place
            )
    except SlackRefused as refused:
        if refused.error in GONE:
            return None
        raise
    found = reply.get("messages") or ()
    return next((one for one in found if str(one.get("ts")) == ts), None)
