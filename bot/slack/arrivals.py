"""The questions that this process heard lately: which message, in which thread.

The ledger knows them all, once they are committed. A mention comes as two events, and a person
may go on in its thread before its row is there: both are known here from the first moment.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from bot.inbound import Inbound

KEPT = 1_000
"""Messages and threads that are remembered."""


class Arrivals:
    """Remembers questions from the moment at which they are heard."""

    def __init__(self) -> None:
        self._threads: OrderedDict[str, None] = OrderedDict()
        self._rows: OrderedDict[str, None] = OrderedDict()
        self._committing: dict[str, asyncio.Event] = {}
        """By message: set when the attempt to commit its row has ended."""

    def has(self, lane: str) -> bool:
        """Whether a question was heard in a thread, committed or not."""
        return lane in self._threads

    def forget(self, lane: str) -> None:
        """Leave it to the ledger whether a thread is the bot's: a message in it was deleted."""
        self._threads.pop(lane, None)

    async def once(self, found: Inbound, put: Callable[[], Awaitable[bool]]) -> bool:
        """Commit a row, and of a message's events only one; False where it was there."""
        if found.message_key not in found.keys:
            return await put()
        self._remember(self._threads, found.lane)
        while under_way := self._committing.get(found.message_key):
            await under_way.wait()
        if found.message_key in self._rows:
            return False
        self._committing[found.message_key] = ended = asyncio.Event()
        try:
            new = await put()
            self._remember(self._rows, found.message_key)
        finally:
            del self._committing[found.message_key]
            ended.set()
        return new

    def _remember(self, known: OrderedDict[str, None], key: str) -> None:
        known[key] = None
        known.move_to_end(key)
        while len(known) > KEPT:
            known.popitem(last=False)
