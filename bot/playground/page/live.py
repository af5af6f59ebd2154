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
_RELOAD = frozenset(
    {
        "lost",
        "channel_created",
        "person_added",
        "person_changed",
        "renamed",
        "joined",
        "left",
        "installed",
        "revoked",
    }
)
_THREAD = frozenset({"title", "session", "halted"})


def told(change: Change, me: str, screen: Screen, render: Render) -> Json | None:
    """Return what the page of `me` is told of a change, None for what it does not show."""
    data = change.data
    if change.kind in _MESSAGE:
        return _message(change, me, screen, render)
    if change.kind == "deleted":
        return {"kind": "gone", "key": f"{change.channel}:{data['ts']}"}
    if change.kind == "read":
        unread = screen.workspace.unread(me).get(change.channel, 0)
        return {"kind": "unread", "channel": change.channel, "count": unread}
    if change.kind == "status" or change.kind in _THREAD:
        return _thread(change, screen)
    if change.kind == "indexed":
        html = {one: render("pages.html", part=one, **screen.read()) for one in ("words", "tally")}
        return {"kind": "pages", **html}
    return _view(change, me, screen, render)


def _thread(change: Change, screen: Screen) -> Json:
    """Tell what stands above and below a thread: its title, its status, a stop button."""
    channel, ts = change.channel, str(change.data["thread_ts"])
    told_of = {
        "kind": "thread",
        "channel": channel,
        "thread": ts,
        "title": screen.title(channel, ts),
        "stoppable": screen.stoppable(channel, ts),
    }
    if change.kind != "status":
        return told_of
    return told_of | {"kind": "status", "text": screen.worded(change.data["status"])}


def _view(change: Change, me: str, screen: Screen, render: Render) -> Json | None:
    """Tell of modals, and of what shows only when a page is loaded again."""
    if change.kind == "views":
        view = screen.workspace.view(me)
        names = screen.names(me)
        html = render("modal.html", view=view, names=names) if view else ""
        home = render("home.html", home=screen.workspace.views.home(me), names=names)
        return {"kind": "view", "html": html, "home": home}
    if change.kind == "prompts":
        html = render("prompts.html", prompts=screen.prompts(change.channel))
        return {"kind": "prompts", "channel": change.channel, "html": html}
    if change.kind == "view_errors":
        return {"kind": "errors", "errors": dict(change.data["errors"])}
    if change.kind == "unanswered":
        return {"kind": "unanswered", "what": change.data.get("type", "")}
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
        "wide": shown.wide,
        "stoppable": screen.stoppable(shown.channel, shown.thread_ts),
        "unread": screen.workspace.unread(me).get(change.channel, 0),
        "html": render("one.html", shown=shown),
    }


def event(data: Mapping[str, Any], number: int | None = None) -> bytes:
    """Write one server-sent event; JSON has no line breaks of its own."""
    numbered = "" if number is None else f"id: {number}\n"
    return f"{numbered}data: {json.dumps(data)}\n\n".encode()
