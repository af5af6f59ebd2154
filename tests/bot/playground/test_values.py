"""The values that a workspace is made of."""

from __future__ import annotations

import json

from bot.playground.values import Change, Message


def test_a_message_knows_its_thread():
    """A parent is no reply, even once it is a thread."""
    alone = Message("C1", "1.000001", "U1", "x")
    parent = Message("C1", "1.000001", "U1", "x", "1.000001")
    reply = Message("C1", "1.000002", "U1", "x", "1.000001")

    assert ["1.000001"] * 3 == [one.root for one in (alone, parent, reply)]
    assert [False, False, True] == [one.is_reply for one in (alone, parent, reply)]


def test_a_change_can_be_sent_as_json():
    """Nothing in it but data."""
    change = Change(1, 2.0, "message", "C1", {"ts": "1.000001"})

    expected = {"seq": 1, "at": 2.0, "kind": "message", "channel": "C1", "data": {"ts": "1.000001"}}
    assert expected == json.loads(json.dumps(change.as_json()))
