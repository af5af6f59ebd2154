"""The window in which whoever dislikes an answer pastes the link of the right page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import structlog

from bot.inbound import Acknowledged, Inbound
from bot.slack import phrases
from bot.slack.interactions import home, pressed_button
from bot.slack.judged import LONGEST_LINK, PAGE_ACTION, page_view
from bot.slack.known_page import KnownPages
from bot.slack.payload import Facts, Payload, kind_of, mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply.views import open_view
from bot.slack.web import Web
from retrieval.text.plain import urls

ABOUT = ("trace", "channel", "thread")
"""What the window remembers of the answer that it is about."""


@dataclass(frozen=True, slots=True)
class AskPage:
    """Opens the window; whose dislike it is about is looked up when a link was pasted."""

    web: Web
    facts: Facts

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Open the window."""
        press = pressed_button(payload, PAGE_ACTION, self.facts)
        if press is None or not press.value:
            return Acknowledged()
        about = {"trace": press.value, "channel": press.channel, "thread": press.thread_ts}
        try:
            view = page_view(json.dumps(about))
            await open_view(self.web, string(payload, "trigger_id"), view)
        except SlackRefused as refused:
            structlog.get_logger().warning("page_not_asked", error=refused.error)
        return Acknowledged()


@dataclass(frozen=True, slots=True)
class PageSaid:
    """Takes what was pasted, if there is an address in it."""

    facts: Facts
    pages: KnownPages

    async def __call__(self, payload: Payload) -> Acknowledged:
        """Commit it to be kept with the dislike, or ask for an address where there is none."""
        if string(payload, "type") != "view_submission":
            return Acknowledged()
        view = mapping(payload, "view")
        about, user = _about(string(view, "private_metadata")), mapping(payload, "user")
        if about is None or not string(user, "id"):
            return Acknowledged()
        link = address(typed(view, PAGE_ACTION))
        if not link:
            wrong = {PAGE_ACTION: phrases.no_address()}
            return Acknowledged({"response_action": "errors", "errors": wrong})
        if not await self.pages.takes(link, about["trace"]):
            wrong = {PAGE_ACTION: phrases.no_such_page()}
            return Acknowledged({"response_action": "errors", "errors": wrong})
        team, channel = home(payload, self.facts), about["channel"]
        row = Inbound(
            kind="reason",
            key=f"page:{team}:{string(view, 'id')}",
            message_key=f"{team}:{channel}:{string(view, 'id')}",
            team=team,
            channel=channel,
            channel_kind=kind_of({"channel": channel}),
            user=string(user, "id"),
            ts=string(view, "id"),
            thread_ts=about["thread"],
            text=link,
            trace_id=about["trace"],
            source="button",
        )
        return Acknowledged(rows=(row,))


def address(text: str) -> str:
    """Return the address in a text, or the path that it is; empty where it is neither.

    What is longer than the window takes was not typed into it.
    """
    if len(text) > LONGEST_LINK:
        return ""
    found = urls(text)
    return found[0] if found else "" if any(map(str.isspace, text)) else text


def typed(view: Payload, field: str) -> str:
    """Return what was typed into a field whose block has its name."""
    values = mapping(mapping(view, "state"), "values")
    return string(mapping(mapping(values, field), field), "value").strip()


def _about(metadata: str) -> dict[str, str] | None:
    """Read what a window remembers; None where that is not what it should be."""
    try:
        read = json.loads(metadata)
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, Mapping):
        return None
    texts = {name: string(read, name) for name in ABOUT}
    return texts if texts["trace"] and texts["channel"] else None
