"""A channel is greeted once a day, with a button that mutes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import MUTE_ACTION, Inbound
from bot.slack import phrases
from bot.slack.greeting import Greeting
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.policy import ChannelPolicy
from tests.fakes.reception import ANN, RULES, a_reception, row, said, slack

JOINED = Inbound("joined", "j", "T1:C1:5.0", "T1", "C1", "channel", ANN, "5.0")
SAID = ("threads", "mentions", "questions", "auto", "threads")
AGAIN = replace(JOINED, key="j2", ts="6.0")


async def test_a_channel_is_greeted_and_not_again_within_the_day(ledger: Ledger) -> None:
    """However often the bot is invited."""
    web = slack()
    greeting = Greeting(a_reception(ledger, web))

    assert "greeted" == await greeting(await row(ledger, JOINED))
    assert "greeted_before" == await greeting(await row(ledger, AGAIN))
    (posted,) = web.called("chat.postMessage")
    assert MUTE_ACTION in str(posted["blocks"])
    assert "/footnote" in posted["text"]


async def test_a_channel_that_muted_the_bot_is_not_greeted(ledger: Ledger) -> None:
    """Inviting it again does not unmute it."""
    await ledger.places.mute("T1", "C1", ANN)
    web = slack()

    assert "muted" == await Greeting(a_reception(ledger, web))(await row(ledger, JOINED))
    assert "[]" == said(web, "chat.postMessage")


@pytest.mark.parametrize(
    "place",
    [
        {"channel": {"is_channel": True, "is_ext_shared": True}},
        SlackRefused("conversations.info", "channel_not_found"),
    ],
)
async def test_strangers_are_not_greeted(ledger: Ledger, place: Any) -> None:
    """Nor a channel that the bot cannot see any more."""
    web = slack(conversations__info=place)

    assert "not_allowed" == await Greeting(a_reception(ledger, web))(await row(ledger, JOINED))
    assert "[]" == said(web, "chat.postMessage")


async def test_after_a_kill_it_is_looked_whether_the_greeting_stands(ledger: Ledger) -> None:
    """It is found by its key, and posted only where it is not there."""
    there = {"ts": "5.5", "metadata": {"event_payload": {"key": "joined:j"}}}
    found = slack(conversations__history={"messages": [there]})
    missing = slack()
    for web, found_work in ((found, JOINED), (missing, AGAIN)):
        work = await row(ledger, found_work, 2, greeting=True)
        assert "greeted" == await Greeting(a_reception(ledger, web))(work)

    assert [0, 1] == [len(web.called("chat.postMessage")) for web in (found, missing)]


async def test_where_it_may_not_write_it_lets_go(ledger: Ledger) -> None:
    """Whatever else goes wrong is tried again."""
    for error, key in (("is_archived", "j"), ("fatal_error", "j2")):
        web = slack(chat__postMessage=SlackRefused("chat.postMessage", error))
        work = await row(ledger, replace(JOINED, key=key, channel=f"C{key}"))
        greeting = Greeting(a_reception(ledger, web))
        if error == "is_archived":
            assert "undeliverable_is_archived" == await greeting(work)
        else:
            with pytest.raises(SlackRefused):
                await greeting(work)


async def test_it_is_said_when_the_bot_speaks_there(ledger: Ledger) -> None:
    """As the policy has it: mentioned, in its threads, asked by anybody, or unasked where sure."""
    heard: dict[str, Any] = {"C1": {}, "C2": {"listen": "mentions"}, "C3": {"listen": "questions"}}
    heard |= {"C4": {"auto": True}, "C5": {"auto": True}}
    channels = {channel: ChannelPolicy(**rules) for channel, rules in heard.items()}
    await ledger.places.auto_off("T1", "C5", "UANN")
    told = []
    for channel in channels:
        web = slack()
        reception = a_reception(ledger, web, rules=replace(RULES, channels=channels))
        joined = replace(JOINED, key=channel, channel=channel)
        assert "greeted" == await Greeting(reception)(await row(ledger, joined))
        told.append(web.called("chat.postMessage")[0]["text"])

    assert [phrases.greeting("/footnote", one) for one in SAID] == told
    assert 4 == len(set(told))
