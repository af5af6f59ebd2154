"""A question that the documentation does not answer is handed to people, from card to paragraph."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.playground import cast, manifest
from bot.playground.values import Group
from bot.slack import phrases
from bot.slack.actions import HUMAN_ACTION
from bot.slack.card import BACK_ACTION, CLAIM_ACTION, RESOLVE_ACTION, SOLVED_ACTION
from retrieval.ports.escalations import RESOLVED, SOLVED
from tests.playground import ADA, BEN, CHLOE, GENERAL, HELP, LEADS, playground
from tests.scenarios.conftest import Desk, bot_in, text_of

ELA = "U0ELA00009"
"""She reads German."""
CHESS = "Who won the chess championship of {year}?"
POLICY = f"""
[maintainers]
people = ["{ADA}"]
channel = "{HELP}"

[collections.docs]
open = true
support = "{LEADS}"
answer_within = 90
owners = ["{ADA}", "S0123ABCD"]

[channels.{LEADS}]
hand_over = "refusals"
"""


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A bot whose documentation has a private channel where Ada and Ben help."""
    folder = tmp_path_factory.mktemp("escalation")
    shutil.copytree(indexed, folder / "data")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    options = {"policy": folder / "policy.toml"}
    scopes = manifest.read().scopes | {"usergroups:read"}
    async with (
        playground(app=replace(cast.app(), scopes=scopes)) as pg,
        bot_in(pg, folder / "data", **options) as desk,
    ):
        pg.workspace.groups.append(Group("S0123ABCD", "People team", "people-team"))
        ela = next(person for person in cast.others() if person.id == ELA)
        pg.workspace.add_person(ela)
        pg.workspace.join(ELA, GENERAL)
        yield desk


def _button(message: dict[str, Any], action_id: str) -> str:
    """Return the value of a button below a message; empty where there is none."""
    return next(
        (
            str(element["value"])
            for block in message.get("blocks") or ()
            for element in block.get("elements", ())
            if element.get("action_id") == action_id
        ),
        "",
    )


async def _handed_over(desk: Desk, year: int) -> tuple[str, dict[str, Any]]:
    """Let Chloe ask what nobody wrote down, and then for people; return thread and card."""
    ts = desk.pg.ask(CHESS.format(year=year), user=CHLOE)
    answer = await desk.answer(GENERAL, ts)
    desk.pg.press(CHLOE, GENERAL, answer["ts"], HUMAN_ACTION, _button(answer, HUMAN_ACTION))
    card = await desk.pg.wait_for(lambda: _card(desk, LEADS, str(year)))
    return ts, card


def _card(desk: Desk, channel: str, about: str) -> dict[str, Any] | None:
    found = [one for one in desk.pg.answers(channel) if about in text_of(one)]
    return next((one for one in found if not one.get("thread_ts")), None)


def _card_of(desk: Desk, channel: str, value: str) -> dict[str, Any] | None:
    found = [one for one in desk.pg.answers(channel) if _button(one, CLAIM_ACTION) == value]
    return next(iter(found), None)


def _reply(desk: Desk, card: dict[str, Any], said: str) -> dict[str, Any] | None:
    """Return the reply below a card that says something."""
    replies = desk.pg.answers(LEADS, card["ts"])[1:]
    return next((one for one in replies if said in text_of(one)), None)


def _private(desk: Desk, user: str, action_id: str) -> dict[str, Any] | None:
    """Return the last private word to somebody that has a button."""
    found = [one for one in desk.pg.whispers(user, GENERAL) if _button(one, action_id)]
    return found[-1] if found else None


async def _now(desk: Desk, card: dict[str, Any], said: str, channel: str = LEADS) -> Any:
    """Wait until a card says something."""

    def ready() -> Any:
        shown = [one for one in desk.pg.answers(channel) if one["ts"] == card["ts"]]
        return next((one for one in shown if said in text_of(one)), None)

    return await desk.pg.wait_for(ready)


async def _told(desk: Desk, ts: str, said: str) -> dict[str, Any]:
    """Wait until the bot says something in a thread of #general."""
    found: dict[str, Any] = await desk.pg.wait_for(
        lambda: next((one for one in desk.pg.answers(GENERAL, ts) if said in text_of(one)), None)
    )
    return found


