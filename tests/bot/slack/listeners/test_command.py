"""The slash command: words of its own are done, everything else is a private question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.inbound import Acknowledged
from bot.slack import phrases
from bot.slack.listeners.command import MAINTAINERS, Command
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from tests.fakes.desk import Pages
from tests.fakes.reception import ANN, MAIN, a_reception, slack
from tests.fakes.slack_reading import live

URL = "https://hooks.slack.com/commands/T1/1/x"


def _typed(text: str, user: str = ANN, **more: Any) -> dict[str, Any]:
    return {
        "command": "/footnote", "text": text, "user_id": user, "channel_id": "C1",
        "team_id": "T1", "trigger_id": "1.2.x", "response_url": URL, **more,
    }  # fmt: skip


async def _answer(ledger: Ledger, text: str, user: str = ANN, **replies: Any) -> Acknowledged:
    return await Command(a_reception(ledger, slack(**replies)))(_typed(text, user))


def _text(answered: Acknowledged) -> str:
    assert answered.body
    assert "ephemeral" == answered.body["response_type"]
    return str(answered.body["text"])


@pytest.mark.parametrize(
    "text", ["How long?", "status of the VPN", "help me with the VPN", "mute me"]
)
async def test_what_is_no_word_of_its_own_is_a_question(ledger: Ledger, text: str) -> None:
    """It becomes a private row before it is acknowledged, and is repeated to its asker."""
    answered = await _answer(ledger, text)
    (row,) = answered.rows

    assert ("question", text, "command", True, URL, "C1", ANN) == (
        row.kind,
        row.text,
        row.source,
        row.private,
        row.response_url,
        row.channel,
        row.user,
    )
    assert text in _text(answered)


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("hello", {}),
        ("How long?", {"users__info": {"user": {"id": ANN, "deleted": True}}}),
        ("How long?", {"users__info": {"user": {"id": ANN, "is_restricted": True}}}),
    ],
)
async def test_what_is_not_looked_up_is_not_said_to_be(
    ledger: Ledger, text: str, more: dict[str, Any]
) -> None:
    """Small talk, and who may not ask: the row says why, and nothing is said before that."""
    answered = await _answer(ledger, text, **more)

    assert answered.body is None
    assert [("question", text)] == [(row.kind, row.text) for row in answered.rows]


async def test_where_nothing_is_indexed_nothing_is_said_to_be_looked_up(ledger: Ledger) -> None:
    """The row says that there is no index."""
    command = Command(a_reception(ledger, slack(), store=Pages(pages=0)))
    answered = await command(_typed("How long?"))

    assert (None, 1) == (answered.body, len(answered.rows))


@pytest.mark.parametrize("error", ["fatal_error", "user_not_found"])
async def test_a_question_that_cannot_be_judged_yet_is_only_repeated(
    ledger: Ledger, error: str
) -> None:
    """Neither that it is looked up nor that it is not is said before it is known."""
    answered = await _answer(ledger, "How long?", users__info=SlackRefused("users.info", error))

    assert phrases.asked_privately("How long?") == _text(answered)
    assert 1 == len(answered.rows)


async def test_a_slow_slack_keeps_no_question_waiting(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is taken in time all the same."""
    monkeypatch.setattr("bot.slack.listeners.command.ANSWER_SECONDS", 0.0)
    answered = await _answer(ledger, "How long?")

    assert phrases.asked_privately("How long?") == _text(answered)
    assert 1 == len(answered.rows)


async def test_two_commands_are_two_questions(ledger: Ledger) -> None:
    """The same words a minute later are asked again."""
    command = Command(a_reception(ledger, slack()))
    rows = [
        row
        for trigger in ("1", "2")
        for row in (await command(_typed("How long?", trigger_id=trigger))).rows
    ]

    assert not set(rows[0].keys) & set(rows[1].keys)
    assert rows[0].lane == rows[1].lane


@pytest.mark.parametrize("text", ["", " ", "help", "HELP"])
async def test_help_is_for_everybody_and_more_for_maintainers(ledger: Ledger, text: str) -> None:
    """Nothing typed is a call for help."""
    plain, more = await _answer(ledger, text), await _answer(ledger, text, MAIN)

    assert () == plain.rows
    assert "/footnote mute" in _text(plain)
    assert "/footnote cases" not in _text(plain)
    assert "/footnote cases" in _text(more)


@pytest.mark.parametrize("text", sorted(MAINTAINERS))
async def test_reports_for_maintainers_are_theirs_alone(ledger: Ledger, text: str) -> None:
    """Everybody else is told that, and nothing is looked up for them."""
    assert phrases.only_maintainers() == _text(await _answer(ledger, text))
    assert phrases.only_maintainers() != _text(await _answer(ledger, text, MAIN))


async def test_status_is_for_everybody(ledger: Ledger) -> None:
    """Whatever the case of the word."""
    assert "docs (3 pages)" in _text(await _answer(ledger, "Status"))


@pytest.mark.parametrize("text", ["mute", "unmute"])
async def test_muting_is_a_row(ledger: Ledger, text: str) -> None:
    """Whether this person may is decided when it is dealt with, so nothing is said yet."""
    answered = await _answer(ledger, text)

    assert answered.body is None
    assert [("mute", text, "C1")] == [(r.kind, r.subject, r.channel) for r in answered.rows]


async def test_a_report_that_cannot_be_made_asks_to_try_again(ledger: Ledger) -> None:
    """Slack says nothing, so nothing is told."""
    refused = SlackRefused("users.info", "fatal_error")

    assert phrases.try_again() == _text(await _answer(ledger, "status", users__info=refused))


@given(text=st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_nothing_typed_becomes_live(text: str) -> None:
    """Whatever is typed, what goes back notifies nobody and links nowhere."""
    import asyncio  # noqa: PLC0415

    ledger: Any = None
    answered = asyncio.run(_answer(ledger, f"x {text}"))

    assert [] == live(_text(answered))
