"""Looks, while the bot runs, whether past answers still stand after a change of their index."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

import structlog

from bot.admitting import access_of
from bot.age import changed
from bot.parts import Parts
from bot.slack.recall import Recaller, Shown
from retrieval import wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError
from retrieval.learn.looking import Looker

SECONDS = 15.0
"""How often it is asked whether an index changed."""
SHOW_SECONDS = 20.0
"""How often it is looked whether there is something to show."""
REST = 20.0
"""Times as long as a look took it is rested after it."""

Changed = Callable[[], Awaitable[float | None]]
"""Says when an index last changed, None where that is not known. Raises FootnoteError."""


class Recalling:
    """Looks at the pages that answers quote, after each change of an index."""

    def __init__(self, look: Callable[[], Awaitable[int]], changed: Changed) -> None:
        """Take what looks and returns how many answers are recalled, and what tells of changes."""
        self._look = look
        self._changed = changed
        self._seen: float | None = None

    async def run(self, seconds: float) -> None:
        """Look for as long as the task lives."""
        while True:
            began = time.monotonic()
            try:
                await self.look()
            except FootnoteError as error:
                structlog.get_logger().warning("answers_not_looked_at", reason=str(error))
            except Exception:  # noqa: BLE001  (whatever it is, the next look may be spared it)
                structlog.get_logger().exception("answers_not_looked_at")
            await asyncio.sleep(max(seconds, REST * (time.monotonic() - began)))

    async def look(self) -> None:
        """Look once, if an index changed since the last time, the first time always."""
        changed = await self._changed()
        if changed is None or changed == self._seen:
            return
        recalled = await self._look()
        self._seen = changed  # What changed while it was looked is looked at again.
        if recalled:
            structlog.get_logger().info("answers_recalled", answers=recalled)


@asynccontextmanager
async def recalling(parts: Parts) -> AsyncIterator[None]:
    """Look for a while."""
    settings, store = parts.settings, parts.footnote.store
    upkeep = wiring_upkeep.upkeep(settings)
    looker = Looker(upkeep, store, parts.ledger.recalls, SystemClock())
    looking = Recalling(looker.look, partial(changed, settings))
    task = asyncio.create_task(looking.run(SECONDS))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def showing_recalls(parts: Parts) -> None:
    """Show in a workspace, for ever, what of its answers no longer stands."""
    ledger = parts.ledger
    books = Shown(ledger.recalls, ledger.postings, ledger, ledger.outbox)
    access, team = access_of(parts), parts.identity.team
    recaller = Recaller(parts.web, books, access, parts.pace, SystemClock(), team)
    await recaller.run(SHOW_SECONDS)
