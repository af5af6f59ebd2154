"""The slash command in a real workspace: asked in private, shared, muted, reported."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.inbound import FEEDBACK_ACTION, SHARE_ACTION, opinion_value
from bot.slack import phrases
from tests.playground import ADA, BEN, GENERAL, RANDOM, TRANSPORTS, playground
from tests.scenarios.conftest import Desk, bot_in, payload_of, text_of

pytestmark = pytest.mark.asyncio(loop_scope="module")

VPN = "How do I install the VPN client?"


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module", params=TRANSPORTS)
async def _desk(
    indexed: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[Desk]:
    """A workspace and a bot, over either transport."""
    data = tmp_path_factory.mktemp("commands") / "data"
    shutil.copytree(indexed, data)
    async with playground() as pg, bot_in(pg, data, request.param) as desk:
        yield desk


async def _whispered(desk: Desk, user: str, channel: str, wanted: str) -> dict[str, Any]:
    """Wait for a private word that contains some text, and return the last."""

    def there() -> list[dict[str, Any]]:
        return [one for one in desk.pg.whispers(user, channel) if wanted in text_of(one)]

    found: list[dict[str, Any]] = await desk.pg.wait_for(there)
    return found[-1]


async def _asked(desk: Desk, user: str = ADA, channel: str = GENERAL) -> tuple[dict[str, Any], str]:
    """Ask in private; return the answer and its trace id."""
    before = len(desk.pg.whispers(user, channel))
    desk.pg.command(user, channel, f"/footnote {VPN}")

    def answered() -> list[dict[str, Any]]:
        said = desk.pg.whispers(user, channel)[before:]
        return [one for one in said if "self-service portal" in text_of(one)]

    (answer,) = await desk.pg.wait_for(answered)
    (share,) = [
        element
        for block in answer["blocks"]
        for element in block.get("elements", ())
        if element.get("action_id") == SHARE_ACTION
    ]
    return answer, str(share["value"])


async def test_a_private_question_is_answered_to_its_asker_alone(desk: Desk) -> None:
    """Nothing is said to the channel, and the question stands above the answer."""
    before = len(desk.pg.messages(GENERAL))
    answer, _ = await _asked(desk)

    assert phrases.asked_privately(VPN) in text_of(answer)
    assert before == len(desk.pg.messages(GENERAL))
    assert [] == desk.pg.whispers(BEN)


async def test_it_works_where_the_bot_is_not(desk: Desk) -> None:
    """The answer comes by the address that came with the command."""
    answer, _ = await _asked(desk, ADA, RANDOM)

    assert "self-service portal" in text_of(answer)


async def test_a_private_answer_can_be_judged_by_its_asker(desk: Desk) -> None:
    """The button carries the trace, and the opinion is kept under it."""
    answer, trace_id = await _asked(desk)
    desk.pg.press(ADA, GENERAL, answer["ts"], FEEDBACK_ACTION, opinion_value(-1, trace_id))
    await _whispered(desk, ADA, GENERAL, phrases.thanks(-1)[:20])
    async with desk.ledger() as ledger:
        (opinion,) = await ledger.feedback.of(trace_id)

    assert (ADA, -1) == (opinion.person, opinion.value)


async def test_an_answer_is_shared_once_and_then_belongs_to_all(desk: Desk) -> None:
    """With who shared it and the question; a second press shares nothing."""
    answer, trace_id = await _asked(desk)
    for _ in range(2):
        desk.pg.press(ADA, GENERAL, answer["ts"], SHARE_ACTION, trace_id)
    await _whispered(desk, ADA, GENERAL, phrases.shared())
    await desk.idle()
    shared = [one for one in desk.pg.answers() if payload_of(one).get("trace_id") == trace_id]

    assert 1 == len(shared)
    assert ADA in text_of(shared[0])
    assert VPN in text_of(shared[0])
    desk.pg.press(BEN, GENERAL, shared[0]["ts"], FEEDBACK_ACTION, opinion_value(1, trace_id))
    await _whispered(desk, BEN, GENERAL, phrases.thanks(1))


async def test_help_says_what_can_be_typed(desk: Desk) -> None:
    """Also where nothing is."""
    for text in ("/footnote", "/footnote help"):
        desk.pg.command(BEN, GENERAL, text)
        await _whispered(desk, BEN, GENERAL, "/footnote mute")


async def test_status_says_what_may_be_searched(desk: Desk) -> None:
    """With how old the index is."""
    desk.pg.command(BEN, GENERAL, "/footnote status")
    told = text_of(await _whispered(desk, BEN, GENERAL, phrases.well()))

    assert phrases.pages_of("docs", 4) in told


async def test_what_is_for_maintainers_is_not_told_to_others(desk: Desk) -> None:
    """Whoever is not named in the policy is told that."""
    for word in ("policy", "cases", "index"):
        desk.pg.command(BEN, GENERAL, f"/footnote {word}")
    await _whispered(desk, BEN, GENERAL, phrases.only_maintainers())


async def test_a_muted_channel_hears_only_a_private_word(desk: Desk) -> None:
    """A mention is told so, a reply in a thread gets nothing, and unmuting ends it."""
    first = desk.pg.ask(VPN)
    await desk.answer(GENERAL, first)
    desk.pg.command(BEN, GENERAL, "/footnote mute")
    await _whispered(desk, BEN, GENERAL, phrases.muted("/footnote")[:30])
    before = len(desk.pg.answers())
    desk.pg.ask(VPN, BEN)
    await _whispered(desk, BEN, GENERAL, phrases.silent_here("/footnote")[:30])
    desk.pg.say(ADA, GENERAL, "And how on a Mac?", first)
    await desk.idle()
    assert before == len(desk.pg.answers())
    desk.pg.command(ADA, GENERAL, "/footnote unmute")
    await _whispered(desk, ADA, GENERAL, phrases.unmuted())

    assert await desk.answer(GENERAL, desk.pg.ask(VPN))
