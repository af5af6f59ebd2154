"""The bots of two workspaces keep one ledger, and neither takes what the other was asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.inbound import FEEDBACK_ACTION, opinion_value
from bot.playground import cast
from tests.playground import ADA, GENERAL, Pg, playground
from tests.scenarios.conftest import bot_in, payload_of, text_of

QUESTIONS = (
    "How many weeks of paid parental leave do parents get?",
    "How do I install the VPN client?",
    "How do I order a new laptop?",
)


async def test_each_bot_answers_its_own_workspace(
    pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every question and opinion of both is dealt with where it was said."""
    monkeypatch.setattr(cast, "TEAM", "T0THER00000")
    app = replace(cast.app(key="2"), id="A0THER00000")
    async with (
        playground(app=app) as other,
        bot_in(pg, data) as one_desk,
        bot_in(other, data) as other_desk,
    ):
        desks = (one_desk, other_desk)
        asked = [(desk, desk.pg.ask(text)) for text in QUESTIONS for desk in desks]
        answers = [(desk, await desk.answer(GENERAL, ts)) for desk, ts in asked]
        for desk, answer in answers:
            value = opinion_value(-1, str(payload_of(answer)["trace_id"]))
            desk.pg.press(ADA, GENERAL, answer["ts"], FEEDBACK_ACTION, value)
        for desk in desks:
            await desk.idle()
        async with one_desk.ledger() as ledger:
            cases = await ledger.cases.list()

    assert 2 == sum("26 weeks" in text_of(answer) for _, answer in answers)
    assert 6 == len(cases)