@pytest.mark.asyncio(loop_scope="module")
async def test_from_the_call_to_the_paragraph(desk: Desk) -> None:
    """Handed over whole, claimed by somebody, kept quiet about, resolved with its answer."""
    ts, card = await _handed_over(desk, 1972)
    value = _button(card, CLAIM_ACTION)
    desk.pg.press(BEN, LEADS, card["ts"], CLAIM_ACTION, value)
    await _now(desk, card, phrases.has_it(f"<@{CHLOE}>", "").rstrip(": "))
    told = await _told(desk, ts, phrases.taken())
    desk.pg.say(CHLOE, GENERAL, "And who won the one before?", ts)
    await desk.idle()
    quiet = len(desk.pg.answers(GENERAL, ts))

    desk.pg.press(BEN, LEADS, card["ts"], RESOLVE_ACTION, value)
    await desk.pg.wait_for(lambda: desk.pg.view(BEN))
    desk.pg.submit(BEN, {"answer": "Fischer won it, in Reykjavik.", "page": "leave.md"})
    await _now(desk, card, "Reykjavik")
    answer = await _told(desk, ts, "Reykjavik")
    await desk.idle()
    draft = await desk.pg.wait_for(lambda: _reply(desk, card, "Reykjavik"))
    async with desk.ledger() as ledger:
        after = await ledger.escalations.find(value)
        (case,) = await ledger.cases.list(kind="human")

    assert (RESOLVED, BEN) == (after.state, after.holder)
    assert phrases.near_passages() in text_of(card)
    assert "Laptops" in text_of(card)
    assert "People team (@people-team)" in text_of(card)
    assert "<!subteam" not in str(card)
    assert f"<@{BEN}>" in text_of(told)
    assert _button(told, SOLVED_ACTION)
    assert 2 == quiet
    assert f"<@{BEN}>" in text_of(answer)
    assert "Fischer won it, in Reykjavik." in text_of(draft)
    assert (("docs:leave.md",), "Fischer won it, in Reykjavik.") == (
        case.label.right,
        case.label.expected,
    )


@pytest.mark.asyncio(loop_scope="module")
async def test_of_a_private_question_both_sides_are_told_what_the_others_know(desk: Desk) -> None:
    """Those who help in English, by what they are to do; who asked in their own language."""
    desk.pg.command(ELA, GENERAL, f"/footnote {CHESS.format(year=2001)}")
    answer = await desk.pg.wait_for(lambda: _private(desk, ELA, HUMAN_ACTION))
    desk.pg.press(ELA, GENERAL, answer["ts"], HUMAN_ACTION, _button(answer, HUMAN_ACTION))
    card = await desk.pg.wait_for(lambda: _card(desk, LEADS, ELA))
    with phrases.speaking("de-DE"):
        unread = phrases.sees_name()
    told = await desk.pg.wait_for(
        lambda: [one for one in desk.pg.whispers(ELA, GENERAL) if unread in text_of(one)]
    )

    assert "#leads" not in text_of(told[0]), "she is not in that channel"
    for said in (phrases.asks_a_human(""), phrases.private_question(), phrases.ask_them()):
        assert said in text_of(card)
    assert "2001" not in str(card)


@pytest.mark.asyncio(loop_scope="module")
async def test_a_rule_hands_over_what_is_refused(desk: Desk) -> None:
    """In the channel that the policy names, without anybody's asking; its asker is told."""
    ts = desk.pg.ask(CHESS.format(year=1990), user=BEN, channel=LEADS)
    card = await desk.pg.wait_for(lambda: _card(desk, LEADS, "1990"))
    told = await desk.pg.wait_for(
        lambda: [one for one in desk.pg.answers(LEADS, ts) if "#leads" in text_of(one)]
    )

    assert f"<@{BEN}>" in card["text"]
    assert phrases.passed_on_by_rule("#leads") in text_of(told[0])


@pytest.mark.asyncio(loop_scope="module")
async def test_what_is_not_theirs_goes_on_and_what_is_solved_is_over(desk: Desk) -> None:
    """The maintainers are told next, with a guest among them not what was asked."""
    ts, card = await _handed_over(desk, 1984)
    value = _button(card, BACK_ACTION)
    desk.pg.press(BEN, LEADS, card["ts"], BACK_ACTION, value)
    left = await _now(desk, card, phrases.has_handed_on(f"<@{CHLOE}>", "").rstrip(": "))
    again = await desk.pg.wait_for(lambda: _card_of(desk, HELP, value))
    desk.pg.press(CHLOE, HELP, again["ts"], CLAIM_ACTION, value)
    told = await _told(desk, ts, phrases.taken())
    desk.pg.press(ADA, GENERAL, told["ts"], SOLVED_ACTION, value)
    await desk.idle()
    async with desk.ledger() as ledger:
        before = await ledger.escalations.find(value)
    desk.pg.press(CHLOE, GENERAL, told["ts"], SOLVED_ACTION, value)
    await _now(desk, again, phrases.has_solved("").rstrip(": "), HELP)
    await desk.idle()
    async with desk.ledger() as ledger:
        after = await ledger.escalations.find(value)
        history = await ledger.escalations.history(value)

    assert not _button(left, CLAIM_ACTION)
    assert "1984" not in text_of(again)
    assert ("claimed", CHLOE, SOLVED) == (before.state, before.holder, after.state)
    assert ["opened", "handed_back", "claimed", "solved"] == [one.what for one in history]
    assert all(one.told for one in history)
