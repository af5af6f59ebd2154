"""chat.startStream, appendStream and stopStream: messages written piece by piece."""

from __future__ import annotations

from typing import Any

from bot.playground.api.agents import known_session, set_session
from bot.playground.api.call import Call, Method
from bot.playground.api.content import BLOCKS, checked, metadata, written
from bot.playground.blocks import characters, check
from bot.playground.streams import join
from bot.playground.values import Channel, Json, Message, Refused, Stream

WRITE = ("chat:write",)


def _pieces(call: Call) -> list[Json]:
    """Return what a call adds to a message, as blocks."""
    markdown = call.arguments.text("markdown_text")
    chunks = call.arguments.items("chunks", "invalid_chunks") or []
    pieces = [written(markdown)] if markdown else []
    for chunk in chunks:
        pieces += _piece(chunk)
    return pieces


def _piece(chunk: Any) -> list[Json]:
    if not isinstance(chunk, dict):
        raise Refused("invalid_chunks")
    kind = chunk.get("type")
    if kind == "markdown_text" and isinstance(chunk.get("text"), str):
        return [written(chunk["text"])]
    if kind == "blocks" and isinstance(chunk.get("blocks"), list):
        return checked(chunk["blocks"])
    if kind == "plan_update" and isinstance(chunk.get("title"), str):
        return [{"type": "plan", "title": chunk["title"]}]
    if kind == "task_update":
        kept = {name: value for name, value in chunk.items() if name not in {"type", "id"}}
        task = {"type": "task_card", "task_id": chunk.get("id"), **kept}
        if not check([task]):
            return [task]
    raise Refused("invalid_chunks")


def _recipient(call: Call, channel: Channel) -> None:
    """Refuse a stream in a channel that does not say for whom it is."""
    if channel.kind == "direct":
        return
    for name in ("recipient_team_id", "recipient_user_id"):
        if not call.arguments.text(name):
            raise Refused(f"missing_{name}")
    person = call.workspace.person(call.arguments.text("recipient_user_id"))
    if call.arguments.text("recipient_team_id") not in {person.team, call.workspace.team.id}:
        raise Refused("team_not_found")


def _start(call: Call) -> Json:
    workspace = call.workspace
    channel = call.room()
    if channel.archived:
        raise Refused("is_archived")
    _recipient(call, channel)
    thread_ts = call.thread(channel)
    pieces = _pieces(call)
    _fits([], pieces)
    stamp = workspace.archive.stamp()
    message = Message(channel.id, stamp, call.me, "", thread_ts, by_app=True)
    workspace.streams.start(message, pieces)
    workspace.settle(message)
    return {"channel": channel.id, "ts": message.ts}


def _stream(call: Call) -> Stream:
    message = call.message(call.room())
    if not message.by_app:
        raise Refused("message_not_owned_by_app")
    return call.workspace.streams.writable(message)


def _append(call: Call) -> Json:
    stream = _stream(call)
    pieces = _pieces(call)
    if not pieces:
        raise Refused("no_text")
    _fits(stream.parts, pieces)
    call.workspace.streams.append(stream, pieces)
    return {"channel": stream.message.channel, "ts": stream.message.ts}


def _stop(call: Call) -> Json:
    workspace = call.workspace
    stream = _stream(call)
    pieces = _pieces(call)
    blocks = checked(call.arguments.items("blocks", "invalid_blocks_format") or [])
    found = metadata(call)
    _fits(stream.parts, [*pieces, *blocks])
    session = known_session(call.arguments.text("session_status", "active"))
    if pieces:
        workspace.streams.append(stream, pieces)
    workspace.streams.stop(stream, blocks, found)
    message = stream.message
    if call.arguments.has("session_status"):
        set_session(workspace, (message.channel, message.root), session)
    shape = workspace.archive.shape(message)
    return {"channel": message.channel, "ts": message.ts, "message": shape}


def _fits(parts: list[Json], pieces: list[Json]) -> None:
    together = [dict(part) for part in parts]
    join(together, pieces)
    if characters(together) > BLOCKS:
        raise Refused("msg_blocks_too_long")


METHODS = {
    "chat.startStream": Method(_start, 2, WRITE),
    "chat.appendStream": Method(_append, 4, WRITE),
    "chat.stopStream": Method(_stop, 2, WRITE),
}
