"""Questions that cannot be begun at once: who asked is told how many are before theirs."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.gate import UNASKED
from bot.slack.locales import Locale, english
from bot.slack.notices import Handler, target
from bot.slack.reply import Pace, Posted, Reply
from bot.slack.reply.privately import tell
from bot.slack.web import Web
from bot.slack.work import Work, Workers
from retrieval.errors import FootnoteError

COMING_SECONDS = 1.0
"""How soon a question that somebody is free for is begun, be it by another process."""
SHOWN_SECONDS = 80.0
"""A status goes by itself after two minutes; ours must not outlive an answer given elsewhere."""


class Waiting:
    """The statuses of questions that wait in this process."""

    def __init__(
        self,
        web: Web,
        may: Callable[[Inbound], Awaitable[bool]] | None = None,
        kept: Callable[[str], Awaitable[bool]] | None = None,
        locale: Locale = english,
    ) -> None:
        """Take Slack, who may ask (others are shown nothing), and which threads are kept waiting.

        What is kept for later holds up what is asked after it in the same thread.
        """
        self._web = web
        self._may = may
        self._kept = kept
        self._locale = locale
        self._pace = Pace()
        self._pace.sessions = False  # Nothing is worked on yet that could be stopped.
        self._told: dict[str, asyncio.Task[None]] = {}
        self._telling: set[asyncio.Task[None]] = set()
        self._coming: dict[str, float] = {}
        """When questions came that are not begun."""

    def put(self, workers: Workers) -> Callable[[Inbound], None]:
        """Return what is called once a row was committed: workers are woken, or it waits."""

        def committed(found: Inbound) -> None:
            asked = found.kind == "question" and found.text and found.source not in UNASKED
            waits = asked and self._waits(found, workers)
            if waits and not found.private:  # A status is for all who read along.
                before = len(self._told) + 1
                self._told[found.message_key] = asyncio.create_task(self._tell(found, before))
            elif asked and found.thread_ts and self._kept:
                self._telling.add(task := asyncio.create_task(self._behind(found)))
                task.add_done_callback(self._telling.discard)
            workers.wake()

        return committed

    def before(self, handle: Handler) -> Handler:
        """Return a handler that first takes back what was said of the row's waiting."""

        async def handled(work: Work) -> str:
            key = str(work.job.payload.get("message_key", ""))
            self._coming.pop(key, None)
            await self._take_back(key)
            return await handle(work)

        return handled

    def _waits(self, found: Inbound, workers: Workers) -> bool:
        """Whether a question waits: no worker is free that those before it will not take.

        Many may come in the same moment, before the first of them is begun.
        """
        now = time.monotonic()
        coming = {key: at for key, at in self._coming.items() if at > now - COMING_SECONDS}
        self._coming = {**coming, found.message_key: now}
        return len(coming) >= workers.free

    async def close(self) -> None:
        """Take back everything."""
        await asyncio.gather(*self._telling)
        for key in list(self._told):
            await self._take_back(key)

    async def _tell(self, found: Inbound, before: int) -> None:
        """Show the status until cancelled, or for a while: another process may have begun it."""
        reply = Reply(self._web, target(found), self._pace, on_posted=_never)
        try:
            if self._may and not await self._may(found):
                return
            with phrases.speaking(await self._locale(found.user)):
                said = phrases.waiting(before)
            await reply.status(said)
            await asyncio.sleep(SHOWN_SECONDS)
        finally:
            self._told.pop(found.message_key, None)
            await reply.close()

    async def _behind(self, found: Inbound) -> None:
        """Tell whoever asks in a thread in which an earlier question is kept, and nobody else."""
        try:
            if self._kept is None or not await self._kept(found.lane):
                return
            if self._may is None or await self._may(found):
                with phrases.speaking(await self._locale(found.user)):
                    await tell(self._web, found, phrases.behind_another())
        except FootnoteError as error:
            structlog.get_logger().warning("waiting_untold", reason=str(error))

    async def _take_back(self, key: str) -> None:
        """End a status, and wait until it is gone: a late one would stand for ever."""
        task = self._told.get(key)
        if task:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _never(_posted: Posted) -> None:
    """A status posts no message."""
