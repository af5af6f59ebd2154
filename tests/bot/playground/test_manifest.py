"""Scopes and events from slack-manifest.yaml."""

from __future__ import annotations

import pytest

from bot.playground.manifest import EVENTS, MANIFEST, SCOPES, Manifest, read
from bot.playground.values import Command, Shortcut

YAML = """
features:
  app_home: {home_tab_enabled: true, messages_tab_enabled: true}
  slash_commands: [{command: /ask, usage_hint: "[question]", should_escape: true}]
  shortcuts: [{name: Ask about this, type: message, callback_id: about}]
oauth_config: {scopes: {bot: [chat:write]}}
settings:
  event_subscriptions: {bot_events: [app_mention]}
"""


def test_the_manifest_says_what_the_app_may_do_and_hear(tmp_path):
    """Its scopes, events, commands, shortcuts and what is turned on are read."""
    path = tmp_path / "slack-manifest.yaml"
    path.write_text(YAML, encoding="utf-8")

    expected = Manifest(
        frozenset({"chat:write"}),
        frozenset({"app_mention"}),
        (Command("/ask", "", "[question]", escaped=True),),
        (Shortcut("about", "Ask about this"),),
        frozenset({"home", "messages"}),
    )
    assert expected == read(path)


def test_where_there_is_no_manifest_a_usual_app_is_assumed(tmp_path):
    """With everything that the Web API here has scopes for."""
    assert Manifest(SCOPES, EVENTS) == read(tmp_path / "none.yaml")


def test_the_projects_own_manifest_can_be_read():
    """It asks for what an answering bot needs at least."""
    if not MANIFEST.is_file():
        pytest.skip("there is no slack-manifest.yaml")
    told = read()

    assert {"chat:write", "app_mentions:read"} <= told.scopes
    assert {"app_mention", "message.im"} <= told.events
