"""What every family of methods asks of a call."""

from __future__ import annotations

import pytest

from bot.playground.api.arguments import Arguments
from bot.playground.api.call import Call
from bot.playground.values import Refused
from tests.playground import BOT, GENERAL, LEADS, RANDOM


def _call(pg, **values):
    return Call(pg.workspace, pg.playground.link, Arguments(values), pg.playground.installs)


async def test_a_public_channel_is_known_and_only_a_member_is_in_the_room(pg):
    """A private one without the app is not even known."""
    pg.workspace.leave(BOT, LEADS)

    assert RANDOM == _call(pg, channel=RANDOM).channel().id
    with pytest.raises(Refused, match="not_in_channel"):
        _call(pg, channel=RANDOM).room()
    with pytest.raises(Refused, match="channel_not_found"):
        _call(pg, channel=LEADS).channel()


@pytest.mark.parametrize("ts", ["1", "1.5", "a.000001", "-1.000001", "1.0000001", "١.000001"])
async def test_a_ts_is_seconds_and_six_digits(pg, ts):
    """A number that lost its zeros is no ts."""
    with pytest.raises(Refused, match="invalid_ts"):
        _call(pg, ts=ts).ts("ts")


async def test_a_thread_is_there_or_refused(pg):
    """None named, one that is there, one that is not, and what is no ts."""
    room = pg.workspace.channel(GENERAL)
    ts = pg.ask("a")

    assert ["", ts] == [_call(pg).thread(room), _call(pg, thread_ts=ts).thread(room)]
    for wrong, error in [("1.000001", "thread_not_found"), ("", "invalid_thread_ts")]:
        with pytest.raises(Refused, match=error):
            _call(pg, thread_ts=wrong).thread(room)


async def test_a_missing_scope_is_named_with_those_that_are_there(pg):
    """As Slack's answer does."""
    with pytest.raises(Refused) as caught:
        _call(pg).demand("usergroups:read")

    assert "usergroups:read" == caught.value.details["needed"]
    assert "chat:write" in caught.value.details["provided"].split(",")
