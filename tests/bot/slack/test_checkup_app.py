"""The app's manifest is held against what the bot needs, where a token lets one read it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import cast
from bot.slack.checkup_app import compare
from bot.slack.needs import EVENTS
from tests.bot.slack.test_checkup import checks_of
from tests.playground import playground

PAGE = "https://api.slack.com/apps/A1"


async def test_the_manifest_of_a_sound_app_has_all_events_and_tabs() -> None:
    """Each surface is a check of its own."""
    async with playground() as pg:
        token = pg.workspace.app.config_token
        checks = await checks_of(pg.env() | {"SLACK_CONFIG_TOKEN": token})

    names = ("events", "messages tab", "home tab", "interactivity", "agent view in the manifest")
    assert [True] * len(names) == [checks[f"slack {name}"].ok for name in names]
    assert "slack app" not in checks


async def test_an_event_and_a_tab_that_are_missing_are_named_with_their_pages() -> None:
    """The Messages tab that is off says nothing by itself: people just cannot write."""
    app = replace(
        cast.app(events=frozenset(EVENTS) - {"message.mpim"}), features=frozenset({"home", "agent"})
    )
    async with playground(app=app) as pg:
        token = pg.workspace.app.config_token
        checks = await checks_of(pg.env() | {"SLACK_CONFIG_TOKEN": token})

    assert "missing: message.mpim" == checks["slack events"].said
    assert "event-subscriptions" in checks["slack events"].mend
    assert not checks["slack messages tab"].ok
    assert f"/{app.id}/app-home" in checks["slack messages tab"].mend
    assert not checks["slack interactivity"].ok
    assert checks["slack home tab"].ok


async def test_a_configuration_token_that_is_over_is_told() -> None:
    """It is good for twelve hours only."""
    async with playground() as pg:
        checks = await checks_of(pg.env() | {"SLACK_CONFIG_TOKEN": "xoxe.xoxp-old"})

    assert not checks["slack app"].ok
    assert "SLACK_CONFIG_TOKEN" in checks["slack app"].said
    assert "SLACK_BOT_TOKEN" not in checks["slack app"].said
    assert "configuration token" in checks["slack app"].mend


@pytest.mark.parametrize("read_only", [True, False])
def test_a_messages_tab_that_can_only_be_read_is_off(read_only: bool) -> None:
    """Nobody can write to the bot there."""
    home = {"messages_tab_enabled": True, "messages_tab_read_only_enabled": read_only}
    checks = {c.name: c for c in compare({"features": {"app_home": home}}, PAGE)}

    assert checks["slack messages tab"].ok is not read_only


_json = st.recursive(
    st.none() | st.booleans() | st.text(max_size=5) | st.integers(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["features", "settings", "app_home", "event_subscriptions", "bot_events"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["features", "settings"]), _json))
def test_whatever_a_manifest_says_there_is_a_check_for_each_thing(manifest: dict[str, Any]) -> None:
    """Nothing is raised, and what is not there is a fault with a mend."""
    for check in compare(manifest, PAGE):
        assert check.ok or check.mend
