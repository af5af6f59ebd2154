"""users.*: who is in the workspace."""

from __future__ import annotations

from tests.playground import ADA, BOT, GUS, SAM, refusal


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
