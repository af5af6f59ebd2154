"""The line under a thread that says what the bot is doing: early, kept alive, always cleared."""

from __future__ import annotations

import asyncio

from bot.slack.reply.pace import Clock, Sleep
from bot.slack.reply.places import Target
from bot.slack.reply.session import Session
from bot.slack.reply.waiting import pause
from bot.slack.web import Web
from retrieval.errors import FootnoteError

REFRESH = 90.0
"""Seconds after which a status is set again: Slack takes one down after two minutes."""
APART = 1.0
"""Seconds between two changes of a status; phrases in between are passed over."""
LONGEST_CALL = 5.0
"""Seconds that setting a status may take, so that an answer never waits longer for it."""


class Status:
    """The status of one thread. What goes wrong with it never reaches the answer."""

    def __init__(
        self,
        web: Web,
        target: Target,
        *,
        clock: Clock,
        sleep: Sleep,
        session: Session | None = None,
    ) -> None:
        self._web = web
        self._target = target
        self._session = session
        self._clock = clock
        self._sleep = sleep
        self._phrase = ""
        self._standing = False
        self._changed = asyncio.Event()
        self._ended = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def show(self, phrase: str) -> None:
        """Show a phrase soon; returns at once. After `stop` nothing is shown any more."""
        if self._ended.is_set():
            return
        self._phrase = phrase
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Set nothing from now on; a call on its way is awaited, so that none lands later."""
        self._ended.set()
        self._changed.set()
        if self._task:
            await asyncio.wait([self._task])

    async def clear(self) -> None:
        """Take the status down, if one may be standing."""
        await self.stop()
        if self._standing:
            self._standing = False
            await self._set("")
            if self._session:
                await self._session.end()

    async def _keep(self) -> None:
        """Set what is to be shown, again after a while, until the end."""
        while not self._ended.is_set():
            self._changed.clear()
            phrase = self._phrase
            self._standing = True
            began = self._clock()
            await self._set(phrase)
            if self._session:
                await self._session.begin()
            await pause(self._sleep, APART - (self._clock() - began), self._ended)
            if self._phrase == phrase:
                await pause(self._sleep, REFRESH, self._changed)

    async def _set(self, phrase: str) -> None:
        call = self._web.call(
            "assistant.threads.setStatus",
            channel_id=self._target.channel,
            thread_ts=self._target.thread_ts,
            status=phrase,
        )
        try:
            await asyncio.wait_for(call, LONGEST_CALL)
        except (FootnoteError, TimeoutError):
            return
