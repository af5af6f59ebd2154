"""Waiting for a while, or until something happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


async def pause(
    sleep: Callable[[float], Awaitable[None]], seconds: float, until: asyncio.Event
) -> None:
    """Wait so many seconds, but no longer than until an event is set."""
    if seconds <= 0 or until.is_set():
        return
    ends = [asyncio.ensure_future(sleep(seconds)), asyncio.ensure_future(until.wait())]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for end in ends:
            end.cancel()
        await asyncio.gather(*ends, return_exceptions=True)
