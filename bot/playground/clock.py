"""The playground's time: a clock that can be moved, and waits that end when it has moved on."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta

from retrieval.ports import Clock


class MovableClock:
    """A clock that runs as another one does, and can be put forward."""

    def __init__(self, base: Clock) -> None:
        self._base = base
        self._ahead = 0.0

    def now(self) -> datetime:
        """Return the time."""
        return self._base.now() + timedelta(seconds=self._ahead)

    def monotonic(self) -> float:
        """Return seconds that only grow."""
        return self._base.monotonic() + self._ahead

    def move(self, seconds: float) -> None:
        """Put the clock forward. Raises ValueError for a step back."""
        if seconds < 0:
            raise ValueError("a clock does not go back")
        self._ahead += seconds


class Waits:
    """Waits that are over when the clock says so: looked at by `tick`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []

    @property
    def count(self) -> int:
        """How many wait."""
        return len(self._waiting)

    async def sleep(self, seconds: float) -> None:
        """Wait until so much of the clock's time has gone by."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((self._clock.monotonic() + seconds, future))
        await future

    def tick(self) -> None:
        """End the waits that are over."""
        now = self._clock.monotonic()
        over = [future for ends, future in self._waiting if ends <= now]
        self._waiting = [one for one in self._waiting if one[0] > now]
        for future in over:
            if not future.done():
                future.set_result(None)
