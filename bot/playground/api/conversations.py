"""conversations.*: where people talk, and what was said there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from bot.playground.api.call import Call, Method
from bot.playground.api.paging import page
from bot.playground.shapes import SCOPES, channel_shape
from bot.playground.values import Channel, Json, Message, Refused

_MOMENT = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,6})?")
KINDS = {
    "public_channel": "channel",
    "private_channel": "private",
    "mpim": "group",
    "im": "direct",
}


def _info(call: Call) -> Json:
    channel = call.channel("read")
    return {"channel": channel_shape(channel, call.me)}


def _members(call: Call) -> Json:
    members, fields = page(call, call.channel("read").members, str)
    return {"members": list(members), **fields}


def _list(call: Call) -> Json:
    return _listed(call, [one for one in call.workspace.channels.values() if _known(call, one)])


def _own(call: Call) -> Json:
    user = call.workspace.person(call.arguments.text("user") or call.me)
    channels = [one for one in call.workspace.channels_of(user.id) if _known(call, one)]
    return _listed(call, channels)


def _listed(call: Call, channels: list[Channel]) -> Json:
    named = call.arguments.text("types", "public_channel").split(",")
    kinds = [KINDS.get(name.strip(), "") for name in named]
    if "" in kinds:
        raise Refused("invalid_types")
    for kind in kinds:
        call.demand(f"{SCOPES[kind]}:read")
    hidden = call.arguments.flag("exclude_archived")
    shown = [one for one in channels if one.kind in kinds and not (hidden and one.archived)]
    part, fields = page(call, shown, lambda channel: channel.id)
    return {"channels": [channel_shape(one, call.me) for one in part], **fields}


def _known(call: Call, channel: Channel) -> bool:
    return channel.kind == "channel" or call.me in channel.members


def _open(call: Call) -> Json:
    workspace = call.workspace
    if call.arguments.text("channel"):
        channel = call.channel()
    else:
        users = [user for user in call.arguments.need("users").split(",") if user]
        call.demand("im:write" if len(users) == 1 else "mpim:write")
        for user in users:
            workspace.person(user)
        channel = workspace.direct(*users, call.me)
    whole = call.arguments.flag("return_im")
    return {"channel": channel_shape(channel, call.me) if whole else {"id": channel.id}}


def _replies(call: Call) -> Json:
    channel = call.room("history")
    archive = call.workspace.archive
    found = archive.find(channel.id, call.ts("ts"))
    if found is None:
        raise Refused("thread_not_found")
    if found.is_reply:
        return _shown(call, [found], {"has_more": False})
    replies = _between(call, archive.replies(channel.id, found.ts))
    part, fields = page(call, [found, *replies], lambda message: message.ts, 1_000)
    return _shown(call, list(part), fields)


def _history(call: Call) -> Json:
    channel = call.room("history")
    messages = _between(call, call.workspace.archive.top(channel.id))
    part, fields = page(call, messages[::-1], lambda message: message.ts)
    return _shown(call, list(part), fields)


def _between(call: Call, messages: Sequence[Message]) -> list[Message]:
    """Return the messages between `oldest` and `latest`, both left out unless `inclusive`."""
    oldest = _moment(call, "oldest", Decimal(0))
    latest = _moment(call, "latest", Decimal("Infinity"))
    inclusive = call.arguments.flag("inclusive")
    kept: list[Message] = []
    for message in messages:
        at = Decimal(message.ts)
        if oldest < at < latest or (inclusive and at in {oldest, latest}):
            kept.append(message)
    return kept


def _moment(call: Call, name: str, default: Decimal) -> Decimal:
    text = call.arguments.text(name)
    if not text or text == "now":
        return default
    if not _MOMENT.fullmatch(text):
        raise Refused(f"invalid_ts_{name}")
    return Decimal(text)


def _shown(call: Call, messages: list[Message], fields: Json) -> Json:
    whole = call.arguments.flag("include_all_metadata")
    shape = call.workspace.archive.shape
    more = bool(fields.get("response_metadata", {}).get("next_cursor"))
    shapes = [shape(message, metadata=whole) for message in messages]
    return {"messages": shapes, "has_more": more, **(fields if more else {})}


METHODS = {
    "conversations.info": Method(_info, 3),
    "conversations.members": Method(_members, 4),
    "conversations.list": Method(_list, 2),
    "users.conversations": Method(_own, 3),
    "conversations.open": Method(_open, 3),
    "conversations.replies": Method(_replies, 3),
    "conversations.history": Method(_history, 3),
}
