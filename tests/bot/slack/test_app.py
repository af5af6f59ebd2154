"""What Slack sends is committed before it is acknowledged, through Bolt's own dispatch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.inbound import CASE_ACTION, FEEDBACK_ACTION, Acknowledged, Inbound, Prompt
from bot.metrics import Metrics
from bot.slack import app as app_module
from bot.slack import phrases
from bot.slack.actions import STOP_ACTION
from bot.slack.app import Identity, Receiver, identify
from bot.slack.bolt import build
from bot.slack.refused import SlackRefused
from bot.slack.web import open_web
from retrieval import wiring
from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.policy import Policy
from retrieval.ports import Posting
from retrieval.settings import load
from tests.fakes.slack import FakeWeb

IDENTITY = Identity("T1", "UBOT", "BBOT", "AAPP")


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


class _Bot:
    """A receiver over a real ledger behind a real Bolt app."""

    def __init__(self, ledger: Ledger) -> None:
        self.put: list[Inbound] = []
        self.cancelled: list[str] = []
        self.lost: list[tuple[str, str]] = []
        self.metrics = Metrics()
        self.receiver = Receiver(
            ledger.inbox,
            ledger.postings,
            IDENTITY.facts,
            self.metrics,
            self.put.append,
            self._cancel,
            lambda found, attempt: self.lost.append((found.message_key, attempt)),
        )

    def _cancel(self, key: str) -> bool:
        self.cancelled.append(key)
        return False

    async def send(self, payload: dict[str, Any]) -> int:
        """Dispatch a payload as the socket does; return the status."""
        async with open_web("xoxb-1", base_url="http://127.0.0.1:9/api/") as web:
            app = build(self.receiver, IDENTITY, web)
            headers = {"x-slack-retry-num": "0"}
            request = AsyncBoltRequest(
                body=json.dumps(payload), headers=headers, mode="socket_mode"
            )
            return int((await app.async_dispatch(request)).status)


def _message(text: str, ts: str = "5.0", **more: Any) -> dict[str, Any]:
    event = {"type": "message", "user": "UANN", "text": text, "ts": ts, "channel": "C1"} | more
    return {
        "type": "event_callback",
        "team_id": "T1",
        "api_app_id": "AAPP",
        "event_id": f"Ev{ts}{more}",
        "event": event,
    }


async def _waiting(ledger: Ledger) -> int:
    return (await ledger.inbox.backlog()).waiting


async def test_a_question_is_a_row_and_then_acknowledged(ledger: Ledger) -> None:
    """200 with one row; the same event and the mention's twin add none."""
    bot = _Bot(ledger)
    payload = _message("<@UBOT> how?")
    twin = _message("<@UBOT> how?", channel_type="channel")

    assert [200, 200, 200] == [await bot.send(one) for one in (payload, payload, twin)]
    assert 1 == await _waiting(ledger)
    assert ["how?"] == [found.text for found in bot.put]


async def test_what_is_not_for_us_is_acknowledged_and_leaves_no_row(ledger: Ledger) -> None:
    """Also an event that nobody listens to: unacknowledged, Slack would send it again."""
    bot = _Bot(ledger)
    event = {"type": "team_rename", "name": "x"}
    unknown = {"type": "event_callback", "team_id": "T1", "event": event}

    assert [200, 200] == [await bot.send(one) for one in (_message("lunch?"), unknown)]
    assert 0 == await _waiting(ledger)


