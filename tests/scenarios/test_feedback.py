"""Thumbs up and down, by button and by reaction, given and taken back in a real workspace."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from typing import Any

import pytest

from bot.inbound import FEEDBACK_ACTION, opinion_value
from bot.slack import phrases
from bot.slack.answered import KEEP_ACTION
from bot.slack.judged import PAGE_ACTION, REASON_ACTIONS
from retrieval.ports import EvalCase, Opinion
from tests.playground import ADA, BEN, CHLOE, GENERAL
from tests.scenarios.conftest import Desk, payload_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

VPN = "How do I install the VPN client?"


async def _answer(desk: Desk) -> tuple[dict[str, Any], str]:
    """Ask, and return the answer with its trace id."""
    answer = await desk.answer(GENERAL, desk.pg.ask(VPN))
    return answer, str(payload_of(answer)["trace_id"])


async def _opinions(desk: Desk, trace_id: str, expected: int) -> Sequence[Opinion]:
    """Return the opinions on an answer once there are as many as expected."""
    async with desk.ledger() as ledger:
        for _ in range(500):
            found = await ledger.feedback.of(trace_id)
            if len(found) == expected:
                break
            await asyncio.sleep(0.03)
    assert expected == len(found)
    return found


async def _people(desk: Desk, trace_id: str, awaited: str) -> set[str]:
    """Return who has an opinion on an answer, once somebody has."""
    async with desk.ledger() as ledger:
        for _ in range(500):
            people = {opinion.person for opinion in await ledger.feedback.of(trace_id)}
            if awaited in people:
                break
            await asyncio.sleep(0.03)
    return people


async def _case(desk: Desk, trace_id: str) -> EvalCase | None:
    """Return the case of an answer, None where it has none."""
    async with desk.ledger() as ledger:
        cases = await ledger.cases.list()
    return next((case for case in cases if case.trace_id == trace_id), None)


def _press(desk: Desk, user: str, answer: dict[str, Any], value: int, trace_id: str) -> None:
    desk.pg.press(user, GENERAL, answer["ts"], FEEDBACK_ACTION, opinion_value(value, trace_id))


async def test_a_thumbs_down_by_button_makes_a_case(desk: Desk) -> None:
    """The row names person, answer and place; whoever pressed is thanked, alone."""
    answer, trace_id = await _answer(desk)
    _press(desk, ADA, answer, -1, trace_id)
    (opinion,) = await _opinions(desk, trace_id, 1)
    case = await _case(desk, trace_id)
    await desk.pg.wait_for(lambda: desk.pg.whispers(ADA))

    assert (ADA, -1, "button", GENERAL) == (
        opinion.person,
        opinion.value,
        opinion.source,
        opinion.place,
    )
    assert case is not None
    assert VPN == case.content["question"]
    assert [] == desk.pg.whispers(BEN)


async def test_the_last_opinion_of_a_person_counts(desk: Desk) -> None:
    """Complaint B21: down, then up is one row, and the case is no complaint any more.

    Another person's stays apart.
    """
    answer, trace_id = await _answer(desk)
    _press(desk, ADA, answer, -1, trace_id)
    await _opinions(desk, trace_id, 1)
    await desk.idle()
    _press(desk, ADA, answer, 1, trace_id)
    await desk.idle()
    desk.pg.react(BEN, GENERAL, answer["ts"], "+1")
    opinions = await _opinions(desk, trace_id, 2)
    case = await _case(desk, trace_id)

    assert {(ADA, 1), (BEN, 1)} == {(one.person, one.value) for one in opinions}
    assert case is not None
    assert ("praise", "triaged") == (case.kind, case.state)


async def test_a_reaction_counts_until_it_is_taken_off(desk: Desk) -> None:
    """A thumbs-down of any skin makes a case, and its removal withdraws it."""
    answer, trace_id = await _answer(desk)
    desk.pg.react(BEN, GENERAL, answer["ts"], "-1::skin-tone-3")
    (opinion,) = await _opinions(desk, trace_id, 1)
    made = await _case(desk, trace_id)
    desk.pg.unreact(BEN, GENERAL, answer["ts"], "-1::skin-tone-3")
    await _opinions(desk, trace_id, 0)
    after = await _case(desk, trace_id)

    assert (BEN, -1, "reaction") == (opinion.person, opinion.value, opinion.source)
    assert made is not None
    assert "new" == made.state
    assert after is None or "withdrawn" == after.state


async def test_a_reaction_to_what_is_no_answer_counts_for_nothing(desk: Desk) -> None:
    """Help, and a colleague's message, cannot be judged."""
    help_ts = (await desk.answer(GENERAL, desk.pg.ask("")))["ts"]
    talk = desk.pg.say(BEN, GENERAL, "lunch?")
    for ts in (help_ts, talk):
        desk.pg.react(ADA, GENERAL, ts, "-1")
    async with desk.ledger() as ledger:
        before = len(await ledger.cases.list())
        await desk.idle()

        assert before == len(await ledger.cases.list())


