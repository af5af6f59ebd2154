"""users.*: who is in the workspace."""

from __future__ import annotations

from slack_sdk.web.async_client import AsyncWebClient

from bot.playground import cast
from bot.playground.values import Group
from tests.playground import ADA, BOT, GUS, SAM, playground, refusal


async def test_info_tells_guests_strangers_and_bots(pg, web):
    """By the flags that a policy asks for."""
    flags = {}
    for user in (ADA, GUS, SAM, BOT):
        told = (await web.users_info(user=user))["user"]
        names = ("is_admin", "is_restricted", "is_stranger", "is_bot")
        flags[user] = [name for name in names if told[name]]

    assert {
        ADA: ["is_admin"],
        GUS: ["is_restricted"],
        SAM: ["is_stranger"],
        BOT: ["is_bot"],
    } == flags
    assert "user_not_found" == await refusal(web.users_info(user="U404"))


async def test_the_list_comes_in_pages(pg, web):
    """All people are on them, each once."""
    found = []
    async for page in await web.users_list(limit=2):
        found += [one["id"] for one in page["members"]]

    assert list(pg.workspace.people) == found


async def test_groups_are_listed_to_an_app_that_may_see_them():
    """With their handles; without the scope nothing of them is."""
    app = cast.app(scopes=frozenset({"usergroups:read"}))
    async with playground(app=app) as ours, playground() as other:
        ours.workspace.groups.append(Group("S0123ABCD", "Docs team", "docs-team"))
        web = AsyncWebClient(token=ours.env()["SLACK_BOT_TOKEN"], base_url=ours.api)
        without = AsyncWebClient(token=other.env()["SLACK_BOT_TOKEN"], base_url=other.api)
        (group,) = (await web.usergroups_list())["usergroups"]
        refused = await refusal(without.usergroups_list())

    assert ("S0123ABCD", "docs-team", cast.TEAM) == (group["id"], group["handle"], group["team_id"])
    assert "missing_scope" == refused
