"""chat.*: messages that the app posts, changes and takes away."""

from __future__ import annotations

from bot.playground.api.call import Call, Method
from bot.playground.api.content import content, metadata
from bot.playground.values import Channel, Json, Message, Refused

WRITE = ("chat:write",)


def _place(call: Call) -> Channel:
    """Return the conversation to post in, which may be named by a person or by #name."""
    workspace = call.workspace
    named = call.arguments.need("channel")
    if named in workspace.people:
        return workspace.direct(named, call.me)
    if named.startswith("#"):
        for channel in workspace.channels.values():
            if channel.name == named[1:] and channel.kind == "channel":
                return _open(call, channel)
        raise Refused("channel_not_found")
    return _open(call, call.channel())


def _open(call: Call, channel: Channel) -> Channel:
    if channel.archived:
        raise Refused("is_archived")
    if call.me not in channel.members and "chat:write.public" not in call.workspace.app.scopes:
        raise Refused("not_in_channel")
    return channel


def _post(call: Call) -> Json:
    channel = _place(call)
    text, blocks = content(call)
    thread_ts = call.thread(channel)
    workspace = call.workspace
    broadcast = bool(thread_ts) and call.arguments.flag("reply_broadcast")
    message = workspace.archive.add(
        Message(
            channel.id,
            workspace.archive.stamp(),
            call.me,
            text,
            thread_ts,
            blocks,
            by_app=True,
            subtype="thread_broadcast" if broadcast else "",
            metadata=metadata(call),
        )
    )
    workspace.settle(message)
    flag = call.arguments.flag
    if flag("unfurl_links", default=True) or flag("unfurl_media", default=True):
        workspace.archive.unfurl(message)
    return {"channel": channel.id, "ts": message.ts, "message": workspace.archive.shape(message)}


def _ephemeral(call: Call) -> Json:
    workspace = call.workspace
    channel = _open(call, call.channel())
    user = workspace.person(call.arguments.need("user")).id
    if user not in channel.members:
        raise Refused("user_not_in_channel")
    text, blocks = content(call)
    message = Message(
        channel.id,
        workspace.archive.stamp(),
        call.me,
        text,
        call.thread(channel),
        blocks,
        by_app=True,
        only_for=user,
    )
    workspace.archive.whisper(message)
    return {"message_ts": message.ts}


def _own(call: Call, error: str) -> Message:
    message = call.message(call.room())
    if not message.by_app:
        raise Refused(error)
    return message


def _update(call: Call) -> Json:
    message = _own(call, "cant_update_message")
    if message.streaming == "in_progress":
        raise Refused("streaming_state_conflict")
    text, blocks = content(call, update=True)
    workspace = call.workspace
    fields: Json = {"text": text, "blocks": blocks}
    if call.arguments.text("text"):
        stamp = workspace.archive.stamp()
        fields["edited"] = {"user": workspace.app.bot_id, "ts": stamp}
    found = metadata(call)
    if found:
        fields["metadata"] = found
    workspace.archive.rewrite(message, **fields)
    shape = workspace.archive.shape(message)
    return {"channel": message.channel, "ts": message.ts, "text": message.text, "message": shape}


def _delete(call: Call) -> Json:
    message = _own(call, "cant_delete_message")
    stream = call.workspace.streams.find(message.channel, message.ts)
    if stream:
        call.workspace.streams.stop(stream)
    call.workspace.archive.remove(message)
    return {"channel": message.channel, "ts": message.ts}


def _permalink(call: Call) -> Json:
    channel = call.channel()
    message = call.message(channel, "message_ts")
    link = f"{call.workspace.team.url}archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.is_reply:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


METHODS = {
    "chat.postMessage": Method(_post, 4, WRITE),
    "chat.postEphemeral": Method(_ephemeral, 4, WRITE),
    "chat.update": Method(_update, 3, WRITE),
    "chat.delete": Method(_delete, 3, WRITE),
    "chat.getPermalink": Method(_permalink, 4),
}
