"""The doctor's look at Slack: tokens, scopes and the connection, against a served workspace."""

from __future__ import annotations

import pytest

from bot import settings as bot_settings
from bot.playground import cast
from bot.slack.checkup import Check, checkup, scopes
from bot.slack.needs import EVENTS, SCOPES
from tests.playground import playground


async def _checks(environment: dict[str, str]) -> dict[str, Check]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        told = bot_settings.load()
    return {check.name: check async for check in checkup(told)}


async def test_a_sound_app_has_nothing_to_mend() -> None:
    """Who the bot is, all scopes, a hello, and the events to compare."""
    async with playground() as pg:
        checks = await _checks(pg.env())

    assert ["slack token", "slack scopes", "slack socket"] == list(checks)
    assert all(check.ok for check in checks.values()), checks
    assert "Playground" in checks["slack token"].said
    assert all(event in checks["slack socket"].said for event in EVENTS)


async def test_a_scope_that_is_missing_is_named() -> None:
    """With where to add it."""
    app = cast.app(scopes=SCOPES - {"reactions:read"})
    async with playground(app=app) as pg:
        check = (await _checks(pg.env()))["slack scopes"]

    assert not check.ok
    assert "missing: reactions:read" == check.said
    assert "OAuth & Permissions" in check.mend


async def test_wrong_tokens_are_named_each() -> None:
    """The bot token's fault does not hide the app token's."""
    async with playground() as pg:
        wrong = {"SLACK_BOT_TOKEN": "xoxb-wrong", "SLACK_APP_TOKEN": "xapp-wrong"}
        checks = await _checks(pg.env() | wrong)

    assert [False, False] == [checks[name].ok for name in ("slack token", "slack socket")]
    assert "SLACK_BOT_TOKEN" in checks["slack token"].said
    assert "SLACK_APP_TOKEN" in checks["slack socket"].said
    assert "connections:write" in checks["slack socket"].mend


def test_a_slack_that_does_not_say_the_scopes_is_no_fault() -> None:
    """The header is absent behind some proxies: nothing is claimed."""
    assert scopes("").ok
    assert scopes(", ".join(SCOPES)).ok
