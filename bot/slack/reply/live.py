"""The one task that writes while an answer grows: the first text at once, later ones paced."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.slack.reply.messages import Messages
from bot.slack.reply.pace import Clock, Sleep
from bot.slack.reply.waiting import pause

APPEND_APART = 1.0
UPDATE_APART = 1.2
"""Seconds between two appends, and between two changes of a message."""
ENOUGH = 400
"""Characters that are appended without waiting."""


class Live:
    """Shows the latest text, never more often than Slack likes."""

    def __init__(
        self,
        messages: Messages,
        before: Callable[[], Awaitable[None]],
        *,
        clock: Clock,
        sleep: Sleep,
    ) -> None:
        """Take the messages, and what is awaited before the first of them."""
        self._messages = messages
        self._before = before
        self._clock = clock
        self._sleep = sleep
        self._text = self._line = self._shown = ""
        self._at = 0.0
        self._new = asyncio.Event()
        self._enough = asyncio.Event()
        self._ended = False
        self._task: asyncio.Task[None] | None = None

    def show(self, text: str, line: str) -> None:
        """Show a text soon; `line` is what a notification says of it. Returns at once."""
        if self._ended or text == self._text:
            return
        self._text, self._line = text, line
        self._new.set()
        if len(text) - len(self._shown) >= ENOUGH and self._messages.streaming:
            self._enough.set()
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def end(self) -> None:
        """Stop writing; what is on its way is awaited. Raises, once, what broke the task."""
        self._ended = True
        self._new.set()
        self._enough.set()
        task = self._task
        if task:
            await asyncio.wait([task])  # not the task itself: who is cancelled here cancels no post
            self._task = None
            task.result()

    async def _write(self) -> None:
        while True:
            await self._new.wait()
            if self._shown:
                apart = APPEND_APART if self._messages.streaming else UPDATE_APART
                await pause(self._sleep, apart - (self._clock() - self._at), self._enough)
            if self._ended:
                return
            self._new.clear()
            self._enough.clear()
            text = self._text
            if not self._shown:
                await self._before()
            self._at = self._clock()
            await self._messages.grow(text, self._line)
            self._shown = text
