"""People, channels and messages in Slack's JSON."""

from __future__ import annotations

import pytest

from bot.playground import cast
from bot.playground.shapes import channel_shape, message_shape, person_shape
from bot.playground.values import Message

TEAM, APP = cast.team("http://127.0.0.1:1/"), cast.app(frozenset(), frozenset())


def test_a_person_has_the_flags_that_a_policy_reads():
    """One for guests, one for strangers, one for bots."""
    shapes = {person.name: person_shape(person) for person in cast.people()}

    assert shapes["gus"]["is_restricted"]
    assert shapes["sam"]["is_stranger"]
    assert shapes["footnote"]["is_bot"]
    assert shapes["sam"]["team_id"] != shapes["ada"]["team_id"]


@pytest.mark.parametrize("channel", cast.channels(0), ids=lambda channel: channel.id)
def test_a_conversation_is_of_one_kind(channel):
    """Exactly one of the four flags is set, and a group message is private."""
    shape = channel_shape(channel, cast.BOT)
    flags = [shape.get(name) for name in ("is_channel", "is_group", "is_im", "is_mpim")]

    assert 1 == sum(bool(flag) for flag in flags)
    assert bool(shape.get("is_mpim")) <= bool(shape.get("is_private"))


def test_a_direct_conversation_names_the_other_one():
    """By user, and has no name."""
    direct = cast.channels(0)[6]

    assert cast.people()[0].id == channel_shape(direct, cast.BOT)["user"]
    assert "name" not in channel_shape(direct, cast.BOT)


def test_a_parent_counts_its_replies():
    """With the newest, and who wrote them."""
    parent = Message("C1", "1.000001", "U1", "x", "1.000001")
    replies = [
        Message("C1", f"1.00000{n}", user, "y", parent.ts) for n, user in [(2, "U2"), (3, "U2")]
    ]
    shape = message_shape(parent, TEAM, APP, replies=replies)

    told = [
        shape[name] for name in ("reply_count", "latest_reply", "reply_users", "reply_users_count")
    ]
    assert [2, "1.000003", ["U2"], 1] == told


def test_what_the_app_wrote_says_so():
    """By bot_id, app_id and profile; what a person wrote has none of them."""
    ours = message_shape(Message("C1", "1.000001", cast.BOT, "x", by_app=True), TEAM, APP)
    theirs = message_shape(Message("C1", "1.000001", "U1", "x"), TEAM, APP)

    assert (APP.bot_id, APP.id, "Footnote") == (
        ours["bot_id"],
        ours["app_id"],
        ours["bot_profile"]["name"],
    )
    assert not {"bot_id", "app_id", "bot_profile"} & set(theirs)
