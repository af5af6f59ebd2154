"""Whoever asked changes what was searched, and it is asked again as they wrote it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack import phrases
from bot.slack.actions import SEARCH_ACTION, SEARCH_VIEW
from bot.slack.listeners.searching import EditSearch, SearchAgain
from bot.slack.payload import Facts
from bot.slack.refused import SlackRefused
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.desk import all_said, working_slack
from tests.fakes.slack import FakeWeb
from tests.test_tracing import TRACE

FACTS = Facts("UBOT", "BBOT", team="T1")
ABOUT = {"trace": "t1", "channel": "C1", "root": "5.0", "ts": "5.0", "private": False}


async def _press(ledger: Ledger, web: FakeWeb, user: str = "UANN") -> None:
    payload = {
        "type": "block_actions",
        "trigger_id": "1.2.x",
        "user": {"id": user},
        "channel": {"id": "C1"},
        "container": {"message_ts": "6.0", "thread_ts": "5.0"},
        "actions": [{"action_id": SEARCH_ACTION, "value": TRACE.id, "action_ts": "7.0"}],
    }
    answered = await EditSearch(web, ledger, ledger.postings, FACTS)(payload)

    assert () == answered.rows


async def _kept(ledger: Ledger, root: str = "5.0") -> None:
    await ledger.record(replace(TRACE, configuration=""))
    await ledger.postings.keep(Posting(TRACE.id, "T1", "C1", root, ("6.0",), "UANN", root))


def _submitted(text: str | None = "vpn mac", about: Any = ABOUT, **more: Any) -> dict[str, Any]:
    view = {
        "id": "V1",
        "callback_id": SEARCH_VIEW,
        "private_metadata": about if isinstance(about, str) else json.dumps(about),
        "state": {"values": {SEARCH_ACTION: {SEARCH_ACTION: {"value": text}}}},
    }
    return {"type": "view_submission", "user": {"id": "UANN"}, "view": view, **more}


async def test_the_asker_sees_what_was_searched(ledger: Ledger) -> None:
    """In a window that remembers the thread, the question and the answer."""
    await _kept(ledger)
    web = working_slack(views__open={})
    await _press(ledger, web)
    (sent,) = web.called("views.open")

    assert TRACE.queries
    assert TRACE.queries.standalone == sent["view"]["blocks"][0]["element"]["initial_value"]
    assert {**ABOUT, "trace": TRACE.id} == json.loads(sent["view"]["private_metadata"])


async def test_a_private_answer_is_asked_again_in_private(ledger: Ledger) -> None:
    """It stands in no thread."""
    await _kept(ledger, root="")
    web = working_slack(views__open={})
    await _press(ledger, web)
    (sent,) = web.called("views.open")

    assert json.loads(sent["view"]["private_metadata"])["private"]


@pytest.mark.parametrize(
    ("user", "kept", "said"),
    [("UBEN", True, phrases.only_the_asker()), ("UANN", False, phrases.not_kept())],
)
async def test_nobody_else_changes_it(ledger: Ledger, user: str, said: str, *, kept: bool) -> None:
    """They are told so in private; so is whoever asked when nothing is known any more."""
    if kept:
        await _kept(ledger)
    web = working_slack(chat__postEphemeral={})
    await _press(ledger, web, user)

    assert [] == web.called("views.open")
    assert said[:30] in all_said(web)


async def test_a_window_that_slack_refuses_is_let_go(ledger: Ledger) -> None:
    """The trigger was too old: the person presses again."""
    await _kept(ledger)
    await _press(
        ledger, working_slack(views__open=SlackRefused("views.open", "expired_trigger_id"))
    )


async def test_what_was_typed_is_asked_again_once() -> None:
    """As a question of its own in the same thread, searched as it is."""
    again = SearchAgain(FACTS)
    (row,) = (await again(_submitted())).rows
    (other,) = (await again(_submitted())).rows

    assert ("question", "again", "searched", "vpn mac") == (
        row.kind,
        row.source,
        row.subject,
        row.text,
    )
    assert ("T1:C1:5.0", "5.0", "t1", False) == (row.lane, row.ts, row.trace_id, row.private)
    assert row.keys == other.keys
    assert "T1:C1:5.0" not in row.keys


@pytest.mark.parametrize("text", ["", "  \n", None])
async def test_an_empty_search_is_sent_back(text: str | None) -> None:
    """The window stays open, and says what it wants."""
    answered = await SearchAgain(FACTS)(_submitted(text))

    assert {"response_action": "errors", "errors": {SEARCH_ACTION: phrases.nothing_typed()}} == (
        answered.body
    )
    assert () == answered.rows


@given(st.one_of(st.text(), st.sampled_from(["[]", "{}", '{"ts": 1}', "null"])))
async def test_any_memory_is_read(about: str) -> None:
    """What is none of ours asks nothing."""
    assert () == (await SearchAgain(FACTS)(_submitted(about=about))).rows


async def test_a_window_that_was_closed_asks_nothing() -> None:
    """Slack tells of that, too."""
    assert () == (await SearchAgain(FACTS)(_submitted(type="view_closed"))).rows
