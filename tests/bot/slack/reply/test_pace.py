"""All replies of a process together keep to Slack's limits."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from bot.slack.reply.pace import BURST, MOST_CHANNELS, STREAMS, UPDATES, Pace, Window
from tests.fakes.slack_web import HandTime


def _pace() -> tuple[Pace, HandTime]:
    time = HandTime()
    return Pace(clock=time.clock, sleep=time.sleep), time


EIGHTHS = st.integers(0, 240).map(lambda eighths: eighths / 8)
"""Seconds that floats add up without rounding."""


@given(st.lists(EIGHTHS, max_size=60), st.integers(1, 5))
def test_a_window_never_lets_more_through(gaps: list[float], most: int) -> None:
    """In no stretch of the window's length there are more than it allows."""
    time = HandTime()
    window = Window(most, 60, time.clock)
    taken = []
    for gap in gaps:
        time.now += gap
        if window.take():
            taken.append(time.now)

    assert all(later - first >= 60 for first, later in zip(taken, taken[most:], strict=False))


async def test_twenty_streams_a_minute() -> None:
    """The twenty-first answer of a minute is not streamed; a minute later one is again."""
    pace, time = _pace()
    first = [pace.may_stream() for _ in range(STREAMS + 1)]
    await time.turn(60)

    assert [True] * STREAMS + [False] == first
    assert pace.may_stream()


async def test_processes_share_the_streams_of_a_minute() -> None:
    """Two get half each, so that Slack refuses neither; a third that comes makes it a third."""
    pace, time = _pace()
    pace.replicas = 2
    first = [pace.may_stream() for _ in range(STREAMS)]
    await time.turn(60)
    pace.replicas = 3

    assert STREAMS // 2 == sum(first)
    assert STREAMS // 3 == sum(pace.may_stream() for _ in range(STREAMS))


async def test_posts_of_a_channel_are_a_second_apart() -> None:
    """After a short burst posts take turns within a channel, and wait for no other channel."""
    pace, time = _pace()
    at: list[tuple[str, float]] = []

    async def post(channel: str) -> None:
        await pace.post(channel)
        at.append((channel, time.now))

    every = asyncio.gather(*(post(channel) for channel in ("C1", "C1", "C1", "C1", "C2", "C1")))
    await time.until(asyncio.ensure_future(every))

    assert [("C1", 0.0)] * BURST + [("C2", 0.0), ("C1", 1.0), ("C1", 2.0)] == at


async def test_updates_wait_for_their_turn() -> None:
    """A change that must be made waits until the minute has room for it."""
    pace, time = _pace()
    for _ in range(UPDATES):
        await pace.update()
    waiting = asyncio.ensure_future(pace.update())
    await time.turn(59)
    early = waiting.done()
    await time.turn(2)

    assert (False, True) == (early, waiting.done())


async def test_the_memory_of_channels_is_bounded() -> None:
    """Channels whose turn is long over are forgotten."""
    pace, time = _pace()
    for number in range(MOST_CHANNELS + 1):
        time.now += 1.5
        await pace.post(f"C{number}")

    assert len(pace._even) <= 3
