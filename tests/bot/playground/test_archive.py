"""The messages of a workspace and what is recorded of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground import cast
from bot.playground.archive import REACTIONS, TOMBSTONE, Archive
from bot.playground.log import Log
from bot.playground.values import Message, Refused
from tests.playground import ManualClock

APP = cast.app(frozenset(), frozenset())


def _archive():
    return Archive(Log(), ManualClock(), cast.team("http://127.0.0.1:1/"), APP)


def _say(archive, thread_ts="", user="U1", text="x"):
    return archive.add(Message("C1", archive.stamp(), user, text, thread_ts))


def _kinds(archive):
    return [change.kind for change in archive.log.since(0)]


def test_stamps_are_unique_and_rise_also_while_the_clock_stands():
    """Seconds, a point and six digits."""
    archive = _archive()
    stamps = [archive.stamp() for _ in range(1_000)]

    assert sorted(set(stamps)) == stamps
    assert {6} == {len(stamp.partition(".")[2]) for stamp in stamps}


def test_the_first_reply_makes_a_thread_and_is_recorded_for_its_parent():
    """The parent names itself as its thread."""
    archive = _archive()
    parent = _say(archive)
    reply = _say(archive, parent.ts)

    assert ["message", "message", "replied"] == _kinds(archive)
    assert parent.ts == parent.thread_ts
    assert (reply,) == archive.replies("C1", parent.ts)
    assert [parent] == archive.top("C1")
    assert [parent, reply] == archive.everything("C1")


def test_nobody_replies_to_a_reply_or_to_nothing():
    """thread_not_found, and nothing is kept."""
    archive = _archive()
    reply = _say(archive, _say(archive).ts)

    for thread in (reply.ts, "9.000001"):
        with pytest.raises(Refused, match="thread_not_found"):
            _say(archive, thread)
    assert 2 == len(archive.everything("C1"))


def test_a_change_keeps_what_was_before():
    """For message_changed."""
    archive = _archive()
    message = _say(archive)
    archive.rewrite(message, text="y")
    change = archive.log.since(0)[-1]

    assert ("changed", "x", "y") == (
        change.kind,
        change.data["previous"]["text"],
        change.data["message"]["text"],
    )


def test_what_has_replies_leaves_a_tombstone_and_a_reply_leaves_nothing():
    """The tombstone has none of what was said."""
    archive = _archive()
    parent = _say(archive, text="secret")
    reply = _say(archive, parent.ts)
    archive.remove(parent)
    shape = archive.shape(parent)
    archive.remove(reply)

    assert ("tombstone", TOMBSTONE, "USLACKBOT") == (shape["subtype"], shape["text"], shape["user"])
    assert () == archive.replies("C1", parent.ts)
    assert "deleted" == _kinds(archive)[-1]
    with pytest.raises(Refused, match="message_not_found"):
        archive.get("C1", reply.ts)


def test_reactions_are_one_a_person_and_name():
    """And a message carries so many names at most."""
    archive = _archive()
    message = _say(archive)
    for number in range(REACTIONS):
        archive.react("U1", message, f"n{number}")

    with pytest.raises(Refused, match="already_reacted"):
        archive.react("U1", message, "n1")
    with pytest.raises(Refused, match="too_many_emoji"):
        archive.react("U1", message, "another")
    archive.react("U2", message, "n1")
    archive.unreact("U1", message, "n1")
    assert ["U2"] == message.reactions["n1"]
    with pytest.raises(Refused, match="no_reaction"):
        archive.unreact("U1", message, "n1")


def test_a_whisper_is_found_by_its_person_only():
    """It is no message of the channel."""
    archive = _archive()
    whisper = archive.whisper(Message("C1", archive.stamp(), "U0", "psst", only_for="U1"))

    assert [whisper] == archive.whispers("U1", "C1")
    assert [] == archive.whispers("U2", "C1") == archive.everything("C1")
    assert "U1" == archive.log.since(0)[-1].only_for


def test_a_link_out_into_the_world_gets_a_card():
    """One a link, none for this machine."""
    archive = _archive()
    message = _say(archive, text="<https://a.b/c> <https://a.b/c> (http://localhost:1/x)")
    archive.unfurl(message)
    quiet = _say(archive, text="nothing")
    archive.unfurl(quiet)

    assert ["https://a.b/c"] == [card["from_url"] for card in message.attachments]
    assert "edited" not in archive.shape(message)
    assert [] == quiet.attachments


@given(st.lists(st.tuples(st.sampled_from(["say", "reply", "remove"]), st.integers(0, 5))))
def test_reply_counts_are_right_whatever_is_said_and_removed(steps):
    """Each parent counts the replies that stand, and each reply has its parent."""
    archive = _archive()
    for step, number in steps:
        every = archive.everything("C1")
        tops = [one for one in every if not one.is_reply]
        if step == "say" or not every:
            _say(archive)
        elif step == "reply" and tops:
            _say(archive, tops[number % len(tops)].ts)
        elif step == "remove":
            archive.remove(every[number % len(every)])

    every = archive.everything("C1")
    for parent in (one for one in every if not one.is_reply):
        count = sum(one.is_reply and one.root == parent.ts for one in every)
        assert count == archive.shape(parent).get("reply_count", 0)
    assert all(archive.find("C1", one.root) for one in every)
