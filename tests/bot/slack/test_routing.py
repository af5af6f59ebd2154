"""A question goes to those who help with what came nearest, and nobody is named who is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.facts import Lookup
from bot.slack.paging import PAGES
from bot.slack.refused import SlackRefused
from bot.slack.routing import Routing, nearest_pages
from retrieval.policy import Policy
from retrieval.values import Outcome
from tests.fakes.slack import FakeWeb
from tests.fakes.support import LEAVE, PAY, POLICY, refusal
from tests.test_tracing import FACTS, TRACE


def _routing(policy: Policy = POLICY, **replies: Any) -> Routing:
    works = {
        "conversations.info": {"channel": {"name": "help", "is_member": True}},
        "conversations.members": {"members": ["UBEN"]},
    }
    web = FakeWeb(works | {name.replace("__", "."): reply for name, reply in replies.items()})
    return Routing(web, policy, Lookup(web, "T1", "UBOT"))


@pytest.mark.parametrize(
    ("pages", "without", "to"),
    [
        ((LEAVE, PAY), (), ("CHELP", "hr")),
        ((PAY, LEAVE), (), ("CPAY", "pay")),
        ((LEAVE,), ("CHELP",), ("CPAY", "pay")),
        ((LEAVE,), ("CHELP", "CPAY"), ("CMAIN", "")),
        ((LEAVE,), ("CHELP", "CPAY", "CMAIN"), ("UMAIN", "")),
        ((LEAVE,), ("CHELP", "CPAY", "CMAIN", "UMAIN"), ("", "")),
    ],
)
async def test_whoever_is_next_is_asked(
    pages: tuple[Any, ...], without: tuple[str, ...], to: tuple[str, str]
) -> None:
    """The nearest page's people, those of what was searched, the maintainers."""
    assert to == await _routing().whom(refusal(*pages), without)


async def test_without_a_trace_the_maintainers_are_asked() -> None:
    """It was forgotten."""
    assert ("CMAIN", "") == await _routing().whom(None)


async def test_a_channel_of_which_slack_says_nothing_now_is_asked_about_again() -> None:
    """Another attempt may succeed."""
    down = SlackRefused("conversations.info", "ratelimited", wait=1.0)
    with pytest.raises(SlackRefused):
        await _routing(conversations__info=down).whom(refusal(LEAVE))


@pytest.mark.parametrize(
    ("to", "user", "member"),
    [
        ("UMAIN", "UMAIN", True),
        ("UMAIN", "UBEN", False),
        ("CHELP", "UBEN", True),
        ("CHELP", "UANN", False),
    ],
)
async def test_a_member_is_one_of_those_who_were_told(to: str, user: str, *, member: bool) -> None:
    """The person, or anybody in the channel."""
    assert member is await _routing().member(to, user)


async def test_a_large_channel_is_looked_through() -> None:
    """Page by page, to a bound."""
    asked: list[str] = []

    def members(channel: str, limit: int, cursor: str = "0") -> Mapping[str, Any]:
        asked.append(cursor)
        more = {"response_metadata": {"next_cursor": str(int(cursor) + 1)}}
        return {"members": ["ULAST"] if cursor == "3" else ["UX"], **more}

    routing = _routing(conversations__members=members)

    assert await routing.member("CHELP", "ULAST")
    assert 4 == len(asked)
    assert not await routing.member("CHELP", "UNONE")
    assert 4 + PAGES == len(asked)


@pytest.mark.parametrize(
    ("user", "channel", "named"),
    [
        ("UBEN", {"is_private": True, "name": "h"}, True),
        ("UANN", {"is_private": True, "name": "h"}, False),
        ("", {"is_private": True, "name": "h"}, False),
        ("", {"name": "h"}, True),
        ("UANN", SlackRefused("conversations.info", "channel_not_found"), False),
    ],
)
async def test_a_private_channel_is_named_to_its_members(
    user: str, channel: Any, *, named: bool
) -> None:
    """Without a person, to nobody."""
    info = channel if isinstance(channel, Exception) else {"channel": channel}
    routing = _routing(conversations__info=info)
    routing.names["CHELP"] = "#h"

    assert ("#h" if named else phrases.support_team()) == await routing.called(user, "C1", "CHELP")
    assert "#h" == await routing.called(user, "CHELP", "CHELP")


def test_what_was_cited_is_nearest() -> None:
    """Of a refusal, what the search found first; of a failure nothing."""
    assert TRACE.answer
    assert TRACE.answer.outcome is Outcome.ANSWERED
    assert (FACTS,) == nearest_pages(TRACE)
    assert (LEAVE, PAY) == nearest_pages(refusal(LEAVE, PAY, LEAVE))
