"""What Slack gives in pages is read past the first of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.slack.paging import MEMBERS, PAGES, is_member, next_cursor, paged
from tests.fakes.slack import FakeWeb


def _members(channel: str, limit: int, cursor: str = "0") -> Mapping[str, Any]:
    """A channel without an end: each page names one person after its number."""
    assert (channel, limit) == ("C1", MEMBERS)
    more = {"next_cursor": str(int(cursor) + 1)}
    return {"members": [f"U{cursor}"], "response_metadata": more}


async def test_a_member_is_found_on_a_later_page() -> None:
    """And looked for no further than that; in vain, up to the bound."""
    web = FakeWeb({"conversations.members": _members})

    assert await is_member(web, "C1", "U3")
    assert 4 == len(web.calls)
    assert not await is_member(web, "C1", "UNONE")
    assert 4 + PAGES == len(web.calls)


async def test_a_list_ends_where_slack_says_so() -> None:
    """An empty cursor is the end, as is none."""
    web = FakeWeb({"conversations.list": {"channels": [1, 2], "response_metadata": {}}})

    assert [1, 2] == [one async for one in paged(web, "conversations.list", "channels", limit=9)]
    assert 1 == len(web.calls)


async def test_no_more_pages_are_read_than_are_wanted() -> None:
    """Whatever else there is."""
    web = FakeWeb({"conversations.members": _members})
    wanted = {"channel": "C1", "limit": MEMBERS}

    found = [one async for one in paged(web, "conversations.members", "members", most=2, **wanted)]

    assert ["U0", "U1"] == found


def test_a_cursor_that_makes_no_sense_is_none() -> None:
    """Replies may lack it, or have it empty or of another type."""
    replies: list[Mapping[str, Any]] = [
        {},
        {"response_metadata": None},
        {"response_metadata": {"next_cursor": ""}},
        {"response_metadata": {"next_cursor": 7}},
    ]

    assert [None] * 4 == [next_cursor(reply) for reply in replies]
    assert "b" == next_cursor({"response_metadata": {"next_cursor": "b"}})
