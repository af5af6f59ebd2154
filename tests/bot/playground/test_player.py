"""Playing tapes against a bot that answers by hand."""

from __future__ import annotations

import asyncio

import pytest

from bot.playground.clock import MovableClock
from bot.playground.player import Player, merged
from bot.playground.tapes import parse
from bot.playground.values import Message
from retrieval.errors import InputError
from tests.playground import BOT, GENERAL

HEAD = '{"tape": 1}'
POST = '{"at": 0, "do": "post", "as": "ada", "in": "general", "text": "a", "name": "q"}'
EXPECT = '{"at": 1, "do": "expect", "answers": {"q": 1}, "statuses": 0}'


@pytest.fixture(name="player")
async def _player(pg, monkeypatch):
    monkeypatch.setattr("bot.playground.player.QUIET", 0.02)
    _acknowledging(pg)
    return Player(pg.playground, MovableClock(pg.clock), patience=0.3)


def _acknowledging(pg):
    """Take every event as a bot does that has nothing to say."""
    deliveries = pg.playground.deliveries
    loop = asyncio.get_running_loop()
    carry = pg.playground.link.carry

    def take(delivery):
        carry(delivery)
        loop.call_soon(deliveries.acknowledged, delivery)

    pg.playground.link.carry = take


def _answering(pg, times):
    archive = pg.workspace.archive

    def hear(change):
        message = change.data.get("message", {})
        if change.kind == "message" and not message.get("bot_id"):
            for _ in range(times):
                archive.add(
                    Message(change.channel, archive.stamp(), BOT, "x", message["ts"], by_app=True)
                )

    pg.workspace.log.listen(hear)


async def test_what_is_as_expected_is_looked_at_twice(pg, player):
    """When it is expected, and when all is quiet."""
    _answering(pg, 1)
    outcome = await player.play(parse([HEAD, POST, EXPECT]))

    assert (4, []) == (outcome.checked, outcome.wrong)


@pytest.mark.parametrize("times", [0, 2])
async def test_too_few_and_too_many_answers_are_wrong(pg, player, times):
    """By how many there are."""
    _answering(pg, times)
    outcome = await player.play(parse([HEAD, POST, EXPECT]))

    assert f"step 2: answers to q should be 1 and is {times}." == outcome.wrong[0]


async def test_an_answer_that_comes_later_once_more_is_wrong_at_the_end(pg, player):
    """The last look finds it."""
    _answering(pg, 1)
    archive = pg.workspace.archive

    async def late():
        ts = pg.messages()[0]["ts"]
        archive.add(Message("C0GENERAL1", archive.stamp(), BOT, "x", ts, by_app=True))

    player.idle = late
    outcome = await player.play(parse([HEAD, POST, EXPECT]))

    assert ["at the end: answers to q should be 1 and is 2."] == outcome.wrong


async def test_what_should_not_be_there_is_looked_at_when_no_call_is_under_way(pg, web, player):
    """An answer that Slack keeps back while the step comes is found, with the step's number."""
    pg.faults.delay("chat.postMessage", 5)
    posts, waits = [], pg.playground.gate.waits

    async def idle():
        if not posts:
            call = web.chat_postMessage(channel=GENERAL, text="x", thread_ts=pg.messages()[0]["ts"])
            posts.append(asyncio.create_task(call))
            await pg.wait_for(lambda: waits.count)
            asyncio.get_running_loop().call_later(0.1, pg.advance, 5)

    player.idle = idle
    expect = '{"at": 1, "do": "expect", "answers": {"q": 0}}'
    outcome = await player.play(parse([HEAD, POST, expect]))

    told = "answers to q should be 0 and is 1."
    assert [f"step 2: {told}", f"at the end: {told}"] == outcome.wrong


async def test_time_is_that_of_the_tape(pg, player):
    """The clock is put forward to each step."""
    start = player.clock.monotonic()
    await player.play(parse([HEAD, POST, '{"at": 90, "do": "clear"}']))

    assert 90 == player.clock.monotonic() - start


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"at": 0, "do": "clear", "when": {"shown": "q"}}', "step 2: shown q did not come"),
        ('{"at": 0, "do": "kill"}', "cannot be killed"),
        ('{"at": 0, "do": "edit", "as": "ben", "of": "q", "text": "b"}', "cant_update_message"),
    ],
)
async def test_a_step_that_cannot_be_done_is_said(player, line, told):
    """With its number."""
    with pytest.raises(InputError, match=told):
        await player.play(parse([HEAD, POST, line]))


async def test_a_bot_that_can_be_killed_is(player):
    """By who runs it."""
    killed = []

    async def kill():
        killed.append(True)

    player.kill = kill
    await player.play(parse([HEAD, '{"at": 0, "do": "kill"}']))

    assert [True] == killed


def test_later_expectations_take_the_place_of_earlier():
    """Those of other messages stay."""
    assert {"answers": {"a": 2, "b": 1}, "statuses": 0} == merged(
        {"answers": {"a": 1, "b": 1}}, {"answers": {"a": 2}, "statuses": 0}
    )
