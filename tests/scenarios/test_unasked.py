"""Answers that nobody asked for: only where they cover the question, and off where disliked."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from bot.inbound import FEEDBACK_ACTION, opinion_value
from bot.playground import cast
from bot.playground.faults import Call
from bot.slack import phrases
from bot.slack.switching import FEWEST
from retrieval.ports import Opinion, Posting
from tests.playground import ADA, BEN, CHLOE, GENERAL, HELP, playground
from tests.scenarios.conftest import Desk, bot_in, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

KNOWN = "On a Mac, which profile does the VPN need?"
UNKNOWN = "Who repairs the espresso machine in the kitchen?"
POLICY = f"""
[maintainers]
people = ["{ADA}"]
[collections.docs]
open = true
[channels.{HELP}]
auto = true
"""


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A bot that answers one channel of its own accord."""
    folder = tmp_path_factory.mktemp("unasked")
    shutil.copytree(indexed, folder / "data")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    async with (
        playground() as pg,
        bot_in(pg, folder / "data", policy=folder / "policy.toml") as desk,
    ):
        yield desk


def _notices(desk: Desk) -> list[Call]:
    """Return what the maintainers were told."""
    return [call for call in desk.pg.called("chat.postMessage") if "unasked" in str(call.arguments)]


async def test_what_its_pages_cover_is_answered(desk: Desk) -> None:
    """One answer in the question's thread, without a status before it; elsewhere silence."""
    ts, elsewhere = desk.pg.say(BEN, HELP, KNOWN), desk.pg.say(BEN, GENERAL, KNOWN)
    answer = await desk.answer(HELP, ts)
    await desk.idle()

    assert "Office" in text_of(answer)
    assert [] == desk.pg.answers(GENERAL, elsewhere)
    assert [] == desk.pg.called("assistant.threads.setStatus")
    async with desk.ledger() as ledger:
        posting = await ledger.postings.of_trace(payload_of(answer)["trace_id"])
    assert posting
    assert "auto" == posting.source


async def test_what_they_do_not_cover_is_left_alone(desk: Desk) -> None:
    """Nothing is called for it that anybody sees; whoever wonders is told why, alone."""
    before = len(desk.pg.calls)
    ts = desk.pg.say(BEN, HELP, UNKNOWN)
    await desk.idle()
    seen = {call.method for call in desk.pg.calls[before:]}

    assert seen <= {"users.info", "conversations.info"}
    desk.pg.react(CHLOE, HELP, ts, "thinking_face")
    (told,) = await desk.pg.wait_for(lambda: desk.pg.whispers(CHLOE, HELP))
    assert phrases.why("not covered: nothing") == told["text"]
    assert [] == desk.pg.answers(HELP, ts)


async def test_who_mentions_it_there_is_answered_all_the_same(desk: Desk) -> None:
    """Complaint A5: the rule that keeps it quiet is none for who asks it; they hear it in words."""
    ts = desk.pg.ask(UNKNOWN, BEN, HELP)

    assert phrases.refusal() in text_of(await desk.answer(HELP, ts))


async def test_disliked_it_stops_until_a_maintainer_lets_it(desk: Desk) -> None:
    """Too many bad answers: the maintainers are told once, and the channel is left alone."""
    ts = desk.pg.say(BEN, HELP, KNOWN)
    trace = str(payload_of(await desk.answer(HELP, ts))["trace_id"])
    async with desk.ledger() as ledger:
        for number in range(FEWEST):
            at = f"{number}.0"
            earlier = Posting(f"t{number}", cast.TEAM, HELP, at, (at,), BEN, at, source="auto")
            await ledger.postings.keep(earlier)
            if number < 2:
                bad = Opinion(earlier.trace_id, BEN, -1, "button", HELP, datetime.now(UTC))
                await ledger.feedback.give(bad)
    (answer,) = desk.finished(HELP, ts)
    desk.pg.press(BEN, HELP, answer["ts"], FEEDBACK_ACTION, opinion_value(-1, trace))
    await desk.idle()
    quiet = desk.pg.say(CHLOE, HELP, KNOWN)
    await desk.idle()
    assert [] == desk.pg.answers(HELP, quiet)
    assert 1 == len(await desk.pg.wait_for(lambda: _notices(desk)))

    desk.pg.command(ADA, HELP, "/footnote auto on")
    await desk.pg.wait_for(lambda: desk.pg.whispers(ADA, HELP))
    assert phrases.auto_is_on(0, 0) in desk.pg.whispers(ADA, HELP)[-1]["text"]
    assert 1 == len(_notices(desk))
    again = desk.pg.say(CHLOE, HELP, KNOWN)
    assert "Office" in text_of(await desk.answer(HELP, again))
