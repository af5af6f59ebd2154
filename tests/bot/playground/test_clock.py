"""A clock that tests move, and waits on it."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground.clock import MovableClock, Waits
from tests.playground import ManualClock


def test_a_clock_is_put_forward_and_never_back():
    """Both of its times move together."""
    base = ManualClock()
    clock = MovableClock(base)
    clock.move(60)
    base.move(1)

    assert 61 == (clock.now() - ManualClock().now()).total_seconds() == clock.monotonic()
    with pytest.raises(ValueError, match="does not go back"):
        clock.move(-1)


async def test_a_wait_is_over_when_the_clock_says_so():
    """Not before, and whoever gave up waiting is not woken."""
    clock = ManualClock()
    waits = Waits(clock)
    short, long, gone = (asyncio.ensure_future(waits.sleep(n)) for n in (1, 60, 1))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.sleep(0)
    clock.move(1)
    waits.tick()
    await short

    assert (True, False) == (gone.cancelled(), long.done())
    clock.move(59)
    waits.tick()
    await long
