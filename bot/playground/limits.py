"""How often the app may call: a tier for each method, and one post a second and channel."""

from __future__ import annotations

import math
from collections import deque

from retrieval.ports import Clock

TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
"""Calls a minute that each tier allows (Slack's "Rate limits" page, its guaranteed numbers)."""
SPECIAL = {
    "chat.postMessage": 300,
    "auth.test": 600,
    "chat.getPermalink": 600,
    "assistant.threads.setStatus": 600,
    "blocks.validate": 600,
}
"""Calls a minute of the methods with a tier of their own, of which Slack says "hundreds"."""
MINUTE = 60.0
BURST = 4.0
"""Posts that a channel takes at once before it slows down to one a second: "short bursts"."""


class Rates:
    """Counts calls in a sliding minute, and posts in a bucket for each channel."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._calls: dict[str, deque[float]] = {}
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, method: str, tier: int) -> int:
        """Count a call; return 0, or the seconds to wait when it is one too many."""
        now = self._clock.monotonic()
        allowed = SPECIAL.get(method) or TIERS[tier]
        calls = self._calls.setdefault(method, deque())
        while calls and calls[0] <= now - MINUTE:
            calls.popleft()
        if len(calls) >= allowed:
            return _wait(calls[0] + MINUTE - now)
        calls.append(now)
        return 0

    def post(self, channel: str) -> int:
        """Count a post in a channel; return 0, or the seconds to wait."""
        now = self._clock.monotonic()
        left, then = self._buckets.get(channel, (BURST, now))
        left = min(BURST, left + now - then)
        if left < 1.0:
            self._buckets[channel] = (left, now)
            return _wait(1.0 - left)
        self._buckets[channel] = (left - 1.0, now)
        return 0


def _wait(seconds: float) -> int:
    return max(1, math.ceil(seconds))
