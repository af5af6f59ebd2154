"""What the app must be allowed and told: the scopes of what the bot calls, the events it hears.

Scopes by method and event: https://docs.slack.dev/reference/methods and /reference/events.
"""

from __future__ import annotations

from collections.abc import Mapping

_READ = ("channels:read", "groups:read", "im:read", "mpim:read")
_HISTORY = ("channels:history", "groups:history", "im:history", "mpim:history")

AGENT = "assistant:write"
"""What an app with `agent_view` needs for it."""
COMMANDS = "commands"
"""What an app with a command or a shortcut needs."""

METHODS: Mapping[str, tuple[str, ...]] = {
    "agents.sessions.rename": ("chat:write",),
    "agents.sessions.setStatus": ("chat:write",),
    "apps.connections.open": (),
    "apps.manifest.export": (),
    "assistant.threads.setStatus": ("chat:write",),
    "assistant.threads.setSuggestedPrompts": (AGENT,),
    "assistant.threads.setTitle": (AGENT,),
    "auth.test": (),
    "bots.info": ("users:read",),
    "chat.appendStream": ("chat:write",),
    "chat.delete": ("chat:write",),
    "chat.getPermalink": (),
    "chat.postEphemeral": ("chat:write",),
    "chat.postMessage": ("chat:write",),
    "chat.startStream": ("chat:write",),
    "chat.stopStream": ("chat:write",),
    "chat.update": ("chat:write",),
    "conversations.history": _HISTORY,
    "conversations.info": _READ,
    "conversations.members": _READ,
    "conversations.open": ("im:write",),
    "conversations.replies": _HISTORY,
    "files.info": ("files:read",),
    "usergroups.list": ("usergroups:read",),
    "users.info": ("users:read",),
    "views.open": (),
    "views.publish": (),
}
"""Every method that the bot calls, with the bot scopes that it needs in all kinds of channel."""

EVENTS: Mapping[str, tuple[str, ...]] = {
    "agent_session_stopped": (AGENT,),
    "app_context_changed": (AGENT,),
    "app_home_opened": (),
    "app_mention": ("app_mentions:read",),
    "member_joined_channel": ("channels:read", "groups:read"),
    "message.channels": ("channels:history",),
    "message.groups": ("groups:history",),
    "message.im": ("im:history",),
    "message.mpim": ("mpim:history",),
    "reaction_added": ("reactions:read",),
    "reaction_removed": ("reactions:read",),
}
"""Every event that the bot is sent, with its scopes."""

OPTIONAL = frozenset({"usergroups:read"})
"""Scopes that the manifest does not ask for: an app that has them can do a little more."""
SCOPES = frozenset({AGENT, COMMANDS}.union(*METHODS.values(), *EVENTS.values())) - OPTIONAL
CONNECTION_SCOPE = "connections:write"
"""What the app-level token needs."""
