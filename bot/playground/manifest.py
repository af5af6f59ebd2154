"""slack-manifest.yaml -> what the app may do and which events it is sent."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bot.playground.values import Command, Feature, Shortcut

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
        "files:read",
        "commands",
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
        "app_context_changed",
    }
)
"""What the app is sent where there is no manifest."""


FEATURES: frozenset[Feature] = frozenset({"home", "messages", "agent", "interactive"})


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest asks for: the bot's scopes and events, its surfaces and what is turned on."""

    scopes: frozenset[str] = SCOPES
    events: frozenset[str] = EVENTS
    commands: tuple[Command, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    features: frozenset[Feature] = FEATURES


def read(path: Path = MANIFEST) -> Manifest:
    """Return what the manifest says; one that is not there stands for a usual app."""
    if not path.is_file():
        return Manifest()
    told: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    features, settings = told.get("features", {}), told["settings"]
    commands = [
        Command(
            one["command"],
            one.get("description", ""),
            one.get("usage_hint", ""),
            bool(one.get("should_escape")),
        )
        for one in features.get("slash_commands", ())
    ]
    shortcuts = [
        Shortcut(one["callback_id"], one["name"], one["type"])
        for one in features.get("shortcuts", ())
    ]
    return Manifest(
        frozenset(told["oauth_config"]["scopes"]["bot"]),
        frozenset(settings["event_subscriptions"]["bot_events"]),
        tuple(commands),
        tuple(shortcuts),
        _features(features, settings),
    )


def _features(features: dict[str, Any], settings: dict[str, Any]) -> frozenset[Feature]:
    """Return what is turned on."""
    home = features.get("app_home", {})
    on: dict[Feature, Any] = {
        "home": home.get("home_tab_enabled"),
        "messages": home.get("messages_tab_enabled")
        and not home.get("messages_tab_read_only_enabled"),
        "agent": "agent_view" in features,
        "interactive": settings.get("interactivity", {}).get("is_enabled"),
    }
    return frozenset(name for name, value in on.items() if value)
