"""A window on a question that was handed over opens for those who were told, and nobody else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Acknowledged
from bot.slack import phrases
from bot.slack.card import ASSIGN_ACTION, RESOLVE_ACTION
from bot.slack.listeners.handed import OpenHanded, TakeHanded
from bot.slack.payload import Facts
from bot.slack.reply.handed import ANSWER_FIELD, ASSIGN_VIEW, PAGE_FIELD, PERSON_FIELD, RESOLVE_VIEW
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock
from tests.fakes.known import known
from tests.fakes.support import LEAVE, Support, refusal

FACTS = Facts("UBOT", "BBOT", team="T1")
PAGES = known("hr/pay.md")


def _pressed(user: str, channel: str, value: str, action: str = RESOLVE_ACTION) -> dict[str, Any]:
    return {
        "type": "block_actions",
        "trigger_id": "1.2",
        "user": {"id": user},
        "container": {"message_ts": "9.0", "channel_id": channel},
        "actions": [{"action_id": action, "value": value, "action_ts": "9.1"}],
    }


def _submitted(name: str, field: str, said: dict[str, str]) -> dict[str, Any]:
    values = {"state": {"values": {field: {field: said}}}}
    view = {"id": "V1", "callback_id": name, "private_metadata": "e1 CHELP", **values}
    return {"type": "view_submission", "user": {"id": "UBEN"}, "view": view}


@pytest.mark.parametrize(
    ("user", "channel", "value", "said"),
    [
        ("UBEN", "CHELP", "", ""),
        ("UANN", "CHELP", "", phrases.not_a_member()),
        ("UBEN", "C1", "", phrases.not_a_member()),
        ("UBEN", "CHELP", "none", phrases.not_known_any_more()),
    ],
)
async def test_a_window_opens_for_a_member(
    ledger: Ledger, user: str, channel: str, value: str, said: str
) -> None:
    """By the button of the card alone; everybody else is told why not."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, FakeClock())
    support.web.replies["views.open"] = {}
    await support.hand_over()
    one = await support.one()
    opening = OpenHanded(support.web, ledger.escalations, support.parts[0], FACTS)
    for action in (RESOLVE_ACTION, ASSIGN_ACTION):
        await opening(_pressed(user, channel, value or one.id, action))
    opened = support.web.called("views.open")

    assert (0 if said else 2) == len(opened)
    assert all(given["view"]["private_metadata"] == f"{one.id} CHELP" for given in opened)
    assert not said or [said] * 2 == support.whispers()[-2:]


async def test_a_window_does_not_open_on_what_is_over(ledger: Ledger) -> None:
    """Somebody was quicker."""
    await ledger.record(refusal(LEAVE))
    support = Support(ledger, FakeClock())
    await support.hand_over()
    await support.act("solved", "UANN", channel="C1")
    opening = OpenHanded(support.web, ledger.escalations, support.parts[0], FACTS)
    await opening(_pressed("UBEN", "CHELP", (await support.one()).id))

    assert phrases.over_already() == support.whispers()[-1]


async def test_what_is_typed_becomes_a_row_once() -> None:
    """Of that window; without an answer it stays open."""
    take = TakeHanded(FACTS, PAGES)
    resolve = _submitted(RESOLVE_VIEW, ANSWER_FIELD, {"value": " So. "})
    (row,) = (await take(resolve)).rows
    (picked,) = (await take(_submitted(ASSIGN_VIEW, PERSON_FIELD, {"selected_user": "UC"}))).rows
    empty = await take(_submitted(RESOLVE_VIEW, ANSWER_FIELD, {"value": "  "}))

    assert ("escalation", "resolve", "e1", "UBEN") == (row.kind, row.subject, row.about, row.user)
    assert ("CHELP", "") == (row.channel, row.source)
    assert {"answer": "So.", "page": ""} == json.loads(row.text)
    assert ("assign", "UC") == (picked.subject, picked.text)
    assert row.key == (await take(resolve)).rows[0].key
    assert empty.body
    assert {ANSWER_FIELD: phrases.answer_missing()} == empty.body["errors"]


@given(st.recursive(st.none() | st.text(max_size=4), lambda x: st.dictionaries(st.text(), x)))
async def test_whatever_is_submitted_raises_nothing(view: Any) -> None:
    """Parts may be missing or of another kind."""
    payload = {"type": "view_submission", "user": {"id": "U1"}, "view": view}

    assert isinstance(await TakeHanded(FACTS, PAGES)(payload), Acknowledged)


@pytest.mark.parametrize(
    ("page", "taken"),
    [("", True), ("hr/pay.md", True), ("https://wiki.example/new", True), ("payroll", False)],
)
async def test_a_page_is_a_link_or_one_of_the_index(page: str, taken: bool) -> None:
    """Of another word the window says what names a page."""
    payload = _submitted(RESOLVE_VIEW, ANSWER_FIELD, {"value": "On the 25th."})
    payload["view"]["state"]["values"][PAGE_FIELD] = {PAGE_FIELD: {"value": page}}
    answered = await TakeHanded(FACTS, PAGES)(payload)

    wrong = {"response_action": "errors", "errors": {PAGE_FIELD: phrases.no_such_page()}}
    assert (None if taken else wrong) == answered.body
    assert taken == bool(answered.rows)
