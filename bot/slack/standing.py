"""Whether a message of ours still stands where people see it and can answer it."""

from __future__ import annotations

import structlog

from bot.slack.access import UNSEEN
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.gone import GONE
from bot.slack.web import Web

_AWAY = UNSEEN | GONE | {"is_archived"}


async def stands(web: Web, where: tuple[str, str]) -> bool:
    """Say whether a message is there, in a channel that is in use and that the bot is in.

    Where Slack will not say, it counts as there. Raises SlackRefused where Slack may say it later.
    """
    channel, ts = where
    try:
        known = mapping(await web.call("conversations.info", channel=channel), "channel")
        if known.get("is_archived") or known.get("is_member") is False:
            return False
        only = {"oldest": ts, "latest": ts, "inclusive": True, "limit": 1}
        reply = await web.call("conversations.history", channel=channel, **only)
    except SlackRefused as refused:
        if refused.passing:
            raise
        if refused.error in _AWAY:
            return False
        structlog.get_logger().warning("card_not_looked_up", error=refused.error)
        return True
    found = [one for one in reply.get("messages") or () if string(one, "ts") == ts]
    return any(string(one, "subtype") != "tombstone" for one in found)
