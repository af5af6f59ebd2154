"""A change in the workspace -> the events that Slack sends the app for it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from bot.playground.shapes import CHANNEL_TYPES, SCOPES
from bot.playground.state import Workspace
from bot.playground.values import Change, Channel, Json

Told = tuple[str, str, Json]
"""A subscription (as the manifest names it), the scope that it needs, and the event."""


def events_of(change: Change, workspace: Workspace) -> list[Json]:
    """Return the events of a change that the app has subscribed to and may hear.

    One message of a person that names the app is two events, a message and a mention.
    """
    if not workspace.installed or (change.only_for and change.kind != "context"):
        return []
    app = workspace.app
    return [
        event
        for subscription, scope, event in _all(change, workspace)
        if subscription in app.events and (not scope or scope in app.scopes)
    ]


def callback(event: Json, workspace: Workspace) -> Json:
    """Return the body in which an event is delivered, with an id of its own."""
    app, team = workspace.app, workspace.team
    channel = workspace.channels.get(_place(event))
    authorization = {
        "enterprise_id": None,
        "team_id": team.id,
        "user_id": app.user_id,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    return {
        "token": "verification-token",
        "team_id": team.id,
        "context_team_id": team.id,
        "context_enterprise_id": None,
        "api_app_id": app.id,
        "event": event,
        "type": "event_callback",
        "event_id": f"Ev{uuid.uuid4().hex[:9].upper()}",
        "event_time": int(workspace.now()),
        "authorizations": [authorization],
        "is_ext_shared_channel": bool(channel and channel.shared),
        "event_context": f"4-{uuid.uuid4().hex}",
    }


def _place(event: Json) -> str:
    channel = event.get("channel") or event.get("item", {}).get("channel") or ""
    return str(channel["id"] if isinstance(channel, dict) else channel)


def _all(change: Change, workspace: Workspace) -> Iterator[Told]:
    if change.kind == "revoked":
        yield from _revoked(workspace)
    channel = workspace.channels.get(change.channel)
    if channel is None:
        return
    yield from _surface(change, workspace)
    if change.kind == "left" and change.data["user"] == workspace.app.user_id:
        yield _gone(channel, workspace)
    if workspace.app.user_id in channel.members:
        yield from _inside(change, channel, workspace)


def _surface(change: Change, workspace: Workspace) -> Iterator[Told]:
    """Yield what a person did with the app's own surfaces."""
    if change.kind == "home_opened":
        yield "app_home_opened", "", _home_opened(change, workspace)
    elif change.kind == "halted":
        yield "agent_session_stopped", "", _halted(change, workspace)
    elif change.kind == "context" and "agent" in workspace.app.features:
        yield "app_context_changed", "", _context(change, workspace)


def _inside(change: Change, channel: Channel, workspace: Workspace) -> Iterator[Told]:
    """Yield what happened in a conversation that the app is in."""
    if change.kind in {"joined", "left"}:
        yield _membership(change, channel, workspace)
    elif change.kind == "renamed":
        yield _renamed(change, channel, workspace)
    elif change.kind.startswith("reaction_"):
        yield change.kind, "reactions:read", _reaction(change, workspace)
    elif change.kind in {"message", "changed", "replied", "deleted"}:
        yield from _message(change, channel, workspace)


def _revoked(workspace: Workspace) -> Iterator[Told]:
    tokens: Json = {"oauth": [], "bot": [workspace.app.user_id]}
    yield "tokens_revoked", "", {"type": "tokens_revoked", "tokens": tokens}
    yield "app_uninstalled", "", {"type": "app_uninstalled"}


def _message(change: Change, channel: Channel, workspace: Workspace) -> Iterator[Told]:
    begin = SCOPES[channel.kind]
    place = {"channel": channel.id, "channel_type": CHANNEL_TYPES[channel.kind]}
    if change.kind == "message":
        event = _said(change.data["message"], workspace, channel.id) | place
    else:
        event = _altered(change, workspace) | place
    yield f"message.{begin}", f"{begin}:history", event
    mention = _mention(change, channel, workspace)
    if mention:
        yield "app_mention", "app_mentions:read", mention


