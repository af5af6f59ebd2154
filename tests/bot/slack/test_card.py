"""A card says how a question stands, until when, and what can be done."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.slack import phrases
from bot.slack.card import (
    ASSIGN_ACTION,
    BACK_ACTION,
    CLAIM_ACTION,
    RESOLVE_ACTION,
    card,
    card_key,
    deadline,
    handed_on,
)
from bot.slack.packet import Packet
from bot.slack.reply import SECOND
from retrieval.policy import CollectionPolicy, Policy
from retrieval.policy_support import Hours, SupportPolicy
from retrieval.ports import Escalation
from retrieval.ports.escalations import CLAIMED, RESOLVED, SOLVED
from tests.outgoing import problems

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
POLICY = Policy({"hr": CollectionPolicy(helping=SupportPolicy(Hours((), "Asia/Tokyo")))})
PACKET = Packet("UANN", "How?", where="https://w.slack.com/archives/C1/p6")
ONE = Escalation(
    "e1", "s", "t1", "T1", "C1", "5.0", "UANN", "CHELP", "hr", NOON, NOON, PACKET.content()
)


@pytest.mark.parametrize(
    ("changed", "about", "actions"),
    [
        ({}, "UANN", [CLAIM_ACTION, RESOLVE_ACTION, ASSIGN_ACTION, BACK_ACTION]),
        (
            {"state": CLAIMED, "holder": "UBEN"},
            "UBEN UANN",
            [RESOLVE_ACTION, ASSIGN_ACTION, BACK_ACTION],
        ),
        (
            {"state": RESOLVED, "content": {**ONE.content, "closed_by": "UCAT", "answer": "So."}},
            "UCAT UANN",
            [],
        ),
        ({"state": SOLVED}, "UANN", []),
    ],
)
def test_each_state_has_its_names_and_buttons(
    changed: dict[str, object], about: str, actions: list[str]
) -> None:
    """All of one escalation; a deadline only while somebody waits."""
    notice = card(replace(ONE, **changed), POLICY)  # type: ignore[arg-type]
    said = notice.said()

    assert about == notice.about
    assert actions == [button.action for button in notice.buttons]
    assert {"e1"} >= {button.value for button in notice.buttons}
    assert (phrases.due(deadline(ONE, POLICY)) in notice.text) is bool(actions)
    assert "How?" in notice.text
    assert all(said["text"].count(f"<@{one}>") == 1 for one in about.split())
    assert [] == problems("chat.postMessage", said)
    assert ("So." in notice.text) is (changed.get("state") == RESOLVED)


def test_a_deadline_is_told_by_their_own_clock() -> None:
    """Those who look after the bot have none of their own."""
    assert "2026-11-30 21:00 (Asia/Tokyo)" == deadline(ONE, POLICY)
    assert "2026-11-30 12:00 (UTC)" == deadline(replace(ONE, collection=""), POLICY)


def test_what_was_passed_on_says_by_whom() -> None:
    """It is the message of those who passed it on, without anything to press."""
    notice = handed_on(replace(ONE, routed=3), "UBEN", 0)

    assert ("UBEN UANN", ()) == (notice.about, notice.buttons)
    assert card_key(ONE) == notice.key != card_key(replace(ONE, routed=3))
    assert (
        phrases.has_handed_on(SECOND, "[the thread](https://w.slack.com/archives/C1/p6)")
        == notice.text
    )
