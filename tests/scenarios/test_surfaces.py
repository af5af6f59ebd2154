"""The shortcut, the home, the panel and the greeting in a real workspace, over real sockets."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.inbound import CASE_ACTION, MUTE_ACTION, SHARE_ACTION, opinion_value
from bot.slack import phrases
from bot.slack.interactions import ASK_SHORTCUT
from tests.playground import ADA, BEN, BOT, CHLOE, DIRECT, GENERAL, GUS, RANDOM, playground
from tests.scenarios.conftest import Desk, bot_in, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

VPN = "How do I install the VPN client?"
POLICY = f"""
[maintainers]
people = ["{ADA}"]
[collections.docs]
open = true
[collections.secret]
people = ["{BEN}"]
"""


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A workspace and a bot whose policy names Ada as a maintainer."""
    folder = tmp_path_factory.mktemp("surfaces")
    shutil.copytree(indexed, folder / "data")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    options = {"policy": folder / "policy.toml"}
    async with playground() as pg, bot_in(pg, folder / "data", **options) as desk:
        yield desk


async def _told(desk: Desk, user: str, channel: str, wanted: str) -> dict[str, Any]:
    """Wait for a private word that contains some text, and return the last."""

    def there() -> list[dict[str, Any]]:
        return [one for one in desk.pg.whispers(user, channel) if wanted in text_of(one)]

    found: list[dict[str, Any]] = await desk.pg.wait_for(there)
    return found[-1]


async def _home(desk: Desk, user: str, wanted: str) -> str:
    """Open somebody's home, and return it once it shows some text."""
    desk.pg.open_home(user)
    return str(await desk.pg.wait_for(lambda: _shows(desk, user, wanted)))


def _shows(desk: Desk, user: str, wanted: str) -> str:
    shown = text_of(desk.pg.home(user) or {})
    return shown if wanted in shown else ""


async def test_a_message_can_be_asked_about(desk: Desk) -> None:
    """The answer stands in its thread, for whoever asked alone."""
    ts = desk.pg.say(BEN, GENERAL, VPN)
    desk.pg.shortcut(CHLOE, ASK_SHORTCUT, GENERAL, ts)
    answer = await _told(desk, CHLOE, GENERAL, "self-service portal")

    assert ts == answer["thread_ts"]
    assert [] == desk.pg.answers(GENERAL, ts)


async def test_where_the_bot_is_not_the_answer_comes_directly(desk: Desk) -> None:
    """It cannot write there, not even to one person."""
    ts = desk.pg.say(BEN, RANDOM, VPN)
    desk.pg.shortcut(ADA, ASK_SHORTCUT, RANDOM, ts)

    def there() -> list[dict[str, Any]]:
        return [one for one in desk.pg.answers(DIRECT) if "self-service portal" in text_of(one)]

    (answer,) = await desk.pg.wait_for(there)
    assert SHARE_ACTION not in text_of(answer)


async def test_an_answer_about_a_message_is_shared_in_its_thread(desk: Desk) -> None:
    """Where the message stands, not at the top of the channel."""
    ts = desk.pg.say(BEN, GENERAL, VPN)
    desk.pg.shortcut(ADA, ASK_SHORTCUT, GENERAL, ts)
    answer = await _told(desk, ADA, GENERAL, SHARE_ACTION)
    desk.pg.press(ADA, GENERAL, answer["ts"], SHARE_ACTION)
    (shared,) = await desk.pg.wait_for(lambda: desk.pg.answers(GENERAL, ts))

    assert "self-service portal" in text_of(shared)


