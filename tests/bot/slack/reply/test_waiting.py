"""A pause ends with its time or with its event."""

from __future__ import annotations

import asyncio

from bot.slack.reply.waiting import pause
from tests.fakes.slack_web import HandTime


async def test_a_pause_ends_with_its_time() -> None:
    """After the seconds are over it goes on."""
    time = HandTime()
    pausing = asyncio.ensure_future(pause(time.sleep, 5, asyncio.Event()))
    await time.turn(4.9)
    early = pausing.done()
    await time.turn(0.1)

    assert (False, True) == (early, pausing.done())


async def test_a_pause_ends_with_its_event() -> None:
    """An event ends it at once, and nothing is left running."""
    time, event = HandTime(), asyncio.Event()
    pausing = asyncio.ensure_future(pause(time.sleep, 5, event))
    await time.settle()
    event.set()
    await time.settle()

    assert pausing.done()
    assert 1 == len(asyncio.all_tasks())


async def test_no_time_is_no_pause() -> None:
    """Nothing is waited for where there is nothing to wait."""
    await pause(HandTime().sleep, 0, asyncio.Event())
