"""The doctor's look at Slack: tokens, scopes, clock, agent view and the rest, with their faults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import settings as bot_settings
from bot.playground import cast
from bot.slack.check import Check
from bot.slack.checkup import checkup, clock, scopes
from bot.slack.needs import EVENTS, SCOPES
from retrieval.policy import Policy
from tests.playground import Pg, playground


async def checks_of(environment: dict[str, str], rules: Policy | None = None) -> dict[str, Check]:
    """Do all checks with some settings."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        told = bot_settings.load(http=bot_settings.by_http())
        return {check.name: check async for check in checkup(told, rules)}


async def _checks(pg: Pg, **more: str) -> dict[str, Check]:
    return await checks_of(pg.env() | more)


async def test_a_sound_app_has_nothing_to_mend() -> None:
    """Who the bot is, all scopes, the time, an agent's calls, a hello, and events to compare."""
    async with playground() as pg:
        checks = await _checks(pg)

    names = ["token", "scopes", "clock", "agent view", "app", "socket"]
    assert [f"slack {name}" for name in names] == list(checks)
    assert all(check.ok for check in checks.values()), checks
    assert "Playground" in checks["slack token"].said
    assert all(event in checks["slack app"].said for event in EVENTS)


async def test_a_scope_that_is_missing_is_named() -> None:
    """With where to add it."""
    app = cast.app(scopes=SCOPES - {"reactions:read"})
    async with playground(app=app) as pg:
        check = (await _checks(pg))["slack scopes"]

    assert not check.ok
    assert "missing: reactions:read" == check.said
    assert "OAuth & Permissions" in check.mend


async def test_wrong_tokens_are_named_each() -> None:
    """The bot token's fault does not hide the app token's."""
    async with playground() as pg:
        checks = await _checks(pg, SLACK_BOT_TOKEN="xoxb-wrong", SLACK_APP_TOKEN="xapp-wrong")

    assert [False, False] == [checks[name].ok for name in ("slack token", "slack socket")]
    assert "SLACK_BOT_TOKEN" in checks["slack token"].said
    assert "SLACK_APP_TOKEN" in checks["slack socket"].said
    assert "connections:write" in checks["slack socket"].mend


def test_a_slack_that_does_not_say_the_scopes_is_no_fault() -> None:
    """The header is absent behind some proxies: nothing is claimed."""
    assert scopes("").ok
    assert scopes(", ".join(SCOPES)).ok


@pytest.mark.parametrize("skew", [-3600.0, -90.0, 90.0, 3600.0])
async def test_a_clock_that_is_wrong_is_a_fault(skew: float) -> None:
    """A minute and more; from five minutes on it is told that signatures fail."""
    async with playground() as pg:
        pg.faults.skew = skew
        check = (await _checks(pg))["slack clock"]

    assert not check.ok
    assert ("behind" if skew > 0 else "ahead of") in check.said
    assert (abs(skew) > 300) == ("every signed request" in check.said)
    assert "NTP" in check.mend


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 99 Foo 2026 00:00:00 GMT"])
def test_a_date_that_is_none_is_no_fault(date: str) -> None:
    """Nothing is claimed of a clock that nobody can read."""
    assert clock({"date": date}, 0.0).ok
    assert clock({}, 0.0).ok


def test_seconds_agree_with_their_number() -> None:
    """One second is none of several."""
    theirs = {"date": "Thu, 01 Jan 1970 00:01:00 GMT"}

    assert "1 second ahead of Slack's" == clock(theirs, 61.0).said
    assert "2 seconds behind Slack's" == clock(theirs, 58.0).said


async def test_an_app_that_is_no_agent_is_told_how_to_become_one() -> None:
    """The calls of an agent are refused, whatever its scopes are."""
    app = replace(cast.app(), features=frozenset({"home", "messages", "interactive"}))
    async with playground(app=app) as pg:
        check = (await _checks(pg))["slack agent view"]

    assert not check.ok
    assert "feature_not_enabled" in check.said
    assert "slack-manifest.yaml" in check.mend
