"""reactions.*: what people and the app think of a message."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.archive import check_emoji
from bot.playground.values import Json


def _name(call: Call) -> str:
    return check_emoji(call.arguments.need("name").strip(":"))


def _add(call: Call) -> Json:
    name = _name(call)
    message = call.message(call.room(), "timestamp")
    call.workspace.archive.react(call.me, message, name)
    return {}


def _remove(call: Call) -> Json:
    name = _name(call)
    message = call.message(call.room(), "timestamp")
    call.workspace.archive.unreact(call.me, message, name)
    return {}


def _get(call: Call) -> Json:
    message = call.message(call.room(), "timestamp")
    shape = call.workspace.archive.shape(message)
    return {"type": "message", "channel": message.channel, "message": shape}


WRITE = ("reactions:write",)
METHODS = {
    "reactions.add": Method(_add, 3, WRITE),
    "reactions.remove": Method(_remove, 2, WRITE),
    "reactions.get": Method(_get, 3, ("reactions:read",)),
}
