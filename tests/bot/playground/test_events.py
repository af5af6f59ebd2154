"""What Slack sends the app for what happened."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground import cast, manifest, server
from bot.playground.events import callback, events_of
from bot.playground.values import Message
from tests.playground import (
    ADA,
    BEN,
    BOT,
    DIRECT,
    GENERAL,
    GROUP,
    LEADS,
    PARTNERS,
    RANDOM,
    SAM,
    ManualClock,
)


@pytest.fixture(name="workspace")
def _workspace():
    return _new()


def _new(scopes=manifest.SCOPES, events=manifest.EVENTS):
    app = cast.app(scopes=scopes, events=events)
    return server.furnished(ManualClock(), "http://127.0.0.1:1/", app).workspace


def _events(workspace):
    return [event for change in workspace.log.since(0) for event in events_of(change, workspace)]


def _named(workspace):
    return [(event["type"], event.get("subtype", "")) for event in _events(workspace)]


def _app_says(workspace, channel=GENERAL, thread_ts="", text="x"):
    archive = workspace.archive
    return archive.add(Message(channel, archive.stamp(), BOT, text, thread_ts, by_app=True))


@pytest.mark.parametrize(
    ("channel", "kind"),
    [(GENERAL, "channel"), (LEADS, "group"), (GROUP, "mpim"), (DIRECT, "im"), (RANDOM, "")],
)
def test_a_message_is_told_by_the_kind_of_its_channel(workspace, channel, kind):
    """And not at all where the app is not."""
    message = workspace.post(ADA, channel, "hello")
    told = [(one["type"], one["channel_type"], one["ts"]) for one in _events(workspace)]

    assert ([("message", kind, message.ts)] if kind else []) == told


def test_one_mention_is_two_events_with_one_ts_and_two_ids(workspace):
    """A message and a mention, with the same text and client_msg_id."""
    workspace.post(ADA, GENERAL, "@footnote how?")
    message, mention = _events(workspace)
    bodies = [callback(event, workspace) for event in (message, mention)]

    assert ("message", "app_mention") == (message["type"], mention["type"])
    for name in ("ts", "text", "user", "client_msg_id", "channel"):
        assert message[name] == mention[name]
    assert 2 == len({body["event_id"] for body in bodies})
    assert "channel_type" not in mention


@pytest.mark.parametrize(("channel", "count"), [(DIRECT, 1), (GROUP, 2), (RANDOM, 0)])
def test_a_direct_conversation_knows_no_mentions(workspace, channel, count):
    """A group message does; nothing comes from where the app is not."""
    workspace.post(ADA, channel, "@footnote how?")

    assert count == len(_events(workspace))


def test_a_reply_names_its_thread_and_who_began_it(workspace):
    """Its parent is told as changed, without an edit."""
    parent = workspace.post(ADA, GENERAL, "q")
    workspace.post(BEN, GENERAL, "a", parent.ts)
    _, reply, changed = _events(workspace)

    assert (parent.ts, ADA) == (reply["thread_ts"], reply["parent_user_id"])
    assert ("message_changed", True) == (changed["subtype"], changed["hidden"])
    assert changed["message"]["text"] == changed["previous_message"]["text"]
    assert "edited" not in changed["message"]


def test_what_the_app_says_is_echoed_with_its_ids(workspace):
    """And is never a mention."""
    _app_says(workspace, text=f"<@{BOT}> hi")
    (echo,) = _events(workspace)

    app = workspace.app
    assert (app.bot_id, app.id, BOT) == (echo["bot_id"], echo["app_id"], echo["user"])


def test_an_edit_is_told_with_what_was_before(workspace):
    """A mention in it is sent again, under a new id and with `edited`."""
    message = workspace.post(ADA, GENERAL, "@footnote how?")
    workspace.edit(ADA, GENERAL, message.ts, "@footnote why?")
    *_, changed, mention = _events(workspace)

    assert changed["message"]["text"] != changed["previous_message"]["text"]
    assert ("app_mention", message.ts) == (mention["type"], mention["ts"])
    assert changed["message"]["edited"] == mention["edited"]


def test_a_change_that_is_no_edit_sends_no_mention_again(workspace):
    """A card for a link is such a change, also after an edit."""
    message = workspace.post(ADA, GENERAL, "@footnote https://a.b/")
    workspace.edit(ADA, GENERAL, message.ts, "@footnote https://a.c/")
    workspace.archive.unfurl(message)

    assert 2 == _named(workspace).count(("app_mention", ""))
    assert 3 == _named(workspace).count(("message", "message_changed"))


def test_a_deletion_names_what_is_gone(workspace):
    """A message with replies changes into a tombstone instead."""
    gone = workspace.post(ADA, GENERAL, "q")
    workspace.delete(ADA, GENERAL, gone.ts)
    event = _events(workspace)[-1]
    parent = workspace.post(ADA, GENERAL, "q")
    _app_says(workspace, thread_ts=parent.ts)
    workspace.delete(ADA, GENERAL, parent.ts)
    tombstone = _events(workspace)[-1]

    assert ("message_deleted", gone.ts) == (event["subtype"], event["deleted_ts"])
    assert "q" == event["previous_message"]["text"]
    told = (tombstone["subtype"], tombstone["message"]["subtype"])
    assert ("message_changed", "tombstone") == told


def test_reactions_name_item_and_author(workspace):
    """And neither thread nor text."""
    message = _app_says(workspace)
    workspace.react(ADA, GENERAL, message.ts, "-1")
    workspace.unreact(ADA, GENERAL, message.ts, "-1")
    added, removed = _events(workspace)[-2:]

    assert ["reaction_added", "reaction_removed"] == [added["type"], removed["type"]]
    assert {"type": "message", "channel": GENERAL, "ts": message.ts} == added["item"]
    assert (ADA, BOT, "-1") == (added["user"], added["item_user"], added["reaction"])
    assert not {"thread_ts", "text", "channel"} & set(added)


def test_coming_in_is_told_also_of_the_app_itself(workspace):
    """From then on the channel's messages come too."""
    workspace.join(BOT, RANDOM)
    workspace.post(ADA, RANDOM, "hello")

    assert [("member_joined_channel", ""), ("message", "")] == _named(workspace)
    assert (BOT, RANDOM) == (_events(workspace)[0]["user"], _events(workspace)[0]["channel"])


