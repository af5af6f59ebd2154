"""However Slack delivers what one person wrote, there is one answer: over either transport."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.slack import phrases
from tests.playground import ADA, BEN, BOT, GENERAL, HELP, TRANSPORTS, Pg
from tests.scenarios.conftest import Desk, bot_in, text_of
from tests.scenarios.storm import QUESTIONS

LEAVE = "How many weeks of paid parental leave do parents get?"


@pytest.fixture(name="own", params=TRANSPORTS)
async def _own(pg: Pg, data: Path, request: pytest.FixtureRequest) -> AsyncIterator[Desk]:
    """A bot of the test's own, over either transport."""
    async with bot_in(pg, data, request.param) as desk:
        yield desk


async def test_new_event_ids_for_one_message_are_one_question(own: Desk) -> None:
    """Eleven deliveries with an id each and no word of being retries; and late ones again."""
    ts = own.pg.ask(LEAVE)
    own.pg.playground.deliveries.duplicate(ts, 10)
    await own.answer(GENERAL, ts)
    own.pg.playground.deliveries.duplicate(ts, 3)
    await own.idle()

    assert 1 == len(own.pg.answers(GENERAL, ts))
    assert 1 == await own.taken(ADA)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_a_mention_and_its_message_are_one_question(
    own: Desk, order: tuple[int, int]
) -> None:
    """In whichever order they come, at the same moment: one answer, one message."""
    deliveries = own.pg.playground.deliveries
    deliveries.hold()
    ts = own.pg.ask(LEAVE)
    deliveries.release(order)
    await own.answer(GENERAL, ts)
    await own.idle()

    assert 1 == len(own.pg.answers(GENERAL, ts))
    assert 1 == len(own.pg.called("chat.startStream"))
    assert 1 == await own.taken(ADA)
    assert [] == own.pg.statuses()


async def test_a_first_delivery_that_never_arrives_is_made_good(own: Desk) -> None:
    """The retry is the first that is heard: it is work, not noise."""
    own.pg.playground.deliveries.losing = 2
    ts = own.pg.ask(LEAVE)
    await own.answer(GENERAL, ts, seconds=30)
    await own.idle()

    assert 1 == len(own.pg.answers(GENERAL, ts))


async def test_an_edit_of_a_mention_is_not_another_question(own: Desk) -> None:
    """Slack sends a second mention with an id of its own, and a message that was changed."""
    ts = own.pg.ask(LEAVE)
    await own.answer(GENERAL, ts)
    own.pg.edit(ADA, GENERAL, ts, f"<@{BOT}> {LEAVE} Please.")
    await own.pg.settled()
    await own.idle()

    assert 1 == len(own.pg.answers(GENERAL, ts))


async def test_two_apps_that_are_mentioned_are_two(own: Desk) -> None:
    """The other's mention beside ours changes nothing."""
    ts = own.pg.say(ADA, GENERAL, f"<@U0OTHERBOT1> <@{BOT}> {LEAVE}")
    await own.answer(GENERAL, ts)
    await own.idle()

    assert 1 == len(own.pg.answers(GENERAL, ts))


@pytest.mark.parametrize("transport", TRANSPORTS)
async def test_who_asks_too_much_is_told_once_and_alone(pg: Pg, data: Path, transport: str) -> None:
    """What is within the limit is answered; others are not touched by it."""
    async with bot_in(pg, data, transport, questions_a_minute=2) as desk:
        asked = [pg.ask(QUESTIONS[number], ADA, HELP) for number in range(4)]
        other = pg.ask(LEAVE, BEN, HELP)
        await desk.answer(HELP, other)
        await desk.idle()
        told = pg.whispers(ADA, HELP)

    assert [1, 1, 0, 0] == [len(pg.answers(HELP, ts)) for ts in asked]
    assert [True] == [phrases.too_many(2)[:30] in text_of(one) for one in told]
    assert [] == pg.whispers(BEN, HELP)


async def test_one_persons_many_do_not_delay_anothers_one(pg: Pg, data: Path) -> None:
    """Ten of Ada's wait when Ben asks: at most two of them are begun before his."""
    async with bot_in(pg, data, workers=1) as desk:
        first = [pg.ask(f"{QUESTIONS[0]} ({number})") for number in range(10)]
        await desk.answer(GENERAL, first[0])
        done = sum(bool(desk.finished(GENERAL, ts)) for ts in first)
        ben = pg.ask(LEAVE, BEN, HELP)
        await desk.answer(HELP, ben)
        between = sum(bool(desk.finished(GENERAL, ts)) for ts in first) - done
        await desk.idle()

    assert between <= 2
    assert [1] * 10 == [len(pg.answers(GENERAL, ts)) for ts in first]


async def test_two_replicas_stay_within_slacks_streams(pg: Pg, data: Path) -> None:
    """They share the twenty of a minute, so Slack never has to refuse one."""
    async with bot_in(pg, data, replicas=2) as desk, bot_in(pg, data, replicas=2):
        await pg.connected(2)
        asked = [pg.ask(QUESTIONS[n % 4] + f" ({n})", ADA, HELP) for n in range(26)]
        await pg.settled()
        async with asyncio.timeout(120):
            await desk.idle(120)
        refused = [call for call in pg.called("chat.startStream") if not call.answer.get("ok")]

    assert [] == refused
    assert [1] * 26 == [len(pg.answers(HELP, ts)) for ts in asked]
