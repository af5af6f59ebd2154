"""What a person does on the page -> what is called of the workspace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.playground.page.forms import Said, state
from bot.playground.page.screen import Screen
from bot.playground.state import Workspace
from bot.playground.values import Json, Refused


def do(screen: Screen, act: str, told: Said) -> Json:
    """Do it; return what the page needs to know. Refuses as Slack would."""
    space, me = screen.workspace, told.text("user")
    if space.person(me).bot:
        raise Refused("user_is_bot")
    acts = _in_messages(screen, me, told) | _with_the_app(space, me, told)
    if act not in acts:
        raise Refused("unknown_method")
    done = acts[act]()
    return done if isinstance(done, dict) else {}


def _in_messages(screen: Screen, me: str, told: Said) -> dict[str, Callable[[], Any]]:
    """What is done in conversations."""
    space, text = screen.workspace, told.text

    def where() -> tuple[str, str, str]:
        return me, text("channel"), text("ts")

    return {
        "post": lambda: {"ts": _post(space, me, told)},
        "edit": lambda: space.edit(*where(), text("text")),
        "delete": lambda: space.delete(*where()),
        "react": lambda: screen.react(*where(), text("name")),
        "unreact": lambda: space.unreact(*where(), text("name")),
        "press": lambda: screen.press(*where(), text("action_id"), text("value")),
        "read": lambda: space.mark_read(me, text("channel")),
        "invite": lambda: _invite(space, me, text("channel")),
    }


def _with_the_app(space: Workspace, me: str, told: Said) -> dict[str, Callable[[], Any]]:
    """What is done with the app's own surfaces."""
    text = told.text
    return {
        "command": lambda: space.command(me, text("channel"), text("text")),
        "shortcut": lambda: space.shortcut(
            me, text("callback_id"), told.maybe("channel"), told.maybe("ts")
        ),
        "submit": lambda: _submit(space, me, told),
        "press_view": lambda: _press_view(space, me, told),
        "close": lambda: space.close_view(me),
        "home": lambda: space.open_home(me, told.maybe("tab") or "messages"),
        "look": lambda: _look(space, me, told.maybe("channel")),
        "stop": lambda: space.halt(me, text("channel"), text("thread_ts")),
    }


def _post(space: Workspace, me: str, told: Said) -> str:
    """Say something, in a thread, with files, or in a thread and in the channel as well."""
    channel, thread = told.text("channel"), told.maybe("thread_ts")
    words = told.text("text").replace("\r\n", "\n")
    if told.maybe("broadcast") and thread and not told.files:
        return space.broadcast(me, channel, words, thread).ts
    return space.post(me, channel, words, thread, told.files).ts


def _invite(space: Workspace, me: str, channel: str) -> None:
    """Let the app come into a channel, invited by somebody who is in it."""
    space.join(space.app.user_id, space.room_of(me, channel).id, me)


def _look(space: Workspace, me: str, channel: str) -> None:
    """Have a channel beside the app's panel, or nothing."""
    entity = {"type": "slack#/types/channel_id", "value": channel, "team_id": space.team.id}
    space.look(me, [entity] if channel and space.room_of(me, channel) else [])


def _submit(space: Workspace, me: str, told: Said) -> None:
    view = space.views.get(me, told.text("view_id"))
    space.submit(me, view["id"], state(view, told.filled()))


def _press_view(space: Workspace, me: str, told: Said) -> None:
    view = space.views.get(me, told.text("view_id"))
    action = (told.text("action_id"), told.text("value"))
    space.interactions.press_view(space.person(me), view, action, state(view, told.filled()))
