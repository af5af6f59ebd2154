"""What a person does on the page -> what is called of the workspace."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from bot.playground.page.screen import Screen
from bot.playground.values import Json, Refused


class Said(dict[str, Any]):
    """What came with an act; what is missing in it is refused with "invalid_arguments"."""

    def __missing__(self, name: str) -> Any:
        raise Refused("invalid_arguments", missing=name)

    def text(self, name: str) -> str:
        """Return a part that must be text."""
        value = self[name]
        if not isinstance(value, str):
            raise Refused("invalid_arguments", wrong=name)
        return value


async def said(request: web.Request) -> Said:
    """Read what came with an act, as JSON or as a form; refuses with "invalid_json"."""
    if request.content_type != "application/json":
        try:
            return Said(await request.post())
        except (UnicodeDecodeError, LookupError) as error:
            raise Refused("invalid_form_data") from error
    try:
        body = _well_formed(await request.json())
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("invalid_json") from error
    if not isinstance(body, dict):
        raise Refused("json_not_object")
    return Said(body)


def _well_formed(body: Any) -> Any:
    """Replace halves of surrogate pairs, which JSON can say and no page can show."""
    text = json.dumps(body, ensure_ascii=False).encode("utf-16-le", "surrogatepass")
    return json.loads(text.decode("utf-16-le", "replace"))


def do(screen: Screen, act: str, told: Said) -> Json:
    """Do it; return what the page needs to know. Refuses as Slack would."""
    space, me, text = screen.workspace, told.text("user"), told.text
    if space.person(me).bot:
        raise Refused("user_is_bot")

    def where() -> tuple[str, str, str]:
        return me, text("channel"), text("ts")

    acts: dict[str, Callable[[], Any]] = {
        "post": lambda: {"ts": _post(screen, told).ts},
        "edit": lambda: space.edit(*where(), text("text")),
        "delete": lambda: space.delete(*where()),
        "react": lambda: screen.react(*where(), text("name")),
        "unreact": lambda: space.unreact(*where(), text("name")),
        "press": lambda: screen.press(*where(), text("action_id"), text("value")),
        "read": lambda: space.mark_read(me, text("channel")),
        "submit": lambda: space.submit(me, text("view_id"), told["values"]),
        "close": lambda: space.views.close(me),
        "home": lambda: space.open_home(me),
    }
    if act not in acts:
        raise Refused("unknown_method")
    done = acts[act]()
    return done if isinstance(done, dict) else {}


def _post(screen: Screen, told: Said) -> Any:
    thread = told.text("thread_ts") if "thread_ts" in told else ""
    words = told.text("text").replace("\r\n", "\n")
    return screen.workspace.post(told.text("user"), told.text("channel"), words, thread)
