"""The window for the right page opens for whoever pressed, and takes one address."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.inbound import Acknowledged
from bot.slack import phrases
from bot.slack.judged import PAGE_ACTION
from bot.slack.listeners.right_page import AskPage, PageSaid, address
from bot.slack.payload import Facts
from bot.slack.refused import SlackRefused
from tests.fakes.known import known
from tests.fakes.slack import FakeWeb

FACTS = Facts("UBOT", team="T1")
PAGES = known("hr/pay.md")
PRESSED = {
    "type": "block_actions",
    "user": {"id": "UANN"},
    "trigger_id": "1.2",
    "channel": {"id": "C1"},
    "container": {"message_ts": "9.0", "thread_ts": "5.0", "is_ephemeral": True},
    "actions": [{"action_id": PAGE_ACTION, "value": "t1", "action_ts": "10.0"}],
}


def _submitted(text: Any, about: Any = None, **more: Any) -> dict[str, Any]:
    told = {"trace": "t1", "channel": "C1", "thread": "5.0"} if about is None else about
    view = {
        "id": "V1",
        "private_metadata": told if isinstance(told, str) else json.dumps(told),
        "state": {"values": {PAGE_ACTION: {PAGE_ACTION: {"value": text}}}},
    }
    return {"type": "view_submission", "user": {"id": "UANN"}, "view": view} | more


async def test_it_opens_for_a_press() -> None:
    """By the trigger of the press, about its answer; a window that Slack refuses is let go."""
    web = FakeWeb({"views.open": {}})
    refused = FakeWeb({"views.open": SlackRefused("views.open", "expired_trigger_id")})

    for one in (web, refused):
        assert Acknowledged() == await AskPage(one, FACTS)(PRESSED)
    (opened,) = web.called("views.open")
    assert "1.2" == opened["trigger_id"]
    assert "t1" == json.loads(opened["view"]["private_metadata"])["trace"]


async def test_a_pasted_link_becomes_a_row() -> None:
    """Of whoever pasted it, about the answer; sent twice it is the same row."""
    first = await PageSaid(FACTS, PAGES)(_submitted("It is <https://wiki.example/pay> !"))
    again = await PageSaid(FACTS, PAGES)(_submitted("https://wiki.example/pay"))
    (row,) = first.rows

    assert first == again
    assert ("reason", "t1", "UANN", "https://wiki.example/pay", "", "5.0") == (
        row.kind,
        row.trace_id,
        row.user,
        row.text,
        row.subject,
        row.thread_ts,
    )


@pytest.mark.parametrize(
    "text", ["the page about pay", "", None, f"https://a.example/{'x' * 2_000}"]
)
async def test_words_are_no_page(text: Any) -> None:
    """The window stays open and says what is missing."""
    answered = await PageSaid(FACTS, PAGES)(_submitted(text))

    assert answered.body == {
        "response_action": "errors",
        "errors": {PAGE_ACTION: phrases.no_address()},
    }


@pytest.mark.parametrize("about", ["", "[", "[]", {"trace": "t1"}, {"channel": "C1"}, "x" * 9])
async def test_a_forged_window_changes_nothing(about: Any) -> None:
    """What does not say which answer it is about is let go, and so is one that was closed."""
    assert Acknowledged() == await PageSaid(FACTS, PAGES)(_submitted("https://x", about))
    assert Acknowledged() == await PageSaid(FACTS, PAGES)(
        _submitted("https://x", type="view_closed")
    )
    assert Acknowledged() == await PageSaid(FACTS, PAGES)(_submitted("https://x", user={}))


@given(st.text())
def test_any_text_has_an_address_or_none(text: str) -> None:
    """What is taken for one has no space in it."""
    assert not any(letter.isspace() for letter in address(text))


async def test_a_path_is_taken_if_it_is_a_page() -> None:
    """Of another word the window says what names a page."""
    taken = await PageSaid(FACTS, PAGES)(_submitted("hr/pay.md"))
    refused = await PageSaid(FACTS, PAGES)(_submitted("payroll"))

    assert ["hr/pay.md"] == [one.text for one in taken.rows]
    assert refused.body == {
        "response_action": "errors",
        "errors": {PAGE_ACTION: phrases.no_such_page()},
    }
