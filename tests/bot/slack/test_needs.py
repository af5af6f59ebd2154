"""The manifest, the code and the list of what the app needs say the same."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.slack.hear import EVENTS as HEARD
from bot.slack.needs import EVENTS, METHODS, SCOPES

ROOT = Path(__file__).parents[3]
METHOD = re.compile(r'"((?:apps|assistant|auth|chat|conversations|users)(?:\.[a-zA-Z]+)+)"')


@pytest.fixture(name="manifest", scope="module")
def _manifest() -> dict[str, Any]:
    """The manifest as Slack reads it."""
    read: dict[str, Any] = yaml.safe_load((ROOT / "slack-manifest.yaml").read_text("utf-8"))
    return read


def test_every_event_that_is_heard_is_subscribed(manifest: dict[str, Any]) -> None:
    """What `hear` knows is what the manifest asks for, message by its kinds of channel."""
    subscribed = manifest["settings"]["event_subscriptions"]["bot_events"]

    assert sorted(EVENTS) == subscribed
    assert set(HEARD) == {event.partition(".")[0] for event in subscribed}


def test_every_scope_that_is_needed_is_asked_for_and_no_other(manifest: dict[str, Any]) -> None:
    """Nobody grants more than the bot uses."""
    assert sorted(SCOPES) == manifest["oauth_config"]["scopes"]["bot"]


def test_every_method_that_is_called_is_listed() -> None:
    """A method named in the Slack app's code has its scopes in the list."""
    called = {
        method
        for path in (ROOT / "bot" / "slack").rglob("*.py")
        if path.name not in {"needs.py", "web.py"}
        for method in METHOD.findall(path.read_text(encoding="utf-8"))
    }

    assert set() == called - set(METHODS)


def test_every_method_that_is_listed_is_called() -> None:
    """A scope is not asked for what nobody calls."""
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "bot" / "slack").rglob("*.py")
        if path.name not in {"needs.py", "web.py"}
    )

    assert [] == [method for method in METHODS if f'"{method}"' not in text]


def test_the_manifest_is_one_that_slack_takes(manifest: dict[str, Any]) -> None:
    """Slack's limits on lengths, and an app that people can write to (complaint A6)."""
    shown, features = manifest["display_information"], manifest["features"]

    assert len(shown["name"]) <= 35
    assert len(shown["description"]) <= 140
    assert len(features["agent_view"]["agent_description"]) <= 300
    assert len(features["agent_view"]["suggested_prompts"]) <= 4
    assert features["app_home"]["messages_tab_enabled"]
    assert not features["app_home"]["messages_tab_read_only_enabled"]
    assert manifest["settings"]["interactivity"]["is_enabled"]
    assert manifest["settings"]["socket_mode_enabled"]
