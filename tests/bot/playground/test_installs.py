"""Several workspaces in one playground, and the app's way into them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.installs import CODE_LIFE, address
from bot.playground.values import Refused
from tests.playground import ADA, GENERAL, refusal

BACK = "https://app.example.com/back"


def _code(pg, team=""):
    where = pg.playground.installs.allow(team or pg.workspace.team.id, BACK, "s")
    return where.partition("code=")[2].partition("&")[0]


def _given(pg, spent, **changed):
    app = pg.workspace.app
    given = {"client_id": app.client_id, "client_secret": app.client_secret, "code": spent}
    return given | changed


async def test_a_second_workspace_is_another_tokens(pg, web):
    """Before it is installed there is none."""
    second = pg.playground.add_second()
    there = AsyncWebClient(token=second.app.bot_token, base_url=pg.api)
    before = await refusal(there.auth_test())
    told = pg.playground.installs.exchange(pg.workspace.app, _given(pg, _code(pg, second.team.id)))
    after = await there.auth_test()

    assert "invalid_auth" == before
    assert second.team.id == after["team_id"] == told["team"]["id"]
    assert pg.workspace.team.id == (await web.auth_test())["team_id"]
    assert (second.app.bot_token, second.app.user_id) == (
        told["access_token"],
        told["bot_user_id"],
    )


async def test_events_say_which_workspace_they_are_of(pg):
    """And nothing comes from where the app is not installed."""
    second = pg.playground.add_second()
    second.post("U0ZOE00021", "C0LOBBY021", "before")
    second.install()
    second.post("U0ZOE00021", "C0LOBBY021", "after")
    pg.say(ADA, GENERAL, "here")

    told = [one.payload for one in pg.playground.deliveries._pending]
    assert [("T0SEC0ND002", "after"), (pg.workspace.team.id, "here")] == [
        (one["team_id"], one["event"]["text"]) for one in told
    ]


async def test_a_revoked_token_says_so_and_the_next_is_a_new_one(pg, web):
    """The app is told by two events, and hears nothing more."""
    old = pg.workspace.app.bot_token
    heard = pg.workspace.app.events | {"tokens_revoked", "app_uninstalled"}
    pg.workspace.app = replace(pg.workspace.app, events=heard)
    pg.workspace.uninstall()
    pg.say(ADA, GENERAL, "x")

    told = [one.payload["event"]["type"] for one in pg.playground.deliveries._pending]
    assert ["app_uninstalled", "tokens_revoked"] == sorted(told)
    assert "token_revoked" == await refusal(web.auth_test())
    assert old != pg.workspace.install()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"client_id": "1"}, "invalid_client_id"),
        ({"client_secret": "x"}, "bad_client_secret"),
        ({"code": "x"}, "invalid_code"),
        ({"redirect_uri": "https://elsewhere.example.com/"}, "bad_redirect_uri"),
    ],
)
async def test_a_wrong_exchange_is_refused_by_name(pg, changed, error):
    """And spends nothing."""
    code = _code(pg)
    installs, app = pg.playground.installs, pg.workspace.app
    with pytest.raises(Refused, match=error):
        installs.exchange(app, _given(pg, code, **changed))

    assert installs.exchange(app, _given(pg, code))["access_token"] == app.bot_token


async def test_a_code_is_spent_once_and_within_ten_minutes(pg):
    """code_already_used, invalid_code."""
    first, second = _code(pg), _code(pg)
    installs, app = pg.playground.installs, pg.workspace.app
    installs.exchange(app, _given(pg, first))
    with pytest.raises(Refused, match="code_already_used"):
        installs.exchange(app, _given(pg, first))
    pg.clock.move(CODE_LIFE + 1)
    with pytest.raises(Refused, match="invalid_code"):
        installs.exchange(app, _given(pg, second))
    with pytest.raises(Refused, match="team_not_found"):
        installs.of_team("T404")


def test_an_address_keeps_its_own_query():
    """What is empty is left out."""
    assert "https://a/?b=1&c=2" == address("https://a/?b=1", {"c": "2", "d": ""})
    assert "https://a/?c=%26" == address("https://a/", {"c": "&"})
