"""At its start the bot tells the maintainers of channels that it cannot answer in, once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.selfcheck import self_check
from retrieval.errors import LedgerError
from retrieval.policy import ChannelPolicy, CollectionPolicy, Policy
from tests.fakes.slack import FakeWeb

DOCS = {"docs": CollectionPolicy(open=True)}
AUTO = {"C1": ChannelPolicy(auto=True)}
UNKNOWN = SlackRefused("conversations.info", "channel_not_found")


class _Box:
    """An outbox that keeps what it is told, each key once."""

    def __init__(self) -> None:
        self.told: dict[str, tuple[str, str]] = {}

    async def notify(self, to: str, text: str, *, key: str, **_: Any) -> bool:
        new = key not in self.told
        self.told.setdefault(key, (to, text))
        return new


def _slack(**channels: Any) -> FakeWeb:
    def info(channel: str) -> Any:
        found = channels[channel]
        if isinstance(found, Exception):
            raise found
        return {"channel": found}

    return FakeWeb({"conversations.info": info})


async def test_a_channel_that_cannot_be_answered_is_told_of_once() -> None:
    """What onyx PR #10978 asks for: not in silence, and once for each fault."""
    box, rules = _Box(), Policy(DOCS, maintainers_channel="C9", channels=AUTO)
    web = _slack(C1=UNKNOWN, C9={"name": "ops", "is_member": True})

    for _ in range(3):
        await self_check(web, rules, box, "T1")

    ((to, text),) = box.told.values()
    assert "C9" == to
    assert "In the channel C1, which the policy names, I cannot answer" in text
    assert "Invite the bot" in text


async def test_maintainers_are_told_where_their_channel_cannot_be() -> None:
    """Each person, of their channel too."""
    rules = Policy(DOCS, maintainers=("U1", "U2"), maintainers_channel="C9", channels=AUTO)
    box = _Box()
    await self_check(_slack(C1={"name": "x", "is_member": False}, C9=UNKNOWN), rules, box, "T1")

    assert ["U1", "U1", "U2", "U2"] == sorted(to for to, _ in box.told.values())


@pytest.mark.parametrize(
    "told",
    [{"name": "x", "is_member": True}, {"is_im": True}, SlackRefused("x", "fatal_error")],
)
async def test_nothing_is_said_of_what_works_or_is_not_known_now(told: Any) -> None:
    """A Slack that does not answer at the start is no fault of a channel."""
    box = _Box()
    await self_check(_slack(C1=told), Policy(DOCS, maintainers=("U1",), channels=AUTO), box, "T1")

    assert {} == box.told


async def test_a_ledger_that_cannot_be_written_does_not_stop_the_bot() -> None:
    """The check is a courtesy: it raises nothing."""

    class Broken(_Box):
        async def notify(self, to: str, text: str, *, key: str, **_: Any) -> bool:
            raise LedgerError("locked")

    rules = Policy(DOCS, maintainers=("U1",), channels=AUTO)
    await self_check(_slack(C1=UNKNOWN), rules, Broken(), "T1")