async def test_the_home_shows_ones_own_and_nobody_elses(desk: Desk) -> None:
    """Collections, questions with their outcome and link; another's question is not there."""
    ts = desk.pg.ask("How long is the parental leave?", CHLOE)
    answer = await desk.answer(GENERAL, ts)
    trace_id = str(payload_of(answer)["trace_id"])
    desk.pg.press(BEN, GENERAL, answer["ts"], "footnote_feedback", opinion_value(1, trace_id))
    await _told(desk, BEN, GENERAL, phrases.thanks(1))
    own = await _home(desk, CHLOE, "parental leave")
    other = await _home(desk, BEN, phrases.home_questions())

    assert phrases.pages_of("docs", 4) in own
    assert phrases.outcome("answered") in own
    assert answer["ts"].replace(".", "") in own
    assert "parental leave" not in other
    assert phrases.opinion(1) in other
    assert phrases.home_cases() not in own


async def test_a_guest_is_told_why_there_is_nothing(desk: Desk) -> None:
    """Nobody sees what they may not search."""
    shown = await _home(desk, GUS, phrases.refused("guest")[:30])

    assert "docs" not in shown


async def test_maintainers_see_health_and_open_cases(desk: Desk) -> None:
    """A case opens in a window, for a maintainer alone."""
    answer = await desk.answer(GENERAL, desk.pg.ask("How is a laptop ordered?", CHLOE))
    trace_id = str(payload_of(answer)["trace_id"])
    desk.pg.press(CHLOE, GENERAL, answer["ts"], "footnote_feedback", opinion_value(-1, trace_id))
    await _told(desk, CHLOE, GENERAL, phrases.thanks(-1)[:20])
    shown = await _home(desk, ADA, "laptop ordered")
    desk.pg.press_view(ADA, CASE_ACTION)
    view = await desk.pg.wait_for(lambda: desk.pg.view(ADA))

    assert phrases.home_health() in shown
    assert phrases.case_question("How is a laptop ordered?") in text_of(view)
    desk.pg.workspace.views.close(ADA)


async def test_a_home_that_cannot_be_published_harms_nothing(desk: Desk) -> None:
    """The next question is answered, and the next opening shows the home."""
    desk.pg.faults.fail("views.publish", "internal_error", times=4)
    desk.pg.open_home(ADA)

    assert await desk.answer(GENERAL, desk.pg.ask(VPN))
    assert await _home(desk, ADA, phrases.home_health())


async def test_the_panel_suggests_what_several_people_asked(desk: Desk) -> None:
    """In public, of what this person may search; and how to ask."""
    for user in (BEN, CHLOE):
        await desk.answer(GENERAL, desk.pg.ask(VPN, user))
    await desk.idle()
    desk.pg.open_home(ADA, "messages")
    panel = desk.pg.workspace.panel

    def suggested() -> list[dict[str, str]]:
        prompts = panel.prompts.get(DIRECT, {}).get("prompts", [])
        return [one for one in prompts if one["message"] == VPN]

    assert await desk.pg.wait_for(suggested)
    assert len(panel.prompts[DIRECT]["prompts"]) <= 4


async def test_a_conversation_is_named_by_its_question(desk: Desk) -> None:
    """In the panel's list it can be found again."""
    ts = desk.pg.say(ADA, DIRECT, VPN)
    await desk.answer(DIRECT, ts)

    assert VPN == await desk.pg.wait_for(lambda: desk.pg.workspace.panel.titles.get((DIRECT, ts)))


async def test_a_channel_is_greeted_once_and_can_mute(desk: Desk) -> None:
    """Invited again within the day it says nothing; the button mutes it there."""
    workspace = desk.pg.workspace
    workspace.join(BOT, RANDOM, ADA)
    (greeting,) = await desk.pg.wait_for(lambda: desk.pg.answers(RANDOM))
    desk.pg.press(ADA, RANDOM, greeting["ts"], MUTE_ACTION)
    await _told(desk, ADA, RANDOM, phrases.muted("/footnote")[:30])
    workspace.leave(BOT, RANDOM)
    workspace.join(BOT, RANDOM, ADA)
    await desk.idle()

    assert "/footnote" in text_of(greeting)
    assert 1 == len(desk.pg.answers(RANDOM))
    async with desk.ledger() as ledger:
        known = await ledger.places.find(workspace.team.id, RANDOM)
    assert ADA == known.muted_by
    workspace.leave(BOT, RANDOM)
