"""conversations.*: threads, history, members and lists."""

from __future__ import annotations

import pytest

from tests.playground import (
    ADA,
    BEN,
    BOT,
    CHLOE,
    DIRECT,
    GENERAL,
    GROUP,
    HELP,
    LEADS,
    PARTNERS,
    RANDOM,
    refusal,
)


def _thread(pg, replies=5):
    ts = pg.ask("a")
    return [ts, *(pg.say(BEN, GENERAL, f"{number}", ts) for number in range(replies))]


async def test_a_thread_is_read_page_by_page(pg, web):
    """The parent comes first, then the replies, oldest first; the cursor leads to the next."""
    told = _thread(pg)
    found, cursor, pages = [], "", 0
    while True:
        page = await web.conversations_replies(
            channel=GENERAL, ts=told[0], limit=2, **({"cursor": cursor} if cursor else {})
        )
        found += [message["ts"] for message in page["messages"]]
        pages += 1
        if not page["has_more"]:
            break
        cursor = page["response_metadata"]["next_cursor"]

    assert (told, 3) == (found, pages)


async def test_slack_sdk_follows_the_cursors_by_itself(pg, web):
    """The client's own iteration over pages ends where the thread ends."""
    told = _thread(pg)
    found = []
    async for page in await web.conversations_replies(channel=GENERAL, ts=told[0], limit=4):
        found += [message["ts"] for message in page["messages"]]

    assert told == found


async def test_oldest_and_latest_bound_the_replies_and_leave_the_parent(pg, web):
    """Both ends are left out, unless they are asked for."""
    told = _thread(pg)
    bounds = {"oldest": told[2], "latest": told[4]}
    inner = await web.conversations_replies(channel=GENERAL, ts=told[0], **bounds)
    whole = await web.conversations_replies(channel=GENERAL, ts=told[0], inclusive=True, **bounds)

    assert [told[0], told[3]] == [message["ts"] for message in inner["messages"]]
    assert [told[0], *told[2:5]] == [message["ts"] for message in whole["messages"]]


async def test_a_reply_is_found_by_its_own_ts(pg, web):
    """It names its thread."""
    told = _thread(pg)
    found = await web.conversations_replies(channel=GENERAL, ts=told[3])

    assert [(told[3], told[0])] == [(one["ts"], one["thread_ts"]) for one in found["messages"]]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"ts": "1.000001"}, "thread_not_found"),
        ({"ts": "x"}, "invalid_ts"),
        ({"channel": RANDOM}, "not_in_channel"),
        ({"channel": "C404"}, "channel_not_found"),
        ({"limit": 1_001}, "invalid_limit"),
        ({"cursor": "xx"}, "invalid_cursor"),
        ({"cursor": "bmV4dDox"}, "invalid_cursor"),
        ({"oldest": "x"}, "invalid_ts_oldest"),
        ({"latest": "x"}, "invalid_ts_latest"),
    ],
)
async def test_a_thread_that_cannot_be_read_is_refused(pg, web, arguments, error):
    """Each refusal has Slack's own name."""
    given = {"channel": GENERAL, "ts": pg.ask("a")} | arguments

    assert error == await refusal(web.conversations_replies(**given))


async def test_history_is_the_channel_itself_newest_first(pg, web):
    """Replies are not in it."""
    told = _thread(pg)
    later = pg.say(ADA, GENERAL, "later")
    found = await web.conversations_history(channel=GENERAL)

    assert [later, told[0]] == [message["ts"] for message in found["messages"]]


async def test_info_tells_the_kind_of_a_conversation(web):
    """Channels, private and shared ones, direct and group messages."""
    facts = {}
    for channel in (GENERAL, RANDOM, LEADS, PARTNERS, DIRECT, GROUP):
        info = (await web.conversations_info(channel=channel))["channel"]
        names = ("is_channel", "is_private", "is_im", "is_mpim", "is_ext_shared", "is_member")
        facts[channel] = {name for name in names if info.get(name)}

    assert {
        GENERAL: {"is_channel", "is_member"},
        RANDOM: {"is_channel"},
        LEADS: {"is_private", "is_member"},
        PARTNERS: {"is_channel", "is_ext_shared", "is_member"},
        DIRECT: {"is_im"},
        GROUP: {"is_private", "is_mpim", "is_member"},
    } == facts


async def test_lists_hold_what_the_app_may_know_of(pg, web):
    """By kind; a private channel without the app is not among them."""
    pg.workspace.leave(BOT, LEADS)
    public = await web.conversations_list()
    private = await web.conversations_list(types="private_channel,mpim")
    own = await web.users_conversations(types="public_channel")

    assert [GENERAL, HELP, RANDOM, PARTNERS] == [one["id"] for one in public["channels"]]
    assert [GROUP] == [one["id"] for one in private["channels"]]
    assert [GENERAL, HELP, PARTNERS] == [one["id"] for one in own["channels"]]
    assert "invalid_types" == await refusal(web.conversations_list(types="odd"))


async def test_members_come_in_pages(web):
    """With a cursor to the rest."""
    first = await web.conversations_members(channel=GENERAL, limit=3)
    cursor = first["response_metadata"]["next_cursor"]
    rest = await web.conversations_members(channel=GENERAL, limit=3, cursor=cursor)

    assert ([ADA, BEN, CHLOE], [BOT]) == (first["members"], rest["members"])
    assert "" == rest["response_metadata"]["next_cursor"]


async def test_a_direct_conversation_is_opened_once(pg, web):
    """With one person it is there already, and with several it needs a scope of its own."""
    opened = await web.conversations_open(users=[ADA])
    again = await web.conversations_open(channel=opened["channel"]["id"], return_im=True)
    several = refusal(web.conversations_open(users=[ADA, CHLOE]))

    assert DIRECT == opened["channel"]["id"] == again["channel"]["id"]
    assert ADA == again["channel"]["user"]
    assert "missing_scope" == await several
    assert "user_not_found" == await refusal(web.conversations_open(users=["U404"]))
