"""Slack refuses, hesitates or limits: each question is answered all the same, once."""

from __future__ import annotations

import asyncio

import pytest

from bot.slack import phrases
from tests.playground import ADA, BOT, DIRECT, GENERAL, HELP, PATIENCE
from tests.scenarios.conftest import Desk, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAVE = "How many weeks of paid parental leave do parents get?"
VPN = "How do I install the VPN client?"


@pytest.fixture(autouse=True)
def _whole(desk: Desk) -> None:
    """Every test begins with a Slack that does everything."""
    desk.pg.faults.clear()


async def _once(desk: Desk, ts: str, channel: str = GENERAL) -> str:
    """Wait for the answer, make sure that it is the only one, and return what it says."""
    answer = await desk.answer(channel, ts, seconds=60)
    await desk.idle()
    assert 1 == len(desk.pg.answers(channel, ts))
    return text_of(answer)


@pytest.mark.parametrize(
    "method", ["chat.startStream", "chat.stopStream", "users.info", "assistant.threads.setStatus"]
)
async def test_too_many_requests_are_waited_out(desk: Desk, method: str) -> None:
    """A 429 with Retry-After delays the answer and changes nothing else."""
    desk.pg.faults.limit(method, retry_after=1)

    assert "26 weeks" in await _once(desk, desk.pg.ask(LEAVE))


@pytest.mark.parametrize("error", ["method_not_supported_for_channel_type", "unknown_method"])
async def test_where_streams_are_refused_it_posts_and_edits(desk: Desk, error: str) -> None:
    """Without streams the same is said by a post that is edited."""
    desk.pg.faults.fail("chat.startStream", error, times=None)
    before = len(desk.pg.called("chat.postMessage"))

    assert "26 weeks" in await _once(desk, desk.pg.ask(LEAVE))
    assert before < len(desk.pg.called("chat.postMessage"))


@pytest.mark.parametrize("method", ["chat.startStream", "chat.postMessage"])
async def test_a_lost_reply_does_not_double_the_answer(desk: Desk, method: str) -> None:
    """The post took effect, the connection broke: the message is found, not posted again."""
    if method == "chat.postMessage":
        desk.pg.faults.fail("chat.startStream", "unknown_method", times=None)
    desk.pg.faults.drop(method, after=True)

    assert "26 weeks" in await _once(desk, desk.pg.ask(LEAVE))


async def test_the_status_is_no_condition(desk: Desk) -> None:
    """An answer whose status cannot be shown is given."""
    desk.pg.faults.fail("assistant.threads.setStatus", "fatal_error", times=None)

    assert "26 weeks" in await _once(desk, desk.pg.ask(LEAVE))


async def test_a_thread_that_cannot_be_read_is_answered_without(desk: Desk) -> None:
    """Who mentions the bot is answered, with what the ledger has of the thread, and told so.

    Who does not may not be speaking to it, and is left alone.
    """
    ts = desk.pg.ask(VPN)
    await desk.answer(GENERAL, ts)
    desk.pg.faults.fail("conversations.replies", "missing_scope", times=None)
    reply = desk.pg.say(ADA, GENERAL, f"<@{BOT}> {LEAVE}", ts)
    answer = await desk.answer(GENERAL, reply, ts)

    assert "26 weeks" in text_of(answer)
    assert phrases.note("history_own", "") in text_of(answer)


@pytest.mark.long
async def test_who_cannot_be_told_is_answered_nothing(desk: Desk) -> None:
    """Where Slack does not say what a channel is, nothing is searched; a private word says so."""
    desk.pg.faults.fail("conversations.info", "fatal_error", times=None)
    ts = desk.pg.ask(LEAVE, ADA, HELP)
    (told,) = await desk.pg.wait_for(lambda: desk.pg.whispers(ADA, HELP))

    assert phrases.place_unknown()[:40] in told["text"]
    assert [] == desk.pg.answers(HELP, ts)


@pytest.mark.long
async def test_more_than_twenty_answers_a_minute(desk: Desk) -> None:
    """Slack starts twenty streams a minute: the other answers are posted and edited."""
    asked = [desk.pg.ask(f"{LEAVE} ({number})", ADA, HELP) for number in range(24)]
    answers = [await desk.answer(HELP, ts, seconds=90) for ts in asked]
    await desk.idle()
    refused = [call for call in desk.pg.called("chat.startStream") if not call.answer.get("ok")]

    assert [1] * 24 == [len(desk.pg.answers(HELP, ts)) for ts in asked]
    assert all(payload_of(answer)["trace_id"] for answer in answers)
    assert [] == [call for call in refused if call.answer.get("error") == "ratelimited"][1:]
    assert [] == desk.pg.statuses()


async def test_a_refreshed_socket_loses_nothing(desk: Desk) -> None:
    """Slack asks to reconnect: what is asked meanwhile is answered, once."""
    desk.pg.playground.link.refresh()
    ts = desk.pg.ask(VPN)

    assert "self-service portal" in await _once(desk, ts)
    if desk.transport == "socket":
        await asyncio.wait_for(desk.pg.connected(), PATIENCE)


async def test_a_question_deleted_before_its_answer_shows_has_none(desk: Desk) -> None:
    """Deleted while the first message is on its way: no message, status or row is left."""
    desk.pg.faults.delay("chat.startStream", seconds=0.5)
    ts = desk.pg.ask(LEAVE)
    await desk.pg.wait_for(desk.pg.statuses)
    desk.pg.delete(ADA, GENERAL, ts)
    await desk.idle()

    assert [] == desk.pg.answers(GENERAL, ts)
    assert [] == desk.pg.statuses()


async def test_a_question_deleted_while_its_answer_shows_takes_it_away(desk: Desk) -> None:
    """Nothing of it is left."""
    desk.pg.faults.delay("chat.stopStream", seconds=0.5)
    ts = desk.pg.ask(LEAVE)
    await desk.pg.wait_for(lambda: desk.pg.answers(GENERAL, ts))
    desk.pg.delete(ADA, GENERAL, ts)
    await desk.idle()

    assert [] == desk.pg.answers(GENERAL, ts)
    assert [] == desk.pg.statuses()


async def test_who_asked_where_the_bot_is_no_more_is_told_directly(desk: Desk) -> None:
    """Taken out of the channel while it looks, it tells the asker so, once, and nobody else.

    The status that it showed there is not its to take away any more: Slack lets it lapse.
    """
    desk.pg.faults.delay("chat.startStream", seconds=0.5)
    before = len(desk.pg.answers(DIRECT))
    ts = desk.pg.ask(LEAVE, ADA, HELP)
    await desk.pg.wait_for(desk.pg.statuses)
    desk.pg.workspace.leave(BOT, HELP)
    await desk.pg.wait_for(lambda: len(desk.pg.answers(DIRECT)) > before, 60)
    await desk.idle()
    told = [one["text"] for one in desk.pg.answers(DIRECT)[before:]]
    desk.pg.workspace.join(BOT, HELP)
    await desk.pg.settled()

    assert [phrases.not_in_channel(f"<#{HELP}> ({HELP})")] == told
    assert [] == desk.pg.answers(HELP, ts)