def _said(message: Json, workspace: Workspace, channel: str) -> Json:
    event = dict(message) | {"event_ts": message["ts"]}
    root = str(message.get("thread_ts") or message["ts"])
    if root != message["ts"]:
        event["parent_user_id"] = workspace.archive.get(channel, root).user
    direct = workspace.channels[channel].kind == "direct"
    if direct and workspace.panel.context(event.get("user", "")):
        event["app_context"] = workspace.panel.context(event["user"])
    return event


def _altered(change: Change, workspace: Workspace) -> Json:
    stamp = workspace.archive.stamp()
    event: Json = {"type": "message", "hidden": True, "ts": stamp, "event_ts": stamp}
    event["previous_message"] = change.data["previous"]
    if change.kind == "deleted":
        return event | {"subtype": "message_deleted", "deleted_ts": change.data["ts"]}
    return event | {"subtype": "message_changed", "message": change.data["message"]}


def _mention(change: Change, channel: Channel, workspace: Workspace) -> Json | None:
    """Return the mention of a new or edited message that names the app, outside of its own DM."""
    message = change.data.get("message", {})
    edited = change.kind == "changed" and message.get("edited") is not None
    named = f"<@{workspace.app.user_id}>" in message.get("text", "")
    by_app = message.get("bot_id") is not None
    if not named or by_app or channel.kind == "direct" or not (edited or change.kind == "message"):
        return None
    if edited and message["edited"] == change.data["previous"].get("edited"):
        return None
    names = [
        "user",
        "ts",
        "client_msg_id",
        "text",
        "team",
        "thread_ts",
        "blocks",
        "files",
        "edited",
    ]
    event: Json = {"type": "app_mention", "channel": channel.id}
    event |= {name: message[name] for name in names if name in message}
    return event | {"event_ts": message["edited"]["ts"] if edited else message["ts"]}


def _reaction(change: Change, workspace: Workspace) -> Json:
    data = change.data
    return {
        "type": change.kind,
        "user": data["user"],
        "reaction": data["reaction"],
        "item": {"type": "message", "channel": change.channel, "ts": data["ts"]},
        "item_user": data["message"].get("user", ""),
        "event_ts": workspace.archive.stamp(),
    }


def _membership(change: Change, channel: Channel, workspace: Workspace) -> Told:
    kind = f"member_{change.kind}_channel"
    event = {
        "type": kind,
        "user": change.data["user"],
        "channel": channel.id,
        "channel_type": "C" if channel.kind == "channel" else "G",
        "team": workspace.team.id,
        "event_ts": workspace.archive.stamp(),
    }
    if change.data.get("inviter"):
        event["inviter"] = change.data["inviter"]
    return kind, f"{SCOPES[channel.kind]}:read", event


def _renamed(change: Change, channel: Channel, workspace: Workspace) -> Told:
    renamed = {"id": channel.id, "name": change.data["name"], "created": channel.created}
    kind = "channel_rename" if channel.kind == "channel" else "group_rename"
    event = {"type": kind, "channel": renamed, "event_ts": workspace.archive.stamp()}
    return kind, f"{SCOPES[channel.kind]}:read", event


def _gone(channel: Channel, workspace: Workspace) -> Told:
    """Return what the app is told when it was taken out of a channel."""
    kind = "channel_left" if channel.kind == "channel" else "group_left"
    event = {"type": kind, "channel": channel.id, "event_ts": workspace.archive.stamp()}
    return kind, f"{SCOPES[channel.kind]}:read", event


def _context(change: Change, workspace: Workspace) -> Json:
    return {
        "type": "app_context_changed",
        "user": change.data["user"],
        "channel": change.channel,
        "context": workspace.panel.context(change.data["user"]),
        "event_ts": workspace.archive.stamp(),
    }


def _home_opened(change: Change, workspace: Workspace) -> Json:
    event: Json = {
        "type": "app_home_opened",
        "user": change.data["user"],
        "channel": change.channel,
        "tab": change.data["tab"],
        "event_ts": workspace.archive.stamp(),
    }
    if workspace.panel.context(change.data["user"]):
        event["context"] = workspace.panel.context(change.data["user"])
    home = workspace.views.home(change.data["user"])
    return event | ({"view": home} if home and change.data["tab"] == "home" else {})


def _halted(change: Change, workspace: Workspace) -> Json:
    return {
        "type": "agent_session_stopped",
        "user": change.data["user"],
        "channel": change.channel,
        "thread_ts": change.data["thread_ts"],
        "streaming_message_ts": change.data["streams"],
        "event_ts": workspace.archive.stamp(),
    }