def test_opening_the_app_is_told_with_the_tab(workspace):
    """With the home that was published, on that tab."""
    workspace.open_home(ADA)
    workspace.views.publish(ADA, {"type": "home", "blocks": []})
    workspace.open_home(ADA, "home")
    messages, home = _events(workspace)

    assert ("app_home_opened", "messages", DIRECT) == (
        messages["type"],
        messages["tab"],
        messages["channel"],
    )
    assert ("home", "home") == (home["tab"], home["view"]["type"])


def test_the_stop_button_names_thread_and_streams(workspace):
    """The streams that it stopped."""
    parent = workspace.post(ADA, GENERAL, "q")
    message = Message(GENERAL, workspace.archive.stamp(), BOT, "", parent.ts, by_app=True)
    workspace.streams.start(message, [])
    workspace.halt(ADA, GENERAL, parent.ts)
    event = _events(workspace)[-1]

    assert "agent_session_stopped" == event["type"]
    assert (parent.ts, [message.ts]) == (event["thread_ts"], event["streaming_message_ts"])


def test_only_what_was_subscribed_to_is_sent():
    """By the manifest's events."""
    workspace = _new(events=frozenset({"app_mention", "message.im"}))
    workspace.post(ADA, GENERAL, "@footnote how?")
    workspace.post(ADA, DIRECT, "how?")

    assert [("app_mention", ""), ("message", "")] == _named(workspace)


def test_an_event_needs_its_scope():
    """Without channels:history there are no channel messages, but mentions."""
    workspace = _new(scopes=manifest.SCOPES - {"channels:history"})
    workspace.post(ADA, GENERAL, "@footnote how?")

    assert [("app_mention", "")] == _named(workspace)


