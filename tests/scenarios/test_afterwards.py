"""What people do about an answer: see its quotes, change its search, call people, take it back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.actions import (
    AGAIN_ACTION,
    HUMAN_ACTION,
    QUOTES_ACTION,
    SEARCH_ACTION,
)
from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, LEADS, Pg
from tests.scenarios.conftest import Desk, bot_in, payload_of, text_of

LEAVE = "How many weeks of paid parental leave do parents get?"
VPN = "How do I install the VPN client?"
CHESS = "Who won the chess championship of 1972?"
POLICY = f"""
[maintainers]
people = ["{BEN}"]

[collections.docs]
open = true
support = "{LEADS}"
"""


@pytest.fixture(name="desk")
async def _desk(pg: Pg, data: Path, tmp_path: Path) -> AsyncIterator[Desk]:
    """A bot whose documentation has a channel where people help."""
    rules = tmp_path / "policy.toml"
    rules.write_text(POLICY, encoding="utf-8")
    async with bot_in(pg, data, policy=rules) as desk:
        yield desk


def _button(message: dict[str, Any], action_id: str) -> str:
    """Return the value of a button below a message."""
    (value,) = [
        element["value"]
        for block in message["blocks"]
        for element in block.get("elements", ())
        if element.get("action_id") == action_id
    ]
    return str(value)


async def _press(desk: Desk, user: str, message: dict[str, Any], action_id: str) -> None:
    desk.pg.press(user, GENERAL, message["ts"], action_id, _button(message, action_id))


async def _finished(desk: Desk, ts: str, count: int) -> list[dict[str, Any]]:
    """Wait until so many answers stand in a thread."""

    def done() -> list[dict[str, Any]]:
        found = desk.finished(GENERAL, ts)
        return found if len(found) >= count else []

    found: list[dict[str, Any]] = await desk.pg.wait_for(done)
    return found


async def test_anybody_looks_at_the_quotes_and_the_asker_at_the_search(desk: Desk) -> None:
    """The search is changed in a window, and its answer comes in the same thread."""
    ts = desk.pg.ask(LEAVE)
    answer = await desk.answer(GENERAL, ts)
    await _press(desk, BEN, answer, QUOTES_ACTION)
    quotes = await desk.pg.wait_for(lambda: desk.pg.view(BEN))
    await _press(desk, BEN, answer, SEARCH_ACTION)
    whispers = await desk.pg.wait_for(lambda: desk.pg.whispers(BEN))
    await _press(desk, ADA, answer, SEARCH_ACTION)
    await desk.pg.wait_for(lambda: desk.pg.view(ADA))
    desk.pg.submit(ADA, {SEARCH_ACTION: "VPN client install"})
    _, again = await _finished(desk, ts, 2)
    await desk.idle()
    async with desk.ledger() as ledger:
        (case,) = await ledger.rewrites.list()

    assert phrases.searched(LEAVE) in text_of(answer)
    assert "26 weeks" in str(quotes)
    assert phrases.only_the_asker() in text_of(whispers[-1])
    assert "self-service portal" in text_of(again)
    assert phrases.searched("VPN client install") in text_of(again)
    assert (LEAVE, LEAVE, "VPN client install") == (case.asked, case.rewrite, case.wanted)
    assert [] == desk.pg.statuses()


async def test_that_is_not_it_is_searched_without_the_page(desk: Desk) -> None:
    """The next answer cites another page or none, says so, and offers a person."""
    ts = desk.pg.ask(LEAVE)
    await desk.answer(GENERAL, ts)
    reply = desk.pg.say(ADA, GENERAL, f"<@{BOT}> No, that is not it", ts)
    again = await desk.answer(GENERAL, reply, ts)

    assert "leave.md" not in text_of(again)
    assert phrases.note("set_aside", "") in text_of(again)
    assert _button(again, HUMAN_ACTION)


async def test_a_refusal_is_handed_over_to_people_once(desk: Desk) -> None:
    """They see the question and where it is; whoever called them sees who was told."""
    ts = desk.pg.ask(CHESS)
    answer = await desk.answer(GENERAL, ts)
    for user in (ADA, BEN):
        await _press(desk, user, answer, HUMAN_ACTION)
    await desk.idle()
    (told,) = await desk.pg.wait_for(lambda: desk.pg.answers(LEADS))

    assert CHESS in told["text"]
    assert f"<@{ADA}>" in told["text"]
    assert "/archives/" in told["text"]
    said = {text_of(desk.pg.whispers(user)[-1]) for user in (ADA, BEN)}
    assert 2 == len(said)
    assert all("#" in one for one in said)


async def test_an_edited_question_is_answered_again_where_its_author_wants_it(desk: Desk) -> None:
    """The offer is theirs alone; the second answer is to the new words."""
    ts = desk.pg.ask(LEAVE)
    await desk.answer(GENERAL, ts)
    desk.pg.edit(ADA, GENERAL, ts, f"<@{BOT}> {VPN}")
    (offer,) = await desk.pg.wait_for(lambda: desk.pg.whispers(ADA))
    value = _button(offer, AGAIN_ACTION)
    desk.pg.press(ADA, GENERAL, offer["ts"], AGAIN_ACTION, value)
    _, again = await _finished(desk, ts, 2)

    assert "self-service portal" in text_of(again)
    assert [] == desk.pg.whispers(BEN)


@pytest.mark.parametrize("channel", [GENERAL, DIRECT])
async def test_the_answer_to_a_deleted_question_goes(desk: Desk, channel: str) -> None:
    """Where nobody else has written after it."""
    ask = f"<@{BOT}> {LEAVE}" if channel == GENERAL else LEAVE
    ts = desk.pg.say(ADA, channel, ask)
    await desk.answer(channel, ts)
    desk.pg.delete(ADA, channel, ts)
    await desk.pg.wait_for(lambda: not desk.pg.answers(channel, ts))
    await desk.idle()

    assert [] == desk.pg.answers(channel, ts)


async def test_an_answer_that_others_went_on_from_stays(desk: Desk) -> None:
    """A sentence says why."""
    ts = desk.pg.ask(LEAVE)
    await desk.answer(GENERAL, ts)
    desk.pg.say(BEN, GENERAL, "oh, I did not know that", ts)
    await desk.idle()
    desk.pg.delete(ADA, GENERAL, ts)
    await desk.pg.wait_for(lambda: len(desk.pg.answers(GENERAL, ts)) > 1)
    answer, why = desk.pg.answers(GENERAL, ts)

    assert "26 weeks" in text_of(answer)
    assert phrases.answer_stays() in text_of(why)


async def test_an_answer_is_stopped(desk: Desk) -> None:
    """What was said stays, with a word below it, and the thread is quiet."""
    desk.pg.faults.delay("chat.stopStream", seconds=8)
    ts = desk.pg.ask(LEAVE)
    await desk.pg.wait_for(lambda: desk.pg.answers(GENERAL, ts))
    desk.pg.stop(ADA, GENERAL, ts)
    await desk.idle()
    (stopped,) = desk.pg.answers(GENERAL, ts)

    assert "26 weeks" in text_of(stopped)
    assert phrases.stopped().strip("_") in text_of(stopped)
    assert payload_of(stopped)["question"].endswith(ts)
    assert [] == desk.pg.statuses()


async def test_whichever_process_hears_of_it_the_other_does_it(pg: Pg, data: Path) -> None:
    """Two processes: each stop and each deletion comes to either, and has its effect once."""
    async with bot_in(pg, data) as desk, bot_in(pg, data):
        await pg.connected(2)
        for _ in range(2):
            pg.faults.delay("chat.stopStream", seconds=2)
            ts = pg.ask(LEAVE)
            await pg.wait_for(lambda ts=ts: pg.answers(GENERAL, ts))
            pg.stop(ADA, GENERAL, ts)
            await desk.idle()
            (stopped,) = pg.answers(GENERAL, ts)
            assert phrases.stopped().strip("_") in text_of(stopped)

            again = pg.ask(VPN)
            await desk.answer(GENERAL, again)
            await desk.idle()
            pg.delete(ADA, GENERAL, again)
            await desk.idle()
            assert [] == pg.answers(GENERAL, again)
        assert [] == pg.statuses()
