"""Taking an answer away whose question is gone, unless others have gone on from it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bot.slack.refused import SlackRefused
from bot.slack.reply.earlier import after, moment, ours, payload_of
from bot.slack.reply.gone import GONE
from bot.slack.reply.places import Target
from bot.slack.web import Web


class Removal(Enum):
    """How it went: there was nothing, it is gone, or it stays because others wrote after it."""

    NOTHING = "nothing"
    REMOVED = "removed"
    STAYS = "stays"


async def remove(web: Web, target: Target, known: Sequence[str]) -> Removal:
    """Delete the messages of an answer, those that are `known` and those that say so themselves.

    The answer stays where anyone but its asker has written after it. Raises SlackRefused.
    """
    me = await web.call("auth.test")
    mine, others = list(known), list[str]()
    async for message in after(web, target):
        if payload_of(message).get("question") == target.question:
            mine.append(str(message["ts"]))
        elif not ours(message, me) and message.get("user") != target.user:
            others.append(str(message["ts"]))
    if not mine:
        return Removal.NOTHING
    if any(moment(ts) > min(map(moment, mine)) for ts in others):
        return Removal.STAYS
    for ts in dict.fromkeys(mine):
        try:
            await web.call("chat.delete", channel=target.channel, ts=ts)
        except SlackRefused as refused:
            if refused.error not in GONE:
                raise
    return Removal.REMOVED