def test_a_shared_channel_is_said_to_be_one(workspace):
    """In the body of the event, with the stranger's own team in it."""
    workspace.post(SAM, PARTNERS, "hello")
    event = _events(workspace)[-1]

    assert callback(event, workspace)["is_ext_shared_channel"]
    assert cast.PARTNER == event["team"]
    assert workspace.team.id == callback(event, workspace)["team_id"]


def test_a_file_is_a_message_with_a_subtype(workspace):
    """Its text and the names of its files are there."""
    workspace.post(ADA, GENERAL, "see", files=["a.pdf"])
    event = _events(workspace)[-1]

    assert ("file_share", "see", "a.pdf") == (
        event["subtype"],
        event["text"],
        event["files"][0]["name"],
    )


@settings(deadline=None)
@given(st.text(min_size=1, max_size=40))
def test_whatever_is_typed_can_be_told(text):
    """Any text is a message or refused as none, and its events are made."""
    workspace = _new()
    if text.strip():
        workspace.post(ADA, GENERAL, text)

    assert bool(text.strip()) == bool(_events(workspace))


CAPTURED = [
    ("actions-reactions-slack.json", "mention", "app_mention"),
    ("actions-reactions-slack.json", "reaction", "reaction_added"),
    ("channel-mention-slack.json", "mention", "message"),
    ("dm-slack-direct.json", "directDM", "message"),
    ("native-table-slack.json", "mention", "app_mention"),
    ("slack-multi-workspace-team1.json", "mention", "app_mention"),
    ("slack.json", "followUp", "message"),
]


@pytest.mark.parametrize(("file", "key", "kind"), CAPTURED)
def test_events_have_all_that_slacks_own_have(workspace, evaldata, file, key, kind):
    """The fields of payloads that Slack sent are in ours, of the same types."""
    path = evaldata / "slack-payloads" / file
    slacks = json.loads(path.read_text(encoding="utf-8"))[key]
    message = workspace.post(ADA, DIRECT if "dm" in file else GENERAL, "@footnote a #general?")
    workspace.post(BEN, message.channel, "b", message.ts) if message.channel == GENERAL else None
    workspace.react(ADA, message.channel, message.ts, "+1")
    event = [one for one in _events(workspace) if one["type"] == kind]
    ours = callback(event[1 if key == "followUp" else 0], workspace)

    assert _types(slacks, skip={"enterprise_id"}) <= _types(ours)


def _types(value, path="", skip=()):
    """Name every field of a payload by its path and the type of its value."""
    if isinstance(value, dict):
        inner = ((f"{path}.{name}", one) for name, one in value.items() if name not in skip)
        return {found for name, one in inner for found in _types(one, name, skip)}
    if isinstance(value, list):
        return {found for one in value for found in _types(one, f"{path}[]", skip)}
    return {(path, type(value).__name__)}


def test_who_invited_the_app_is_told_and_that_it_was_taken_out():
    """By events of two kinds; a rename is told by the channel's new name."""
    heard = manifest.EVENTS | {"channel_left", "channel_rename", "member_left_channel"}
    workspace = _new(events=heard)
    told = []
    workspace.log.listen(lambda change: told.extend(events_of(change, workspace)))
    workspace.join(BOT, RANDOM, ADA)
    workspace.rename(RANDOM, "noise")
    workspace.leave(BOT, RANDOM)
    joined, renamed, left = told

    assert ("member_joined_channel", ADA) == (joined["type"], joined["inviter"])
    assert ("channel_rename", "noise", RANDOM) == (
        renamed["type"],
        renamed["channel"]["name"],
        renamed["channel"]["id"],
    )
    assert ("channel_left", RANDOM) == (left["type"], left["channel"])


def test_where_the_app_is_not_installed_it_hears_nothing(workspace):
    """Whatever is said to it."""
    workspace.installed = False
    workspace.post(ADA, GENERAL, "@footnote how?")
    workspace.open_home(ADA)

    assert [] == _events(workspace)
