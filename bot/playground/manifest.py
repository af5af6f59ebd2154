"""slack-manifest.yaml -> what the app may do and which events it is sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

MANIFEST = Path(__file__).parents[2] / "slack-manifest.yaml"
SCOPES = frozenset(
    {
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "groups:history",
        "im:history",
        "mpim:history",
        "channels:read",
        "groups:read",
        "im:read",
        "mpim:read",
        "im:write",
        "chat:write",
        "reactions:read",
        "reactions:write",
        "users:read",
        "team:read",
    }
)
"""What the app may do where there is no manifest."""
EVENTS = frozenset(
    {
        "app_mention",
        "message.channels",
        "message.groups",
        "message.im",
        "message.mpim",
        "reaction_added",
        "reaction_removed",
        "app_home_opened",
        "member_joined_channel",
        "agent_session_stopped",
    }
)
"""What the app is sent where there is no manifest."""


def read(path: Path = MANIFEST) -> tuple[frozenset[str], frozenset[str]]:
    """Return the scopes of the bot's token and its subscribed events, as the manifest says.

    A manifest that is not there stands for `SCOPES` and `EVENTS`.
    """
    if not path.is_file():
        return SCOPES, EVENTS
    manifest: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    scopes = manifest["oauth_config"]["scopes"]["bot"]
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    return frozenset(scopes), frozenset(events)
