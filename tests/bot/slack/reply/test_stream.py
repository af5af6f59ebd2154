"""A native stream: started once, appended in order, stopped once."""

from __future__ import annotations

import asyncio

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply.gone import Gone
from bot.slack.reply.pace import STREAMS, Pace
from bot.slack.reply.places import Target
from bot.slack.reply.stream import LIFETIME, Stream
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime


def _stream(slack: FakeSlack, *, direct: bool = False) -> tuple[Stream, HandTime, Pace]:
    time = HandTime()
    pace = Pace(clock=time.clock, sleep=time.sleep)
    target = Target("T1", "C1", "100.000001", "U1", direct, QUESTION)
    return Stream(slack, target, pace), time, pace


async def test_channels_get_the_recipient() -> None:
    """In a channel Slack wants to know for whom it streams; in a direct message it does not."""
    slack = FakeSlack()
    await _stream(slack)[0].start("a")
    await _stream(slack, direct=True)[0].start("a")
    there, here = slack.named("chat.startStream")

    assert ("T1", "U1") == (there["recipient_team_id"], there["recipient_user_id"])
    assert "recipient_user_id" not in here


async def test_text_is_appended_and_closed() -> None:
    """Start, append and stop make one message."""
    slack = FakeSlack()
    stream, _, _ = _stream(slack)
    await stream.start("a")
    await stream.append("b")
    stopped = await stream.stop("c", [{"type": "context"}], {"event_type": "x"})

    assert stopped
    assert ["abc"] == slack.texts()
    assert not stream.open


async def test_it_ages() -> None:
    """After four minutes nothing more is appended."""
    stream, time, _ = _stream(FakeSlack())
    await stream.start("a")
    young = stream.may_grow
    await time.turn(LIFETIME)

    assert (True, False) == (young, stream.may_grow)


async def test_the_pace_is_kept() -> None:
    """The twenty-first start of a minute is not even tried."""
    slack = FakeSlack()
    stream, _, pace = _stream(slack)
    for _ in range(STREAMS):
        pace.may_stream()

    assert not await stream.start("a")
    assert [] == slack.calls


@pytest.mark.parametrize(
    ("error", "later"), [("unknown_method", False), ("missing_recipient_team_id", True)]
)
async def test_a_refused_start_is_no_stream(error: str, later: bool) -> None:
    """It is false, and for good only where Slack does not stream at all."""
    slack = FakeSlack(fails={"chat.startStream": [error]})
    stream, _, pace = _stream(slack)

    assert not await stream.start("a")
    assert later == pace.streaming
    assert not stream.unknown


async def test_a_lost_start_is_remembered() -> None:
    """A stream may stand in the thread that nobody knows the ts of."""
    stream, _, _ = _stream(FakeSlack(fails={"chat.startStream": ["lost"]}))

    assert not await stream.start("a")
    assert stream.unknown


@pytest.mark.parametrize(
    ("error", "still_open", "stopped"),
    [
        ("message_not_in_streaming_state", False, False),
        ("stopped_by_user", False, True),
        ("msg_too_long", True, False),
        ("lost", True, False),
    ],
)
async def test_a_refused_append(error: str, still_open: bool, stopped: bool) -> None:
    """What Slack has is not sure any more; whether the stream is open depends."""
    slack = FakeSlack(fails={"chat.appendStream": [error]})
    stream, _, _ = _stream(slack)
    await stream.start("a")
    await stream.append("b")

    assert (still_open, stopped) == (stream.open, stream.stopped)
    assert not stream.may_grow
    assert "a" == stream.text


async def test_too_many_appends_are_tried_again() -> None:
    """A rate limit loses nothing: the text goes with the next append."""
    slack = FakeSlack(fails={"chat.appendStream": ["ratelimited"]})
    stream, _, _ = _stream(slack)
    await stream.start("a")
    await stream.append("b")

    assert stream.may_grow
    assert "a" == stream.text


async def test_what_is_gone_is_told() -> None:
    """A deleted thread or message ends everything."""
    slack = FakeSlack(fails={"chat.startStream": ["thread_not_found"]})
    stream, _, _ = _stream(slack)
    with pytest.raises(Gone):
        await stream.start("a")
    await stream.start("a")
    slack.messages.clear()
    with pytest.raises(Gone):
        await stream.append("b")


async def test_stopping_what_was_stopped_is_no_error() -> None:
    """A stream that Slack closed meanwhile did not get the last text, and is closed."""
    slack = FakeSlack(fails={"chat.stopStream": ["message_not_in_streaming_state"]})
    stream, _, _ = _stream(slack)
    await stream.start("a")

    assert not await stream.stop("b")
    assert not stream.open


async def test_a_refused_stop_is_told() -> None:
    """Where the stream may still be open, whoever answers must know."""
    stream, _, _ = _stream(FakeSlack(fails={"chat.stopStream": ["invalid_blocks"]}))
    await stream.start("a")

    with pytest.raises(SlackRefused):
        await stream.stop("b")
    assert stream.open


async def test_stops_are_paced_too() -> None:
    """The twenty-first stop of a minute waits."""
    slack = FakeSlack()
    stream, time, pace = _stream(slack)
    await stream.start("a")
    for _ in range(STREAMS):
        await pace.stop()
    stopping = asyncio.ensure_future(stream.stop("b"))
    await time.turn(59)
    early = stopping.done()

    assert await time.until(stopping)
    assert not early
