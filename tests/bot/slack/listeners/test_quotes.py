"""Quotes are shown from the ledger, to those alone who may see their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.actions import QUOTES_ACTION
from bot.slack.facts import Lookup
from bot.slack.listeners.quotes import ShowQuotes
from bot.slack.payload import Facts
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.answers import answer, claim
from tests.fakes.desk import Pages, all_said, working_slack
from tests.fakes.slack import FakeWeb
from tests.test_tracing import TRACE

ANSWER = replace(answer(claim("Leave is 25 days.")), trace_id=TRACE.id)
FACTS = Facts("UBOT", "BBOT", team="T1")


def _payload(value: str = TRACE.id) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "trigger_id": "1.2.x",
        "user": {"id": "UBEN"},
        "channel": {"id": "C1"},
        "container": {"message_ts": "6.0", "thread_ts": "5.0"},
        "actions": [{"action_id": QUOTES_ACTION, "value": value, "action_ts": "7.0"}],
    }


async def _kept(ledger: Ledger, team: str = "T1") -> None:
    await ledger.record(replace(TRACE, configuration="", answer=ANSWER))
    await ledger.postings.keep(Posting(TRACE.id, team, "C1", "5.0", ("6.0",), "UANN", "5.0"))


async def _press(ledger: Ledger, web: FakeWeb, rules: policy.Policy, value: str = TRACE.id) -> None:
    access = Access(Lookup(web, "T1", "UBOT"), Pages(), rules)  # type: ignore[arg-type]
    show = ShowQuotes(web, ledger, ledger.postings, access, FACTS)
    answered = await show(_payload(value))

    assert (None, ()) == (answered.body, answered.rows)


async def test_anybody_who_may_see_the_pages_sees_the_quotes(ledger: Ledger) -> None:
    """Also somebody else than who asked, and after a restart: nothing is kept in the process."""
    await _kept(ledger)
    web = working_slack(views__open={}, chat__postEphemeral={})
    await _press(ledger, web, policy.default())

    assert "Leave is 25 days." in str(web.called("views.open"))
    assert [] == web.called("chat.postEphemeral")


@pytest.mark.parametrize("value", ["gone", TRACE.id[:1]])
async def test_what_is_not_kept_any_more_is_said(ledger: Ledger, value: str) -> None:
    """In private; the start of an id names no answer."""
    await _kept(ledger)
    web = working_slack(views__open={}, chat__postEphemeral={})
    await _press(ledger, web, policy.default(), value)

    assert [] == web.called("views.open")
    assert phrases.not_kept()[:30] in all_said(web)


async def test_an_answer_of_another_workspace_is_not_shown(ledger: Ledger) -> None:
    """Several workspaces may share a ledger."""
    await _kept(ledger, team="T2")
    web = working_slack(views__open={}, chat__postEphemeral={})
    await _press(ledger, web, policy.default())

    assert [] == web.called("views.open")


@pytest.mark.parametrize(
    ("replies", "rules"),
    [
        ({"users__info": {"user": {"team_id": "T1", "is_restricted": True}}}, policy.default()),
        ({}, policy.default(("other",))),
    ],
)
async def test_who_may_not_see_the_pages_is_told_so(
    ledger: Ledger, replies: dict[str, Any], rules: policy.Policy
) -> None:
    """A guest, and whoever may search other collections only."""
    await _kept(ledger)
    web = working_slack(views__open={}, chat__postEphemeral={}, **replies)
    await _press(ledger, web, rules)

    assert [] == web.called("views.open")
    assert 1 == len(web.called("chat.postEphemeral"))


async def test_a_press_without_a_place_is_let_go(ledger: Ledger) -> None:
    """Nothing is opened, nobody is told."""
    web = working_slack()
    access = Access(Lookup(web, "T1", "UBOT"), Pages(), policy.default())  # type: ignore[arg-type]
    await ShowQuotes(web, ledger, ledger.postings, access, FACTS)({"type": "block_actions"})

    assert [] == web.calls
