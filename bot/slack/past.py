"""What was said in a channel, read politely: its questions, and what people answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

from bot.inbound import ChannelKind
from bot.slack.paging import next_cursor
from bot.slack.payload import string
from bot.slack.refused import RATE_LIMITED, SlackRefused
from bot.slack.web import Web

PAGE = 200
PAUSE = 1.3
"""Seconds between two calls: Slack allows some fifty a minute, and the bot needs some too."""
PATIENCE = 5
"""How often a call is made again that came too soon, each time after as long as Slack asks."""
_CHANNEL_TYPES = {"private": "group", "group": "mpim", "channel": "channel", "direct": "im"}

Message = Mapping[str, Any]


class Past:
    """Reads what was said."""

    def __init__(
        self,
        web: Web,
        *,
        pause: float = PAUSE,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Take Slack, and how long to wait between calls."""
        self._web = web
        self._pause = pause
        self._sleep = sleep

    async def messages(self, channel: str, since: float) -> AsyncIterator[Message]:
        """Yield the messages at the top level since a moment, newest first. Raises SlackRefused."""
        where = {"channel": channel, "oldest": f"{since:.6f}", "limit": PAGE}
        async for message in self._pages("conversations.history", where):
            yield message

    async def replies(self, channel: str, ts: str) -> list[Message]:
        """Return what was said under a message, oldest first. Raises SlackRefused."""
        where = {"channel": channel, "ts": ts, "limit": PAGE}
        every = [one async for one in self._pages("conversations.replies", where)]
        return [one for one in every if string(one, "ts") != ts]

    async def _pages(self, method: str, where: Mapping[str, Any]) -> AsyncIterator[Message]:
        """Yield the messages of a method page by page."""
        cursor: str | None = None
        while True:
            reply = await self._call(method, {**where, "cursor": cursor})
            for message in reply.get("messages") or ():
                if isinstance(message, Mapping):
                    yield message
            cursor = next_cursor(reply)
            if not cursor:
                return

    async def _call(self, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a method after a pause, again where it came too soon. Raises SlackRefused."""
        for _ in range(PATIENCE):
            await self._sleep(self._pause)
            try:
                return await self._web.call(method, **arguments)
            except SlackRefused as refused:
                if refused.error != RATE_LIMITED:
                    raise
                await self._sleep(refused.retry_after)
        return await self._web.call(method, **arguments)


def event_of(message: Message, team: str, channel: str, kind: ChannelKind) -> dict[str, Any]:
    """Return the payload by which Slack would tell of a message, were it written now."""
    event = {name: value for name, value in message.items() if name != "edited"}
    if event.get("thread_ts") == event.get("ts"):
        event.pop("thread_ts", None)
    event |= {"type": "message", "channel": channel, "channel_type": _CHANNEL_TYPES[kind]}
    return {"type": "event_callback", "team_id": team, "event": event}
