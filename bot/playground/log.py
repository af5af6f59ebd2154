"""The workspace's memory of what happened: bounded, numbered, and there to be followed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import islice
from typing import Any

from bot.playground.values import Change

KEPT = 2_000
"""Changes kept; a page that was away for longer than that loads again."""
LOST = "lost"
"""The kind of the change that tells a follower that it has missed some."""


class Log:
    """Keeps the newest changes, calls who listens, and lets others follow."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept: deque[Change] = deque(maxlen=kept)
        self._listeners: list[Callable[[Change], None]] = []
        self._waiting: set[asyncio.Future[None]] = set()
        self.last = 0

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Call `listener` with every change from now on, at once."""
        self._listeners.append(listener)

    def record(
        self, at: float, kind: str, channel: str, data: Mapping[str, Any], only_for: str = ""
    ) -> Change:
        """Keep a change, and tell everybody of it."""
        self.last += 1
        change = Change(self.last, at, kind, channel, data, only_for)
        self._kept.append(change)
        for listener in self._listeners:
            listener(change)
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        return change

    def since(self, seq: int) -> list[Change]:
        """Return the changes after `seq`, oldest first; the first says so when some are gone."""
        missed = self.last - seq
        fresh = list(islice(reversed(self._kept), max(missed, 0)))[::-1]
        if len(fresh) < missed:
            first = fresh[0].seq if fresh else self.last
            fresh.insert(0, Change(first - 1, 0.0, LOST, "", {}))
        return fresh

    async def subscribe(self, after: int | None = None) -> AsyncIterator[Change]:
        """Yield the changes after `after` (from now on when None), without end."""
        seen = self.last if after is None else min(after, self.last)
        while True:
            for change in self.since(seen):
                seen = max(seen, change.seq)
                yield change
            if seen >= self.last:
                await self._next()

    async def _next(self) -> None:
        future = asyncio.get_running_loop().create_future()
        self._waiting.add(future)
        try:
            await future
        finally:
            self._waiting.discard(future)
