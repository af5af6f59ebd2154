"""Lists of Slack that come in pages, read to their end or to a bound."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import structlog

from bot.slack.payload import mapping, string
from bot.slack.web import Web

PAGES = 20
"""Pages of a list that are read at most."""
MEMBERS = 1_000
"""Members of a channel in a page of them."""


def next_cursor(reply: Mapping[str, Any]) -> str | None:
    """Return what asks for the page after this one; None after the last."""
    return string(mapping(reply, "response_metadata"), "next_cursor") or None


async def paged(
    web: Web, method: str, name: str, *, most: int = PAGES, **arguments: Any
) -> AsyncIterator[Any]:
    """Yield what a list holds under a name in its replies, page by page, `most` pages of it.

    Raises SlackRefused.
    """
    cursor: str | None = None
    for _ in range(most):
        reply = await web.call(method, **arguments, cursor=cursor)
        for one in reply.get(name) or ():
            yield one
        cursor = next_cursor(reply)
        if not cursor:
            return
    structlog.get_logger().warning("list_not_read_to_its_end", method=method)


async def is_member(web: Web, channel: str, user: str) -> bool:
    """Whether somebody is in a channel now. Raises SlackRefused."""
    found = paged(web, "conversations.members", "members", channel=channel, limit=MEMBERS)
    async for one in found:
        if one == user:
            return True
    return False
