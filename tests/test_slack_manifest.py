"""The manifest asks for what the code uses, and for nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from bot.playground.api.gate import METHODS as GATE
from bot.slack.needs import METHODS
from tests.manifests import ROOT, called, problems


@pytest.fixture(name="manifest", scope="module")
def _manifest() -> dict[str, Any]:
    """The manifest as Slack reads it."""
    read: dict[str, Any] = yaml.safe_load((ROOT / "slack-manifest.yaml").read_text("utf-8"))
    return read


def test_the_manifest_and_the_code_agree(manifest: dict[str, Any]) -> None:
    """On scopes, events, commands, shortcuts and what is turned on, both ways."""
    assert [] == problems(manifest)


def test_every_method_that_the_code_names_is_in_the_list_of_needs() -> None:
    """And the playground serves each of them."""
    assert set() == called() - set(METHODS) - {"oauth.v2.access", "auth.revoke"}
    assert set() == set(METHODS) - set(GATE)


CHANGES: dict[str, tuple[tuple[str, ...], Any]] = {
    "the event channel_rename is subscribed to and not heard": (
        ("settings", "event_subscriptions", "bot_events"),
        "channel_rename",
    ),
    "the event app_mention is heard and not subscribed to": (
        ("settings", "event_subscriptions", "bot_events", "-app_mention"),
        None,
    ),
    "the scope pins:write is asked for and not used": (
        ("oauth_config", "scopes", "bot"),
        "pins:write",
    ),
    "the scope users:read is used and not asked for": (
        ("oauth_config", "scopes", "bot", "-users:read"),
        None,
    ),
    "nobody hears the shortcut other": (
        ("features", "shortcuts"),
        {"name": "Other", "type": "message", "callback_id": "other"},
    ),
    "the code has the command /footnote, the manifest /footnote, /other": (
        ("features", "slash_commands"),
        {"command": "/other"},
    ),
    "features has a part that nothing here knows: unfurl_domains": (
        ("features", "unfurl_domains"),
        [],
    ),
    "buttons are pressed and interactivity is not enabled": (
        ("settings", "interactivity", "is_enabled"),
        False,
    ),
    "the home tab and views.publish go together": (
        ("features", "app_home", "home_tab_enabled"),
        False,
    ),
    "people cannot write to the app": (
        ("features", "app_home", "messages_tab_enabled"),
        False,
    ),
    "features.bot_user.display_name is longer than 80 characters": (
        ("features", "bot_user", "display_name"),
        "x" * 81,
    ),
}


@pytest.mark.parametrize("told", CHANGES)
def test_a_manifest_that_says_more_less_or_other_is_found(
    manifest: dict[str, Any], told: str
) -> None:
    """Each kind of difference, by a sentence."""
    (*path, last), value = CHANGES[told]
    changed = copy.deepcopy(manifest)
    place: Any = changed
    for name in path:
        place = place[name]
    if last.startswith("-"):
        place.remove(last[1:])
    elif isinstance(place.get(last), list) and not isinstance(value, list):
        place[last].append(value)
    else:
        place[last] = value

    assert any(problem.startswith(told) for problem in problems(changed))