@pytest.mark.parametrize("error", [LedgerError("The ledger is busy."), TimeoutError()])
async def test_what_cannot_be_committed_is_not_acknowledged(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Slack delivers it again, and then it is a row."""
    bot = _Bot(ledger)

    async def put(*_: object) -> bool:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(ledger.inbox, "put", put)
        first = await bot.send(_message("<@UBOT> how?"))
    second = await bot.send(_message("<@UBOT> how?"))

    assert (503, 200) == (first, second)
    assert [("T1:C1:5.0", "0")] == bot.lost
    assert 1 == await _waiting(ledger)


async def test_a_slow_ledger_is_not_waited_for(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Slack's three seconds an acknowledgement would come too late."""
    monkeypatch.setattr(app_module, "COMMIT_SECONDS", 0.01)

    async def put(*_: object) -> bool:
        await asyncio.Event().wait()
        return True

    monkeypatch.setattr(ledger.inbox, "put", put)

    assert 503 == await _Bot(ledger).send(_message("<@UBOT> how?"))


async def test_a_bug_is_not_acknowledged(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is raised, no acknowledgement tells Slack to forget the event."""

    async def put(*_: object) -> bool:
        raise ValueError("a bug")

    monkeypatch.setattr(ledger.inbox, "put", put)

    assert 200 != await _Bot(ledger).send(_message("<@UBOT> how?"))


async def test_a_reply_is_heard_where_the_thread_is_ours(ledger: Ledger) -> None:
    """By a posting in the thread, or by a question in it that is not answered yet."""
    bot = _Bot(ledger)
    ignored = await bot.send(_message("and?", "6.0", thread_ts="1.0"))
    await ledger.postings.keep(Posting("t1", "T1", "C1", "1.0", ("1.5",), "UANN", "1.0"))
    await bot.send(_message("and now?", "7.0", thread_ts="1.0"))
    await bot.send(_message("<@UBOT> how?", "8.0"))
    await bot.send(_message("on a Mac?", "9.0", thread_ts="8.0"))

    assert 200 == ignored
    assert ["and now?", "how?", "on a Mac?"] == [found.text for found in bot.put]


async def test_an_answer_of_a_person_is_heard_where_the_bot_had_none(ledger: Ledger) -> None:
    """It leaves a row only in a thread whose last answer was a refusal."""
    bot = _Bot(ledger)
    reply = _message("Salaries are paid on the 25th of each month.", "7.0", thread_ts="5.0")
    posting = Posting("t1", "T1", "C1", "5.0", ("6.0",), "UOTHER", "5.0", "answered")
    await ledger.postings.keep(posting)
    await bot.send(reply)
    before = await _waiting(ledger)
    await ledger.postings.keep(replace(posting, outcome="not_in_context"))
    await bot.send(reply)

    assert (0, 1) == (before, await _waiting(ledger))


async def test_a_deleted_question_that_waits_is_closed(ledger: Ledger) -> None:
    """Its row is closed before anyone works on it; one in work is stopped."""
    bot = _Bot(ledger)
    await bot.send(_message("<@UBOT> how?"))
    gone = {"type": "message", "user": "UANN", "text": "<@UBOT> how?", "ts": "5.0"}
    deletion = _message(
        "", subtype="message_deleted", deleted_ts="5.0", previous_message=gone, hidden=True
    )

    assert 200 == await bot.send(deletion)
    assert 0 == await _waiting(ledger)
    assert [] == bot.cancelled
    await bot.send(deletion)
    assert ["T1:C1:5.0"] == bot.cancelled


async def test_the_bot_learns_who_it_is_once() -> None:
    """auth.test says so, and a refusal is raised with its sentence."""
    web = FakeWeb({"auth.test": {"team_id": "T1", "user_id": "UBOT", "bot_id": "BBOT"}})

    assert Identity("T1", "UBOT", "BBOT") == await identify(web)
    web.replies["auth.test"] = SlackRefused("auth.test", "invalid_auth")
    with pytest.raises(SlackRefused, match="SLACK_BOT_TOKEN"):
        await identify(web)


async def test_what_is_heard_is_the_hearing_bots_own(ledger: Ledger) -> None:
    """Where Slack names the other workspace of a shared channel, the lane is still our own."""
    bot = _Bot(ledger)
    theirs = _message("<@UBOT> how?") | {"team_id": "T2", "is_ext_shared_channel": True}

    assert 200 == await bot.send(theirs)
    assert ["T1:C1:5.0"] == [found.lane for found in bot.put]


PRESS = {
    "type": "block_actions",
    "team": {"id": "T1"},
    "user": {"id": "UANN"},
    "container": {"message_ts": "6.0", "channel_id": "C1", "thread_ts": "5.0"},
    "actions": [{"action_id": FEEDBACK_ACTION, "value": "-1:t1", "action_ts": "7.0"}],
}


@pytest.mark.parametrize("failures", [0, 3])
async def test_a_press_is_tried_for_as_long_as_slack_waits(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    """It is not delivered again: a ledger that is locked for a moment loses nothing."""
    monkeypatch.setattr(app_module, "RETRY_SECONDS", 0.001)
    bot, real, left = _Bot(ledger), ledger.inbox.put, [LedgerError("busy")] * failures

    async def put(*row: Any) -> bool:
        if left:
            raise left.pop()
        return await real(*row)

    monkeypatch.setattr(ledger.inbox, "put", put)

    assert 200 == await bot.send(PRESS)
    assert 1 == await _waiting(ledger)
    assert [] == bot.lost


async def test_a_press_that_cannot_be_kept_is_told_of(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the time is over it is given up, and said to be lost."""
    monkeypatch.setattr(app_module, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(app_module, "COMMIT_SECONDS", 0.1)
    bot = _Bot(ledger)

    async def put(*_: object) -> bool:
        raise LedgerError("busy")

    monkeypatch.setattr(ledger.inbox, "put", put)

    assert 503 == await bot.send(PRESS)
    assert [("T1:C1:6.0", "0")] == bot.lost


async def test_what_is_answered_at_once_goes_back_with_the_acknowledgement(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener's body is Slack's answer, and the rows that it names are committed first."""
    bot = _Bot(ledger)
    row = Inbound("question", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", text="how?")

    async def listener(payload: Mapping[str, Any]) -> Acknowledged:
        return Acknowledged({"text": payload["text"]}, (row,))

    bot.receiver = replace(bot.receiver, listeners={"word": listener})
    monkeypatch.setattr(app_module, "hear", lambda payload, _: Prompt("word", payload))
    taken = await bot.receiver.take({"text": "hello"})

    assert (200, {"text": "hello"}) == (taken.status, taken.body)
    assert 1 == await _waiting(ledger)


@pytest.mark.parametrize("failures", [2, 1_000_000])
async def test_a_command_is_answered_whatever_becomes_of_its_row(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    """It is not delivered again: tried for as long as Slack waits, then told in its answer."""
    monkeypatch.setattr(app_module, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(app_module, "COMMIT_SECONDS", 0.2)
    bot, real, left = _Bot(ledger), ledger.inbox.put, iter(range(failures))
    row = Inbound("question", "k", "m", "T1", "C1", "channel", "UANN", "", source="command")

    async def put(*given: Any) -> bool:
        if next(left, None) is not None:
            raise LedgerError("busy")
        return await real(*given)

    async def listener(_: Mapping[str, Any]) -> Acknowledged:
        return Acknowledged({"text": "I am looking that up."}, (row,))

    monkeypatch.setattr(ledger.inbox, "put", put)
    bot.receiver = replace(bot.receiver, listeners={"command": listener})
    taken = await bot.receiver.take({"command": "/footnote", "text": "how?"})
    kept = failures == 2

    assert 200 == taken.status
    assert taken.body
    assert (taken.body["text"] == phrases.ledger_locked()) is not kept
    assert int(kept) == await _waiting(ledger)


async def test_a_window_that_cannot_be_answered_is_left_to_slack(ledger: Ledger) -> None:
    """Slack itself tells whoever submitted it."""

    async def listener(_: Mapping[str, Any]) -> Acknowledged:
        raise LedgerError("busy")

    bot = _Bot(ledger)
    bot.receiver = replace(bot.receiver, listeners={"case": listener})
    press = PRESS | {"actions": [{"action_id": CASE_ACTION, "value": "c1"}]}

    assert 503 == (await bot.receiver.take(press)).status
    assert [] == bot.lost


async def test_what_was_said_of_a_deleted_question_is_taken_away(ledger: Ledger) -> None:
    """A question that was begun leaves a row: whoever works on it removes its answer."""
    bot = _Bot(ledger)
    await bot.send(_message("<@UBOT> how?"))
    await ledger.inbox.lease(seconds=60)
    gone = {"type": "message", "user": "UANN", "text": "<@UBOT> how?", "ts": "5.0"}
    await bot.send(
        _message(
            "", subtype="message_deleted", deleted_ts="5.0", previous_message=gone, hidden=True
        )
    )

    assert ["question", "deleted"] == [found.kind for found in bot.put]
    assert ["T1:C1:5.0"] == bot.cancelled


async def test_an_answer_is_stopped_wherever_it_is_given(ledger: Ledger) -> None:
    """By its thread, through the ledger: another process may be giving it."""
    bot = _Bot(ledger)
    await bot.send(_message("<@UBOT> how?"))
    (job,) = await ledger.inbox.lease(seconds=60)
    stop = {
        "type": "agent_session_stopped",
        "user": "UANN",
        "channel": "C1",
        "thread_ts": "5.0",
        "event_ts": "9.0",
    }
    await bot.send({**_message(""), "event": stop})

    assert "stopped" == await ledger.inbox.stopped(job)
    assert ["question"] == [found.kind for found in bot.put]


@pytest.mark.parametrize(("user", "stopped"), [("UBEN", ""), ("UMAIN", "stopped")])
async def test_another_person_stops_no_answer(ledger: Ledger, user: str, stopped: str) -> None:
    """By Slack's own button or by ours; a maintainer may."""
    bot = _Bot(ledger)
    bot.receiver = replace(bot.receiver, policy=Policy({}, maintainers=("UMAIN",)))
    await bot.send(_message("<@UBOT> how?"))
    (job,) = await ledger.inbox.lease(seconds=60)
    place = {"channel": "C1", "thread_ts": "5.0", "event_ts": "9.0"}
    event = {"type": "agent_session_stopped", "user": user, **place}
    press = {
        "type": "block_actions",
        "user": {"id": user},
        "container": {"message_ts": "6.0", "channel_id": "C1", "thread_ts": "5.0"},
        "actions": [{"action_id": STOP_ACTION, "value": "5.0", "action_ts": "7.0"}],
    }

    assert [200, 200] == [await bot.send(one) for one in (press, {**_message(""), "event": event})]
    assert stopped == await ledger.inbox.stopped(job)
