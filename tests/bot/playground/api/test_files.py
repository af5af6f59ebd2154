"""files.info: what the app may know of files."""

from __future__ import annotations

from bot.playground import cast
from tests.playground import ADA, GENERAL, RANDOM, playground, refusal


async def test_a_file_is_told_with_its_channels(pg, web):
    """And one of a channel where the app is not is not known."""
    pg.say(ADA, GENERAL, "x", files=["a.txt"])
    pg.say(ADA, RANDOM, "x", files=["b.txt"])
    here, there = (pg.messages(room)[0]["files"][0]["id"] for room in (GENERAL, RANDOM))

    assert [GENERAL] == (await web.files_info(file=here))["file"]["channels"]
    assert "file_not_found" == await refusal(web.files_info(file=there))
    assert "file_not_found" == await refusal(web.files_info(file="F404"))


async def test_it_takes_a_scope(pg, web):
    """missing_scope without files:read."""
    async with playground(app=cast.app(scopes=frozenset({"chat:write"}))) as bare:
        web.base_url = bare.api
        error = await refusal(web.files_info(file="F404"))

    assert "missing_scope" == error
