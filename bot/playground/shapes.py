"""Workspace -> Slack's JSON: how people, channels and messages look on the wire."""

from __future__ import annotations

from collections.abc import Sequence

from bot.playground.values import App, Channel, Group, Json, Message, Person, Team

CHANNEL_TYPES = {"channel": "channel", "private": "group", "group": "mpim", "direct": "im"}
"""What `channel_type` of an event calls each kind of conversation."""
SCOPES = {"channel": "channels", "private": "groups", "group": "mpim", "direct": "im"}
"""How the scopes and the message events of each kind of conversation begin."""


def group_shape(group: Group, team: Team) -> Json:
    """Return a user group as usergroups.list does."""
    return {
        "id": group.id,
        "team_id": team.id,
        "is_usergroup": True,
        "name": group.name,
        "description": "",
        "handle": group.handle,
        "is_external": False,
        "date_delete": 0,
    }


def person_shape(person: Person, *, locale: bool = False) -> Json:
    """Return a user as users.info does, with the `locale` where that was asked for."""
    profile = {
        "title": person.title,
        "real_name": person.real_name,
        "real_name_normalized": person.real_name,
        "display_name": person.name,
        "display_name_normalized": person.name,
        "team": person.team,
    }
    shape: Json = {
        "id": person.id,
        "team_id": person.team,
        "name": person.name,
        "deleted": person.deleted,
        "profile": profile,
        "is_bot": person.bot and person.id != "USLACKBOT",
        "is_app_user": False,
        "updated": 0,
    }
    if person.enterprise:
        teams = {"enterprise_id": person.enterprise, "teams": [person.team]}
        shape["enterprise_user"] = {"id": person.id, "enterprise_name": "", **teams}
    if person.deleted:  # Slack tells little more of them.
        return shape
    if locale:
        shape["locale"] = person.locale
    return shape | {
        "real_name": person.real_name,
        "tz": "Etc/UTC",
        "tz_label": "UTC",
        "tz_offset": 0,
        "is_admin": person.admin,
        "is_owner": False,
        "is_primary_owner": False,
        "is_restricted": person.guest or person.single,
        "is_ultra_restricted": person.single,
        "is_stranger": person.stranger,
    }


def channel_shape(channel: Channel, me: str) -> Json:
    """Return a conversation as conversations.info does, as `me` sees it."""
    shape: Json = {
        "id": channel.id,
        "created": channel.created,
        "is_archived": channel.archived,
        "is_im": channel.kind == "direct",
        "is_shared": channel.shared or channel.wide,
        "is_ext_shared": channel.shared,
        "is_org_shared": channel.wide,
        "is_pending_ext_shared": channel.pending,
    }
    if channel.kind == "direct":
        other = [member for member in channel.members if member != me]
        return shape | {"user": (other or [me])[0], "is_open": True}
    text = {"value": channel.topic, "creator": "", "last_set": 0}
    return shape | {
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": channel.kind == "channel",
        "is_group": channel.kind == "private",
        "is_mpim": channel.kind == "group",
        "is_private": channel.kind != "channel",
        "is_general": channel.name == "general",
        "is_member": me in channel.members,
        "topic": text,
        "purpose": text,
        "num_members": len(channel.members),
    }


def message_shape(
    message: Message,
    team: Team,
    app: App,
    *,
    replies: Sequence[Message] = (),
    metadata: bool = True,
) -> Json:
    """Return a message as conversations.replies does; `replies` are those of its thread."""
    shape: Json = {"type": "message", "user": message.user, "text": message.text, "ts": message.ts}
    if message.subtype:
        shape["subtype"] = message.subtype
    if message.subtype == "bot_message":  # as what comes by a response address or a webhook
        del shape["user"]
    if message.subtype == "tombstone":
        shape["hidden"] = True
    shape |= _author(message, team, app)
    optional = {
        "client_msg_id": message.client_msg_id,
        "blocks": message.blocks,
        "files": message.files,
        "attachments": message.attachments,
        "edited": message.edited,
        "streaming_state": message.streaming,
        "metadata": message.metadata if metadata else None,
    }
    shape |= {name: value for name, value in optional.items() if value}
    if message.reactions:
        shape["reactions"] = [
            {"name": name, "users": list(users), "count": len(users)}
            for name, users in message.reactions.items()
        ]
    if message.thread_ts:
        shape["thread_ts"] = message.thread_ts
    return shape | _thread(replies)


def _author(message: Message, team: Team, app: App) -> Json:
    if message.team and message.team != team.id:
        return {"team": message.team, "user_team": message.team, "source_team": message.team}
    if message.bot:
        names = (f"B{message.user[1:]}", f"A{message.user[1:]}", message.bot)
    elif message.by_app:
        names = (app.bot_id, app.id, app.name)
    else:
        return {"team": team.id}
    bot_id, app_id, name = names
    profile = {"id": bot_id, "app_id": app_id, "name": name, "team_id": team.id}
    told = {"team": team.id, "bot_id": bot_id, "app_id": app_id}
    named = {"username": name} if message.subtype == "bot_message" else {}
    return {**told, **named, "bot_profile": profile | {"deleted": False}}


def _thread(replies: Sequence[Message]) -> Json:
    if not replies:
        return {}
    people = list(dict.fromkeys(reply.user for reply in replies))
    return {
        "reply_count": len(replies),
        "reply_users_count": len(people),
        "latest_reply": replies[-1].ts,
        "reply_users": people[:5],
        "is_locked": False,
        "subscribed": False,
    }
