"""A past question is asked again in silence, and held against what people said."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.agreement import People
from bot.slack.past import Past
from bot.slack.payload import Facts
from bot.slack.ready import BROKEN, Weighing
from bot.slack.refused import SlackRefused
from bot.slack.replay import Replay, Replayed
from retrieval.ledger.ledger import Ledger
from retrieval.policy import Place
from tests.fakes.desk import Answering, a_desk, working_slack
from tests.fakes.slack import FakeWeb
from tests.fakes.unasked import ASKED, COVERED, SAID, Hops

HERE = Place("C1", "channel")
MESSAGE = {"type": "message", "ts": "5.0", "user": "UANN", "text": ASKED, "reply_count": 2}


def _replay(ledger: Ledger, web: FakeWeb, answerer: Any = None) -> Replay:
    desk = a_desk(ledger, web, answerer=answerer or Hops(COVERED))
    weighing = Weighing(desk.access, desk.threads, desk.answerer, desk.seconds)
    return Replay(Past(web, pause=0), weighing, Facts("UBOT", "BBOT", team="T1"))


async def _replayed(ledger: Ledger, web: FakeWeb, answerer: Any = None) -> Replayed:
    replay = _replay(ledger, web, answerer)
    asked = replay.question(MESSAGE, HERE)
    assert asked
    return await replay(asked, MESSAGE)


@pytest.mark.parametrize(
    "message",
    [
        {"text": "lunch is ready"},
        {"text": "<@UBOT> how long is the leave?"},
        {"text": "<@UBEN> how long is the leave?"},
        {"bot_id": "B1"},
        {"subtype": "channel_join"},
        {"thread_ts": "4.0"},
    ],
)
async def test_only_questions_of_people_to_everyone_are_replayed(
    ledger: Ledger, message: dict[str, Any]
) -> None:
    """What the bot would not take up, or was asked itself, is no case for it."""
    replay = _replay(ledger, working_slack())

    assert replay.question(MESSAGE, HERE)
    assert replay.question({**MESSAGE, "thread_ts": "5.0"}, HERE)
    assert replay.question({**MESSAGE, **message}, HERE) is None


async def test_an_answer_is_held_against_the_replies_of_others(ledger: Ledger) -> None:
    """The asker's own words and a bot's do not count, and nothing is written."""
    replies = [
        {"ts": "6.0", "user": "UANN", "text": SAID},
        {"ts": "6.1", "user": "UX", "bot_id": "B1", "text": SAID},
        {"ts": "6.2", "user": "UBEN", "text": "ask the people team"},
    ]
    web = working_slack(conversations__replies={"messages": replies})
    found = await _replayed(ledger, web)

    assert ("", SAID, "differed") == (found.reason, found.answer, "differed")
    assert People.DIFFERED == found.people
    assert "ask the people team" == found.said
    assert Replayed.read(found.row()) == found
    assert {name for name, _ in web.calls} <= {
        "users.info", "conversations.info", "conversations.replies"
    }  # fmt: skip


async def test_silence_has_its_reason_and_a_failure_its_own(ledger: Ledger) -> None:
    """What could not be replayed is told apart from what was left alone."""
    quiet = await _replayed(ledger, working_slack(), Answering())
    refused = SlackRefused("conversations.info", "channel_not_found")
    failed = await _replayed(ledger, working_slack(conversations__info=refused))

    assert ("not covered: failed", "") == (quiet.reason, quiet.failure)
    assert BROKEN == failed.reason
    assert "channel_not_found" in failed.failure
