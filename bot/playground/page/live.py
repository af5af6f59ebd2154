"""What changes in the workspace -> what one person's page is sent, as server-sent events."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from bot.playground.page.screen import Screen
from bot.playground.values import Change, Json

Render = Callable[..., str]
"""Renders a template by name with data."""

_MESSAGE = frozenset(
    {
        "message",
        "replied",
        "changed",
        "streamed",
        "ephemeral",
        "reaction_added",
        "reaction_removed",
    }
)
_RELOAD = frozenset({"lost", "channel_created", "person_added", "joined", "left"})


def told(change: Change, me: str, screen: Screen, render: Render) -> Json | None:
    """Return what the page of `me` is told of a change, None for what it does not show."""
    data = change.data
    if change.kind in _MESSAGE:
        return _message(change, me, screen, render)
    if change.kind == "deleted":
        return {"kind": "gone", "key": f"{change.channel}:{data['ts']}"}
    if change.kind == "status":
        text = screen.worded(data["status"])
        where = {"channel": change.channel, "thread": data["thread_ts"]}
        return {"kind": "status", **where, "text": text}
    if change.kind == "read":
        unread = screen.workspace.unread(me).get(change.channel, 0)
        return {"kind": "unread", "channel": change.channel, "count": unread}
    return _view(change, me, screen, render)


def _view(change: Change, me: str, screen: Screen, render: Render) -> Json | None:
    """Tell of modals, and of what only a page made anew shows."""
    if change.kind == "views":
        view = screen.workspace.view(me)
        html = render("modal.html", view=view, names=screen.names(me)) if view else ""
        return {"kind": "view", "html": html}
    if change.kind == "view_errors":
        return {"kind": "errors", "errors": dict(change.data["errors"])}
    if change.kind == "unanswered":
        return {"kind": "unanswered"}
    return {"kind": "reload"} if change.kind in _RELOAD else None


def _message(change: Change, me: str, screen: Screen, render: Render) -> Json | None:
    """Tell of a message as it is now, whatever it was when the change was made."""
    ts = change.data["message"]["ts"]
    message = screen.find(me, change.channel, ts)
    if message is None:
        return None
    shown = screen.shown(message, me)
    return {
        "kind": "message",
        "key": shown.key,
        "channel": shown.channel,
        "ts": shown.ts,
        "thread": shown.thread_ts,
        "own": shown.own,
        "private": shown.private,
        "unread": screen.workspace.unread(me).get(change.channel, 0),
        "html": render("one.html", shown=shown),
    }


def event(data: Mapping[str, Any], number: int | None = None) -> bytes:
    """Write one server-sent event; JSON has no line breaks of its own."""
    numbered = "" if number is None else f"id: {number}\n"
    return f"{numbered}data: {json.dumps(data)}\n\n".encode()
