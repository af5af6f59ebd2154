"""People and conversations of all kinds, and what changes about them."""

from __future__ import annotations

import pytest

from bot.playground import cast
from bot.playground.values import Channel, Refused
from tests.playground import ADA, BEN, BOT, CHLOE, GENERAL, LEADS, refusal

DORA, SOLO, KEN, ELA, ECHO = cast.others()


@pytest.fixture(autouse=True)
def _everybody(pg):
    for person in cast.others():
        pg.workspace.add_person(person)


async def _info(web, user, **options):
    return (await web.users_info(user=user, **options))["user"]


async def test_users_info_tells_who_left_who_is_a_guest_and_who_is_a_bot(pg, web):
    """Of who left it tells little more than that."""
    told = {one.name: await _info(web, one.id) for one in cast.others()}

    assert told["dora"]["deleted"]
    assert "is_restricted" not in told["dora"]
    assert told["solo"]["is_ultra_restricted"] is told["solo"]["is_restricted"] is True
    assert (True, False) == (told["echo"]["is_bot"], told["ken"]["is_bot"])
    assert [pg.workspace.team.id] == told["ela"]["enterprise_user"]["teams"]
    assert "enterprise_user" not in told["ken"]


async def test_a_locale_is_told_to_who_asks_for_it(web):
    """And to nobody else."""
    assert "ja-JP" == (await _info(web, KEN.id, include_locale=True))["locale"]
    assert "locale" not in await _info(web, KEN.id)


async def test_shared_pending_and_wide_channels_are_told_apart(pg, web):
    """Three flags, none of which follows from another."""
    flags = ("is_ext_shared", "is_pending_ext_shared", "is_org_shared")
    told = {}
    for name in ("shared", "pending", "wide"):
        room = Channel(f"C0{name.upper()}", name, "channel", 0, [ADA, BOT], **{name: True})
        pg.workspace.add_channel(room)
        info = (await web.conversations_info(channel=room.id))["channel"]
        told[name] = [info[flag] for flag in flags]

    assert {
        "shared": [True, False, False],
        "pending": [False, True, False],
        "wide": [False, False, True],
    } == told


async def test_who_left_the_company_writes_nothing(pg):
    """account_inactive."""
    pg.workspace.change_person(BEN, deleted=True)

    with pytest.raises(Refused, match="account_inactive"):
        pg.say(BEN, GENERAL, "x")


async def test_another_bot_says_who_it_is(pg):
    """With a user or, as a webhook does, without one."""
    for room in (GENERAL, LEADS):
        pg.workspace.join(ECHO.id, room)
    pg.workspace.post_as_bot(ECHO.id, GENERAL, "@footnote how?")
    pg.workspace.post_as_bot(ECHO.id, LEADS, "how?", classic=True)
    modern, classic = pg.messages(GENERAL)[0], pg.messages(LEADS)[0]

    assert (ECHO.id, ECHO.bot_id, "Echo") == (
        modern["user"],
        modern["bot_id"],
        modern["bot_profile"]["name"],
    )
    assert ("bot_message", "Echo", False) == (
        classic["subtype"],
        classic["username"],
        "user" in classic,
    )
    assert pg.workspace.app.id not in {modern["app_id"], classic["app_id"]}


async def test_a_channel_keeps_its_id_under_another_name(pg, web):
    """And people name it by the new one."""
    pg.workspace.rename(GENERAL, "everybody")
    pg.say(ADA, GENERAL, "see #everybody and #general")

    assert "everybody" == (await web.conversations_info(channel=GENERAL))["channel"]["name"]
    assert "see <#C0GENERAL1|everybody> and #general" == pg.messages()[0]["text"]


async def test_who_is_taken_out_is_not_there_any_more(pg, web):
    """The app is told by Slack's name for it."""
    pg.workspace.leave(BOT, GENERAL)

    assert "not_in_channel" == await refusal(web.chat_postMessage(channel=GENERAL, text="x"))
    with pytest.raises(Refused, match="channel_not_found"):
        pg.workspace.room_of(CHLOE, LEADS)
