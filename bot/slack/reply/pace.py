"""How fast the process may write: its share of Slack's limits, shared by all of its replies."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

MINUTE = 60.0
STREAMS = 20
"""chat.startStream is of tier 2: 20 a minute and workspace; chat.stopStream likewise."""
APPENDS = 100
"""chat.appendStream is of tier 4."""
SESSIONS = 20
"""Agent sessions that are begun; each is ended too, and agents.sessions.setStatus is of tier 3."""
UPDATES = 50
"""chat.update is of tier 3."""
POST_APART = 1.0
"""Seconds between two posts in one channel, in the long run."""
BURST = 3
"""Posts in one channel that may follow at once after a quiet time; Slack allows short bursts."""
MOST_CHANNELS = 10_000
"""Channels whose last post is remembered."""

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[None]]


class Window:
    """At most `most` of something in any `seconds` seconds, shared evenly with other processes."""

    def __init__(
        self, most: int, seconds: float, clock: Clock, sharers: Callable[[], int] = lambda: 1
    ) -> None:
        self._most = most
        self._sharers = sharers
        self._seconds = seconds
        self._clock = clock
        self._taken: deque[float] = deque()

    def wait(self) -> float:
        """Return the seconds until the next one may be taken; 0 where it may be now."""
        now = self._clock()
        while self._taken and self._taken[0] <= now - self._seconds:
            self._taken.popleft()
        share = max(1, self._most // max(1, self._sharers()))
        if len(self._taken) < share:
            return 0.0
        return self._taken[-share] + self._seconds - now

    def take(self) -> bool:
        """Take one, if it may be taken now."""
        if self.wait() > 0:
            return False
        self._taken.append(self._clock())
        return True


class Pace:
    """A process's share of a workspace's limits, and whether Slack takes streams from it at all.

    `replicas` is among how many processes they are shared; it may be set while they run.
    """

    def __init__(
        self, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep, replicas: int = 1
    ) -> None:
        self.clock = clock
        self.sleep = sleep
        self.replicas = replicas
        self.streaming = True
        """False once Slack said that it does not stream for this app."""
        self.sessions = True
        """False once Slack said that this app is no agent."""
        self.appends = Window(APPENDS, MINUTE, clock, self._sharers)
        self.updates = Window(UPDATES, MINUTE, clock, self._sharers)
        self.begun = Window(SESSIONS, MINUTE, clock, self._sharers)
        self._streams = Window(STREAMS, MINUTE, clock, self._sharers)
        self._stops = Window(STREAMS, MINUTE, clock, self._sharers)
        self._even: dict[str, float] = {}
        """When each channel will have had its posts, were they a second apart."""

    def _sharers(self) -> int:
        return self.replicas

    def may_stream(self) -> bool:
        """Whether a stream may be started now; if so, it counts as started."""
        return self.streaming and self._streams.take()

    async def stop(self) -> None:
        """Wait until a stream may be stopped."""
        await self._take(self._stops)

    async def update(self) -> None:
        """Wait until a message may be changed."""
        await self._take(self.updates)

    async def post(self, channel: str) -> None:
        """Wait for the channel's turn to get a message; turns are given in order of asking."""
        now = self.clock()
        even = max(now, self._even.pop(channel, now))
        self._even[channel] = even + POST_APART
        if len(self._even) > MOST_CHANNELS:
            self._even = {c: at for c, at in self._even.items() if at > now}
        wait = even - now - (BURST - 1) * POST_APART
        if wait > 0:
            await self.sleep(wait)

    async def _take(self, window: Window) -> None:
        while not window.take():
            await self.sleep(max(window.wait(), 0.01))