async def test_a_press_while_the_ledger_is_locked_is_kept_or_told_of(desk: Desk) -> None:
    """A lock of a moment delays it; after a longer one whoever pressed is told to press again."""
    answer, trace_id = await _answer(desk)
    holder = sqlite3.connect(desk.data / "footnote.db", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    _press(desk, CHLOE, answer, -1, trace_id)
    lost = await desk.pg.wait_for(lambda: desk.pg.whispers(CHLOE))
    _press(desk, BEN, answer, -1, trace_id)
    await asyncio.sleep(0.5)
    holder.execute("ROLLBACK")
    holder.close()
    await desk.idle()

    assert phrases.press_again() in str(lost)
    assert BEN in await _people(desk, trace_id, BEN)


async def test_why_is_asked_and_answered_with_one_press(desk: Desk) -> None:
    """Alone; the reason is noted in its place, and the pasted page beside it."""
    answer, trace_id = await _answer(desk)
    seen = len(desk.pg.whispers(CHLOE))
    desk.pg.react(CHLOE, GENERAL, answer["ts"], "thumbsdown::skin-tone-5")
    await desk.pg.wait_for(lambda: len(desk.pg.whispers(CHLOE)) > seen)
    asked = desk.pg.whispers(CHLOE)[-1]
    desk.pg.press(CHLOE, GENERAL, asked["ts"], REASON_ACTIONS[1], trace_id)
    await desk.idle()
    desk.pg.press(CHLOE, GENERAL, asked["ts"], PAGE_ACTION, trace_id)
    await desk.pg.wait_for(lambda: desk.pg.view(CHLOE))
    desk.pg.submit(CHLOE, {PAGE_ACTION: "https://wiki.example/vpn"})
    await desk.idle()
    (opinion,) = await _opinions(desk, trace_id, 1)

    assert ("outdated", "https://wiki.example/vpn") == (opinion.reason, opinion.page)
    shown = str(desk.pg.whispers(CHLOE))
    assert phrases.reason_kept(phrases.reason_name("outdated")) in shown
    assert phrases.page_kept() in shown


async def test_a_persons_answer_is_kept_where_the_bot_had_none(desk: Desk) -> None:
    """Whoever wrote it is offered that alone, and presses; the asker's own word is no answer."""
    asked = desk.pg.ask("Who is the mascot of the zebra league?", ADA)
    await desk.answer(GENERAL, asked)
    await desk.idle()
    desk.pg.say(ADA, GENERAL, "It would be good to know that by the way.", asked)
    desk.pg.say(BEN, GENERAL, "The mascot of the league is a wooden giraffe.", asked)
    seen = await desk.pg.wait_for(lambda: _offers(desk, BEN))
    desk.pg.press(BEN, GENERAL, seen[-1]["ts"], KEEP_ACTION, _value(seen[-1]))
    await desk.idle()
    async with desk.ledger() as ledger:
        (case,) = await ledger.cases.list(kind="human")

    assert ("new", BEN, "The mascot of the league is a wooden giraffe.") == (
        case.state,
        case.person,
        case.label.expected,
    )
    assert "Who is the mascot of the zebra league?" == case.content["question"]
    assert phrases.answer_kept_alone() in str(desk.pg.whispers(BEN))
    assert [] == _offers(desk, ADA)


def _offers(desk: Desk, user: str) -> list[dict[str, Any]]:
    return [one for one in desk.pg.whispers(user) if KEEP_ACTION in str(one.get("blocks"))]


def _value(offer: dict[str, Any]) -> str:
    (button,) = offer["blocks"][-1]["elements"]
    return str(button["value"])
