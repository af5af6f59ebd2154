"""A word to whoever dislikes an answer, for them alone: why, and which page is right?"""

from __future__ import annotations

from collections.abc import Sequence

from bot.inbound import Inbound
from bot.slack.blocks import Block, mrkdwn, notification
from bot.slack.markdown import sanitise
from bot.slack.refused import SlackRefused
from bot.slack.web import RESPONSE, Web


async def ask_alone(
    web: Web, found: Inbound, text: str, blocks: Sequence[Block], *, thread_ts: str = ""
) -> bool:
    """Say a sentence with buttons below it to one person alone; whether Slack took it.

    By the address of a press where the press was private, else beside the answer.
    """
    said = {"text": notification(text), "blocks": [_section(text), *blocks]}
    if found.private and found.response_url:
        return await _respond(web, found, replace=False, **said)
    try:
        await web.call(
            "chat.postEphemeral",
            channel=found.channel,
            user=found.user,
            thread_ts=thread_ts or None,
            parse="none",
            link_names=False,
            **said,
        )
    except SlackRefused:
        return False
    return True


async def say_instead(web: Web, found: Inbound, text: str, blocks: Sequence[Block] = ()) -> bool:
    """Say a sentence in place of the private message whose button was pressed."""
    said = {"text": notification(text), "blocks": [_section(text), *blocks]}
    return await _respond(web, found, replace=True, **said)


async def _respond(web: Web, found: Inbound, *, replace: bool, **said: object) -> bool:
    if not found.response_url:
        return False
    try:
        await web.call(
            RESPONSE,
            url=found.response_url,
            response_type="ephemeral",
            replace_original=replace,
            **said,
        )
    except SlackRefused:
        return False
    return True


def _section(text: str) -> Block:
    shown = mrkdwn(sanitise(text))
    return {"type": "section", "text": {"type": "mrkdwn", "text": shown, "verbatim": True}}
