"""The panel suggests what others asked in public, and conversations get a name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.panel import MOST_PROMPTS, Panel
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from tests.fakes.reception import ANN, BEN, RULES, a_reception, answered, row, slack
from tests.fakes.slack import FakeWeb

OPENED = Inbound("opened", "o", "T1:D1:1.0", "T1", "D1", "direct", ANN, "1.0")
ASKED = replace(OPENED, kind="question", key="q", ts="5.0", text="How?  Why?", source="direct")
HOW = [phrases.prompt_how(), phrases.prompt_what()]


async def _popular(ledger: Ledger, text: str, **where: Any) -> None:
    """Let two people ask the same."""
    for user in (ANN, BEN):
        await answered(ledger, f"{text}{user}", text=text, asker=user, **where)


async def _suggested(
    ledger: Ledger, web: FakeWeb, found: Inbound = OPENED, **parts: Any
) -> list[str]:
    panel = Panel(a_reception(ledger, web, **parts))
    assert "suggested" == await panel.opened(await row(ledger, found))
    (given,) = web.called("assistant.threads.setSuggestedPrompts")
    assert "thread_ts" not in given
    assert len(given["prompts"]) <= MOST_PROMPTS
    return [one["message"] for one in given["prompts"]]


async def test_what_several_people_asked_is_suggested(ledger: Ledger) -> None:
    """Before how to ask."""
    await _popular(ledger, "How long is the leave?")

    assert ["How long is the leave?", *HOW] == await _suggested(ledger, slack())


async def test_what_this_person_may_not_search_is_not(ledger: Ledger) -> None:
    """The question alone would tell of it."""
    await _popular(ledger, "What does she earn?", collections=("pay",))

    assert HOW == await _suggested(ledger, slack())


@pytest.mark.parametrize(
    "place",
    [
        {"channel": {"is_private": True}},
        {"channel": {"is_im": True}},
        {"channel": {"is_channel": True, "is_ext_shared": True}},
        SlackRefused("conversations.info", "fatal_error"),
    ],
)
async def test_what_was_not_asked_in_public_is_not(ledger: Ledger, place: Any) -> None:
    """However many people asked it."""
    await _popular(ledger, "Will we be sold?")

    assert HOW == await _suggested(ledger, slack(conversations__info=place))


async def test_what_belongs_to_the_channel_beside_comes_first(ledger: Ledger) -> None:
    """It changes the order, and never what may be searched."""
    both = {"docs": policy.CollectionPolicy(open=True)}
    both["team"] = policy.CollectionPolicy(open=True, support="C9")
    rules = replace(RULES, collections=both)
    for text in ("A?", "B?"):
        await _popular(ledger, text)
    await _popular(ledger, "Z?", collections=("team",))

    assert ["Z?", "A?", "B?", HOW[0]] == await _suggested(
        ledger, slack(), replace(OPENED, about="C9"), rules=rules
    )


async def test_whoever_may_not_ask_is_suggested_nothing_of_others(ledger: Ledger) -> None:
    """A guest learns no question."""
    await _popular(ledger, "How?")
    guest = {"user": {"team_id": "T1", "is_restricted": True}}

    assert HOW[:1] == await _suggested(ledger, slack(users__info=guest))


async def test_suggestions_that_slack_refuses_are_let_go(ledger: Ledger) -> None:
    """The row is closed."""
    refused = SlackRefused("assistant.threads.setSuggestedPrompts", "channel_not_found")
    web = slack(assistant__threads__setSuggestedPrompts=refused)
    panel = Panel(a_reception(ledger, web))

    assert "nothing_suggested" == await panel.opened(await row(ledger, OPENED))


async def _named(ledger: Ledger, asked: Inbound, attempts: int = 1, **replies: Any) -> list[str]:
    """Answer a question; return the titles that were set."""

    async def answer(_: Work) -> str:
        return "answered"

    web = slack(**replies)
    handle = Panel(a_reception(ledger, web)).before(answer)
    assert "answered" == await handle(await row(ledger, asked, attempts))
    return [one["title"] for one in web.called("assistant.threads.setTitle")]


async def test_a_conversation_is_named_by_its_first_question(ledger: Ledger) -> None:
    """Cut to what can be read in a list; a refusal costs the answer nothing."""
    assert ["How? Why?"] == await _named(ledger, ASKED)
    long = replace(ASKED, key="q2", message_key="m2", ts="6.0", text="word " * 99)
    (title,) = await _named(ledger, long)
    assert len(title) <= 82
    refused = SlackRefused("assistant.threads.setTitle", "unknown_method")
    other = replace(ASKED, key="q3", message_key="m3", ts="7.0")
    assert ["How? Why?"] == await _named(ledger, other, assistant__threads__setTitle=refused)


@pytest.mark.parametrize(
    ("asked", "attempts"),
    [
        (replace(ASKED, thread_ts="4.0"), 1),
        (replace(ASKED, channel="C1", channel_kind="channel"), 1),
        (replace(ASKED, private=True, source="command"), 1),
        (replace(ASKED, text=""), 1),
        (ASKED, 2),
    ],
)
async def test_nothing_else_is_named(ledger: Ledger, asked: Inbound, attempts: int) -> None:
    """Not a follow-up, a channel's thread, a private answer, or what was named already."""
    assert [] == await _named(ledger, asked, attempts)


async def test_where_titles_are_no_more_the_session_is_named(ledger: Ledger) -> None:
    """Slack has had two ways; which of them serves is found out when it is needed."""
    refused = SlackRefused("assistant.threads.setTitle", "method_deprecated")
    web = slack(assistant__threads__setTitle=refused, agents__sessions__rename={})

    async def answer(_: Work) -> str:
        return "answered"

    await Panel(a_reception(ledger, web)).before(answer)(await row(ledger, ASKED))

    assert ["How? Why?"] == [one["title"] for one in web.called("agents.sessions.rename")]
