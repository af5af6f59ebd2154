"""Whoever asked what could not be kept is told so, once, when Slack gives up."""

from __future__ import annotations

from dataclasses import replace

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.refused import SlackRefused
from bot.slack.regrets import LAST_DELIVERY, Regrets
from tests.fakes.slack import FakeWeb

ASKED = Inbound("question", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", text="how?")


async def test_the_last_delivery_is_told_of_once() -> None:
    """Earlier ones will come again; a mention's two events are one question."""
    web = FakeWeb(
        {"chat.postMessage": {"ts": "6.0"}, "chat.update": {}, "assistant.threads.setStatus": {}}
    )
    regrets = Regrets(web)
    for attempt in ("0", "1", "2", LAST_DELIVERY, LAST_DELIVERY):
        regrets.lost(ASKED, attempt)
    regrets.lost(replace(ASKED, kind="feedback", message_key="T1:C1:6.0"), LAST_DELIVERY)
    await regrets.close()
    (said,) = web.called("chat.postMessage")

    assert "5.0" == said["thread_ts"]
    assert phrases.ledger_locked()[:30] in str(said)


async def test_a_slack_that_refuses_too_is_logged() -> None:
    """There is nothing more to be done, and nothing is raised."""
    web = FakeWeb({"chat.postMessage": SlackRefused("chat.postMessage", "is_archived")})
    regrets = Regrets(web)
    regrets.lost(ASKED, LAST_DELIVERY)
    await regrets.close()

    assert 1 == len(web.called("chat.postMessage"))


async def test_a_press_that_is_lost_is_told_of_at_once_and_privately() -> None:
    """A button is not delivered again; a refusal of Slack's ends it."""
    pressed = replace(
        ASKED, kind="feedback", key="action:1", ts="6.0", thread_ts="5.0", value=-1, source="button"
    )
    web = FakeWeb({"chat.postEphemeral": {}})
    regrets = Regrets(web)
    regrets.lost(pressed, "")
    regrets.lost(pressed, "")
    await regrets.close()
    (said,) = web.called("chat.postEphemeral")
    web.replies.clear()
    regrets.lost(replace(pressed, key="action:2"), "")
    await regrets.close()

    assert ("C1", "UANN", "5.0") == (said["channel"], said["user"], said["thread_ts"])
    assert phrases.press_again() == said["text"]
    assert ["chat.postEphemeral"] * 2 == [method for method, _ in web.calls]
