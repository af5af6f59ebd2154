"""A status stands while the bot works, and never longer."""

from __future__ import annotations

import asyncio

from bot.slack.reply.places import Target
from bot.slack.reply.status import LONGEST_CALL, Status
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime

ROOT = "100.000001"


def _status(slack: FakeSlack, time: HandTime) -> Status:
    target = Target("T1", "C1", ROOT, "U1", question=QUESTION)
    return Status(slack, target, clock=time.clock, sleep=time.sleep)


def _shown(slack: FakeSlack) -> list[str]:
    return [given["status"] for given in slack.named("assistant.threads.setStatus")]


async def test_the_first_phrase_is_set_at_once() -> None:
    """Whoever asked sees something without delay."""
    slack, time = FakeSlack(), HandTime()
    status = _status(slack, time)
    status.show("is reading …")
    await time.settle()
    await status.clear()

    assert ["is reading …", ""] == _shown(slack)


async def test_phrases_that_follow_fast_are_passed_over() -> None:
    """Of several changes within a second the last is shown."""
    slack, time = FakeSlack(), HandTime()
    status = _status(slack, time)
    for phrase in ("one", "two", "three"):
        status.show(phrase)
        await time.settle()
    await time.turn(1)
    await status.clear()

    assert ["one", "three", ""] == _shown(slack)


async def test_it_is_set_again_before_slack_takes_it_down() -> None:
    """In long work the status is refreshed every minute and a half: Slack's are gone after two."""
    slack, time = FakeSlack(), HandTime()
    status = _status(slack, time)
    status.show("is reading …")
    await time.turn(2 * 119)
    await status.clear()

    assert ["is reading …"] * 3 + [""] == _shown(slack)


async def test_a_call_on_its_way_is_awaited() -> None:
    """Stopping waits for the call in flight, so that none lands after the answer."""
    slack, time = FakeSlack(), HandTime()
    gate = slack.held["assistant.threads.setStatus"] = asyncio.Event()
    status = _status(slack, time)
    status.show("is reading …")
    await time.settle()
    stopping = asyncio.ensure_future(status.stop())
    await time.settle()
    early = stopping.done()
    gate.set()
    await stopping
    status.show("too late")
    await time.turn(200)

    assert not early
    assert ["is reading …"] == _shown(slack)


async def test_a_refused_status_harms_nothing() -> None:
    """Errors of the status stay with it."""
    slack, time = FakeSlack(), HandTime()
    slack.fails["assistant.threads.setStatus"] = ["channel_not_found", "internal_error"]
    status = _status(slack, time)
    status.show("is reading …")
    await time.settle()
    await status.clear()
    await status.clear()

    assert {} == slack.statuses
    assert LONGEST_CALL > 0


async def test_nothing_shown_is_nothing_to_clear() -> None:
    """Without a status there is no call."""
    slack = FakeSlack()
    await _status(slack, HandTime()).clear()

    assert [] == slack.calls
