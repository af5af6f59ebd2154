"""The manifest against the code, both ways: what is missing in it, and what nobody uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.inbound import Ignore
from bot.playground.api.gate import METHODS as GATE
from bot.settings import BotSettings
from bot.slack import interactions, needs, presses
from bot.slack.hear import EVENTS, hear
from bot.slack.payload import Facts

ROOT = Path(__file__).parents[1]
FAMILIES = frozenset(
    {
        "agents",
        "apps",
        "assistant",
        "auth",
        "blocks",
        "bookmarks",
        "bots",
        "calls",
        "chat",
        "conversations",
        "dnd",
        "emoji",
        "files",
        "functions",
        "oauth",
        "pins",
        "reactions",
        "reminders",
        "search",
        "stars",
        "team",
        "usergroups",
        "users",
        "views",
    }
)
"""With what the names of Slack's methods begin."""
METHOD = re.compile(r"[a-z]+(?:\.[a-zA-Z0-9]+)+")
ALLOWED: Mapping[str, frozenset[str]] = {
    "": frozenset({"_metadata", "display_information", "features", "oauth_config", "settings"}),
    "features": frozenset({"app_home", "bot_user", "agent_view", "slash_commands", "shortcuts"}),
    "settings": frozenset(
        {
            "event_subscriptions",
            "interactivity",
            "org_deploy_enabled",
            "socket_mode_enabled",
            "token_rotation_enabled",
        }
    ),
}
"""The parts that a manifest of ours may have: each is one that something here checks."""
LENGTHS: Mapping[str, int] = {
    "display_information.name": 35,
    "display_information.description": 140,
    "features.bot_user.display_name": 80,
    "features.agent_view.agent_description": 300,
    "features.slash_commands.command": 32,
    "features.slash_commands.description": 2_000,
    "features.slash_commands.usage_hint": 1_000,
    "features.shortcuts.name": 24,
    "features.shortcuts.callback_id": 255,
    "features.shortcuts.description": 150,
}
"""Characters, by Slack's manifest schema 2.0.0."""
COUNTS: Mapping[str, int] = {
    "features.slash_commands": 50,
    "features.shortcuts": 10,
    "features.agent_view.suggested_prompts": 4,
    "settings.event_subscriptions.bot_events": 100,
    "oauth_config.scopes.bot": 255,
}
NO_METHODS = frozenset({"files.download"})
"""What the code names as it names methods, and fetches from an address."""
APP_ONLY = frozenset({"apps.connections.open"})
"""Called with the app's own token, which has scopes of its own."""


def problems(manifest: Mapping[str, Any]) -> list[str]:
    """Return what is wrong with a manifest of the app, each a sentence; none when nothing."""
    return [
        *_unknown(manifest),
        *_sizes(manifest),
        *_scopes(manifest),
        *_events(manifest),
        *_surfaces(manifest),
    ]


def called() -> set[str]:
    """Return every method of Slack's that is named in the code of the bot."""
    files = [path for name in ("slack", "oauth") for path in (ROOT / "bot" / name).rglob("*.py")]
    named = {
        value
        for path in files
        if path.name not in {"needs.py", "web.py"}
        for value in _strings(path)
        if value.partition(".")[0] in FAMILIES and METHOD.fullmatch(value)
    }
    return named - NO_METHODS


def _strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _unknown(manifest: Mapping[str, Any]) -> Iterator[str]:
    for part, allowed in ALLOWED.items():
        held = manifest.get(part, {}) if part else manifest
        for name in sorted(set(held) - allowed):
            yield f"{part or 'the manifest'} has a part that nothing here knows: {name}"


def _sizes(manifest: Mapping[str, Any]) -> Iterator[str]:
    for path, most in LENGTHS.items():
        for text in _at(manifest, path):
            if len(text) > most:
                yield f"{path} is longer than {most} characters: {text}"
    for path, most in COUNTS.items():
        if len(_at(manifest, path)) > most:
            yield f"{path} has more than {most} entries"


def _at(manifest: Any, path: str) -> list[Any]:
    """Return what stands at a path, each entry of a list by itself."""
    found = [manifest]
    for name in path.split("."):
        inner = [one[name] for one in found if isinstance(one, Mapping) and name in one]
        found = [each for one in inner for each in (one if isinstance(one, list) else [one])]
    return found


def _scopes(manifest: Mapping[str, Any]) -> Iterator[str]:
    asked = set(manifest["oauth_config"]["scopes"]["bot"])
    used: set[str] = {needs.AGENT} if "agent_view" in manifest["features"] else set()
    if _at(manifest, "features.slash_commands") or _at(manifest, "features.shortcuts"):
        used.add("commands")
    for method in sorted(called() | set(needs.METHODS)):
        if method in APP_ONLY:
            continue
        listed = set(needs.METHODS.get(method, ()))
        served = set(GATE[method].scopes)
        if served and not served & (asked | needs.OPTIONAL):
            yield f"{method} needs one of {', '.join(sorted(served))}"
        if served and not served & listed:
            yield f"needs.METHODS does not list {method} with one of {', '.join(sorted(served))}"
        used |= listed
    for event in manifest["settings"]["event_subscriptions"]["bot_events"]:
        used |= set(needs.EVENTS.get(event, ()))
    for scope in sorted(used - asked - needs.OPTIONAL):
        yield f"the scope {scope} is used and not asked for"
    for scope in sorted(asked - used):
        yield f"the scope {scope} is asked for and not used"


def _events(manifest: Mapping[str, Any]) -> Iterator[str]:
    asked = set(manifest["settings"]["event_subscriptions"]["bot_events"])
    for event in sorted(set(needs.EVENTS) - asked):
        yield f"the event {event} is heard and not subscribed to"
    for event in sorted(asked - set(needs.EVENTS)):
        yield f"the event {event} is subscribed to and not heard"
    for kind in sorted({one.partition(".")[0] for one in asked} ^ set(EVENTS)):
        yield f"{kind} is an event on one side only"


def _surfaces(manifest: Mapping[str, Any]) -> Iterator[str]:
    commands = _at(manifest, "features.slash_commands.command")
    shortcuts = _at(manifest, "features.shortcuts.callback_id")
    ours = BotSettings.model_fields["command"].default
    if commands != [ours]:
        yield f"the code has the command {ours}, the manifest {', '.join(commands) or 'none'}"
    if shortcuts != [interactions.ASK_SHORTCUT]:
        yield f"the shortcuts are {', '.join(shortcuts) or 'none'}"
    for one in _at(manifest, "features.shortcuts"):
        if one["type"] != "message" or not _heard(one["callback_id"]):
            yield f"nobody hears the shortcut {one['callback_id']}"
    buttons = {*presses.PRESSES, *presses.PROMPTS, *interactions.VIEWS}
    if buttons and not manifest["settings"]["interactivity"]["is_enabled"]:
        yield "buttons are pressed and interactivity is not enabled"
    home = manifest["features"]["app_home"]
    if home.get("home_tab_enabled") != ("views.publish" in called()):
        yield "the home tab and views.publish go together"
    if not home.get("messages_tab_enabled") or home.get("messages_tab_read_only_enabled"):
        yield "people cannot write to the app"


def _heard(callback_id: str) -> bool:
    payload = {
        "type": "message_action",
        "callback_id": callback_id,
        "channel": {"id": "C1"},
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "trigger_id": "1",
        "message": {"ts": "1.000001", "text": "x"},
    }
    return not isinstance(hear(payload, Facts("U2")), Ignore)
