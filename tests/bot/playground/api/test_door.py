"""auth.test, apps.connections.open, team, app and the check of blocks."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import cast
from tests.playground import playground, refusal


async def test_auth_test_tells_who_the_app_is_and_its_scopes(pg, web):
    """The scopes are in the header that the client shows."""
    told = await web.auth_test()
    app = pg.workspace.app

    assert (app.user_id, app.bot_id) == (told["user_id"], told["bot_id"])
    assert sorted(app.scopes) == told.headers["x-oauth-scopes"].split(",")


async def test_a_socket_is_opened_with_the_apps_own_token_only(pg, web):
    """The bot's token is not allowed, a wrong one is not known."""
    opened = await web.apps_connections_open(app_token=pg.env()["SLACK_APP_TOKEN"])
    bots = refusal(web.apps_connections_open(app_token=pg.env()["SLACK_BOT_TOKEN"]))
    wrong = refusal(web.apps_connections_open(app_token="xapp-wrong"))

    assert opened["url"].startswith("ws://127.0.0.1:")
    assert ("not_allowed_token_type", "invalid_auth") == (await bots, await wrong)


async def test_team_and_bot_are_told(pg):
    """team.info needs its scope, and bots.info knows one bot."""
    scopes = frozenset({"team:read", "users:read"})
    async with playground(app=cast.app(scopes=scopes)) as ours:
        web = AsyncWebClient(token=ours.env()["SLACK_BOT_TOKEN"], base_url=ours.api)
        team = await web.team_info()
        bot = await web.bots_info(bot=ours.workspace.app.bot_id)
        other = await refusal(web.bots_info(bot="B404"))

    assert (cast.TEAM, cast.BOT) == (team["team"]["id"], bot["bot"]["user_id"])
    assert "bot_not_found" == other


async def test_blocks_are_validated_with_pointers(web):
    """Each error says where."""
    good = await web.blocks_validate(blocks=[{"type": "divider"}])
    with pytest.raises(SlackApiError) as caught:
        await web.blocks_validate(blocks=[{"type": "header"}])

    assert good["ok"]
    error = {
        "code": "invalid",
        "message": "missing required field: text",
        "field": "0",
        "pointer": "/blocks/0",
    }
    assert [error] == caught.value.response["errors"]


async def test_many_blocks_can_be_validated_at_once(web):
    """Though the client puts them into the address."""
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "é" * 2_000}}

    assert (await web.blocks_validate(blocks=[block] * 5))["ok"]


async def test_api_test_says_back_what_it_was_told(web):
    """With no token needed."""
    assert {"foo": "bar"} == (await web.api_test(foo="bar"))["args"]
