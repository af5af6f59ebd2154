"""Scopes and events from slack-manifest.yaml."""

from __future__ import annotations

import pytest

from bot.playground.manifest import EVENTS, MANIFEST, SCOPES, read

YAML = """
oauth_config: {scopes: {bot: [chat:write]}}
settings: {event_subscriptions: {bot_events: [app_mention]}}
"""


def test_the_manifest_says_what_the_app_may_do_and_hear(tmp_path):
    """Its scopes and its events are read."""
    path = tmp_path / "slack-manifest.yaml"
    path.write_text(YAML, encoding="utf-8")

    assert (frozenset({"chat:write"}), frozenset({"app_mention"})) == read(path)


def test_where_there_is_no_manifest_a_usual_app_is_assumed(tmp_path):
    """With everything that the Web API here has scopes for."""
    assert (SCOPES, EVENTS) == read(tmp_path / "none.yaml")


def test_the_projects_own_manifest_can_be_read():
    """It asks for what an answering bot needs at least."""
    if not MANIFEST.is_file():
        pytest.skip("there is no slack-manifest.yaml")
    scopes, events = read()

    assert {"chat:write", "app_mentions:read"} <= scopes
    assert {"app_mention", "message.im"} <= events
