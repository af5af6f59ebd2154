"""What was liked is given again, and a sample is graded by buttons, in a real workspace."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bot.inbound import FEEDBACK_ACTION, opinion_value
from bot.slack import phrases
from bot.slack.actions import AFRESH_ACTION
from tests.playground import ADA, BEN, GENERAL
from tests.scenarios.conftest import Desk, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEAVE = "How many weeks of parental leave do parents get?"
SAME = "hi, how many weeks of parental leave do the parents get, please"


async def test_a_liked_answer_is_given_again_and_can_be_had_afresh(desk: Desk) -> None:
    """With the day and a button, by which the question is answered as if never asked."""
    answer = await desk.answer(GENERAL, desk.pg.ask(LEAVE))
    trace = str(payload_of(answer)["trace_id"])
    assert AFRESH_ACTION not in text_of(answer)
    desk.pg.press(BEN, GENERAL, answer["ts"], FEEDBACK_ACTION, opinion_value(1, trace))
    await _liked(desk, trace)

    ts = desk.pg.ask(SAME, user=BEN)
    again = await desk.answer(GENERAL, ts)
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert "26 weeks" in text_of(again)
    assert today in text_of(again)
    assert trace in await _explained(desk, str(payload_of(again)["trace_id"]))

    searched = SAME
    desk.pg.press(ADA, GENERAL, again["ts"], AFRESH_ACTION, searched)
    desk.pg.press(BEN, GENERAL, again["ts"], AFRESH_ACTION, searched)
    afresh = await desk.answer(GENERAL, again["ts"], ts)
    await desk.idle()
    assert "26 weeks" in text_of(afresh)
    assert phrases.note("asked_before", today) not in text_of(afresh)
    assert 2 == len(desk.finished(GENERAL, ts))


async def test_what_was_answered_is_known_with_its_kind_of_place(desk: Desk) -> None:
    """So that what is told of it later is told to those who may know."""
    await desk.answer(GENERAL, desk.pg.ask("Where do I order a laptop?"))
    async with desk.ledger() as ledger:
        found = await ledger.grades.gradable(datetime.now(UTC) - timedelta(hours=1))

    assert {"channel"} == {one.kind for one in found}


async def _liked(desk: Desk, trace: str) -> None:
    """Wait until an opinion is kept."""
    async with desk.ledger() as ledger:
        for _ in range(500):
            if await ledger.feedback.of(trace):
                break
            await asyncio.sleep(0.03)
        assert await ledger.feedback.of(trace)


async def _explained(desk: Desk, trace: str) -> str:
    """Return what the trace of an answer says of who wrote it."""
    async with desk.ledger() as ledger:
        found: Any = await ledger.find(trace)
    return str(found.draft.notes)
