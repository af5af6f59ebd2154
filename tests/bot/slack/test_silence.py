"""Whoever wonders why the bot kept quiet is told so in private, whoever decided it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.payload import Facts
from bot.slack.refused import SlackRefused
from bot.slack.silence import Silence
from bot.slack.work import Work
from retrieval.policy import ChannelPolicy, Policy
from retrieval.ports import Job
from tests.fakes.slack import FakeWeb

TS, ROOT = "1700000000.000100", "1699999999.000100"
POLICY = Policy(
    {},
    channels={"CQUIET": ChannelPolicy(listen="mentions"), "CALL": ChannelPolicy(auto=True)},
)


class _Ledger:
    """What is known of a message."""

    def __init__(self, *, answered: bool, result: str | None, ours: bool) -> None:
        self.was_answered, self.result, self.is_ours = answered, result, ours

    async def of_question(self, *_: str) -> object:
        return self if self.was_answered else None

    async def decided(self, key: str) -> str | None:
        assert key.endswith(TS)
        return self.result

    async def ours(self, *_: str) -> bool:
        return self.is_ours


async def _why(message: dict[str, Any] | None, channel: str = "C1", **known: Any) -> str:
    """React with a thinking face; return the one thing that is said."""
    ledger: Any = _Ledger(**({"answered": False, "result": None, "ours": False} | known))
    whole = {"ts": TS, "user": "UANN", "type": "message"} | (message or {})
    replies = {"messages": [whole]} if message is not None else SlackRefused("x", "missing_scope")
    web = FakeWeb({"conversations.replies": replies, "chat.postEphemeral": {"ok": True}})
    silence = Silence(web, ledger, ledger, Facts("UBOT", "BBOT"), POLICY)
    row = Inbound("why", "k", f"T1:{channel}:{TS}", "T1", channel, "channel", "UBOB", TS)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    work = Work(Job(1, "why", row.lane, row.payload(), now, 1, "l"), None)  # type: ignore[arg-type]

    assert "told" == await silence(work)
    (said,) = web.called("chat.postEphemeral")
    assert ("UBOB", channel) == (said["user"], said["channel"])
    return str(said["text"])


QUESTION = {"text": "how do I get a laptop?"}
REPLY = {"text": "and on mac?", "thread_ts": ROOT}


@pytest.mark.parametrize(
    ("message", "channel", "known", "reason"),
    [
        (QUESTION, "C1", {}, "not addressed to the bot"),
        (QUESTION | {"thread_ts": TS}, "C1", {}, "not addressed to the bot"),
        ({"text": "lunch is ready"}, "CALL", {}, "no question"),
        ({"text": "Bob, how do I reset it?"}, "CALL", {}, "a question to somebody"),
        (QUESTION, "CALL", {}, "unheard"),
        (REPLY, "C1", {}, "not addressed to the bot"),
        (REPLY, "CQUIET", {}, "not addressed to the bot"),
        (
            {"text": "<@UBOB> can you?", "thread_ts": ROOT},
            "C1",
            {"ours": True},
            "said to someone else in the bot's thread",
        ),
        (REPLY, "CQUIET", {"ours": True}, "only mentions are heard in this channel"),
        (QUESTION | {"bot_id": "BCI"}, "C1", {}, "another bot's message"),
        (None, "C1", {}, "unreadable"),
        (
            REPLY,
            "C1",
            {"result": "quiet: a joke in the bot's thread"},
            "a joke in the bot's thread",
        ),
        (REPLY, "C1", {"result": "quiet: not covered"}, "not covered"),
        (QUESTION, "C1", {"result": ""}, "waiting"),
        (QUESTION, "C1", {"result": "not_allowed"}, "not allowed"),
        (QUESTION, "C1", {"result": "muted"}, "muted"),
        (QUESTION, "C1", {"result": "answered"}, "answered"),
        (QUESTION, "C1", {"answered": True}, "answered"),
    ],
)
async def test_the_reason_is_told(
    message: dict[str, Any] | None, channel: str, known: dict[str, Any], reason: str
) -> None:
    """That of the row where there is one, else what is decided when it is heard once more."""
    told = await _why(message, channel, **known)

    assert phrases.why(reason) == told


def test_every_reason_is_worded() -> None:
    """A reason that nobody worded is told as what it comes to."""
    assert phrases.why("a reason of tomorrow") == phrases.why("")
