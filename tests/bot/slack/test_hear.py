"""Every kind of payload is heard as what it is, and no payload at all breaks the hearing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.inbound import Ignore, Inbound, Prompt, opinion_value
from bot.slack.hear import hear, thread_of
from bot.slack.payload import Facts

BOT = Facts("UBOT", "BBOT", "AAPP")
OURS = Facts("UBOT", "BBOT", "AAPP", ours=True)
TS = "1700000000.000100"
ROOT = "1699999999.000100"

Event = dict[str, Any]


def _event(kind: str = "message", **fields: Any) -> Event:
    """Return a delivery of an event, by default a plain message in a channel."""
    event = {
        "type": kind,
        "user": "UANN",
        "text": "how do I get a laptop?",
        "ts": TS,
        "channel": "C1",
        "channel_type": "channel",
        "event_ts": TS,
    }
    event |= fields
    return {
        "type": "event_callback",
        "team_id": "T1",
        "api_app_id": "AAPP",
        "event_id": "Ev1",
        "event": {name: value for name, value in event.items() if value is not None},
    }


def _changed(new: str, old: str, **fields: Any) -> Event:
    """Return the delivery of an edit."""
    message = {"type": "message", "user": "UANN", "ts": TS, "edited": {"user": "UANN", "ts": TS}}
    return _event(
        subtype="message_changed",
        user=None,
        text=None,
        hidden=True,
        message=message | {"text": new} | fields,
        previous_message=message | {"text": old} | fields,
    )


def _deleted(text: str, **fields: Any) -> Event:
    """Return the delivery of a deletion."""
    old = {"type": "message", "user": "UANN", "ts": TS, "text": text}
    return _event(
        subtype="message_deleted",
        user=None,
        text=None,
        hidden=True,
        deleted_ts=TS,
        previous_message=old | fields,
    )


def _tombstone(text: str) -> Event:
    """Return the delivery of the deletion of a message that has replies."""
    delivery = _changed("This message was deleted.", text)
    delivery["event"]["message"] |= {"subtype": "tombstone", "user": "USLACKBOT", "hidden": True}
    return delivery


def _reaction(kind: str = "reaction_added", name: str = "+1", **fields: Any) -> Event:
    """Return the delivery of a reaction to a message of the bot."""
    item = {"type": "message", "channel": "C1", "ts": TS}
    event = {"reaction": name, "item": item, "item_user": "UBOT", "text": None, "ts": None}
    return _event(kind, **({"channel": None, "channel_type": None} | event | fields))


def _press(value: str, action_id: str = "footnote_feedback") -> Event:
    """Return the payload of a pressed button."""
    return {
        "type": "block_actions",
        "user": {"id": "UANN", "team_id": "T1"},
        "team": {"id": "T1"},
        "channel": {"id": "C1"},
        "container": {"type": "message", "message_ts": TS, "channel_id": "C1", "thread_ts": ROOT},
        "message": {"ts": TS, "user": "UBOT"},
        "actions": [
            {"type": "feedback_buttons", "action_id": action_id, "value": value, "action_ts": "9.1"}
        ],
    }


ASKED = "<@UBOT> how do I get a laptop?"
HEARD: Mapping[str, tuple[Event, Facts, dict[str, Any]]] = {
    "a mention": (
        _event("app_mention", text=ASKED, channel_type=None),
        BOT,
        {"kind": "question", "source": "mention", "text": "how do I get a laptop?"},
    ),
    "the message event of a mention": (
        _event(text=ASKED),
        BOT,
        {"kind": "question", "source": "mention", "message_key": f"T1:C1:{TS}"},
    ),
    "a mention in the middle": (
        _event(text="hey <@UBOT>, the VPN drops"),
        BOT,
        {"source": "mention", "text": "hey, the VPN drops"},
    ),
    "a mention in a private channel": (
        _event(text=ASKED, channel_type="group"),
        BOT,
        {"channel_kind": "private"},
    ),
    "a mention in a group message": (
        _event(text=ASKED, channel_type="mpim"),
        BOT,
        {"channel_kind": "group", "source": "mention"},
    ),
    "a direct message": (
        _event(channel="D1", channel_type="im"),
        BOT,
        {"source": "direct", "channel_kind": "direct", "thread_ts": "", "root": TS},
    ),
    "a reply in a direct message": (
        _event(channel="D1", channel_type="im", thread_ts=ROOT),
        BOT,
        {"source": "direct", "thread_ts": ROOT, "root": ROOT, "lane": f"T1:D1:{ROOT}"},
    ),
    "a follow-up in the bot's thread": (
        _event(thread_ts=ROOT),
        OURS,
        {"source": "thread", "thread_ts": ROOT},
    ),
    "a mention deep in a thread": (
        _event(text=ASKED, thread_ts=ROOT),
        BOT,
        {"source": "mention", "root": ROOT},
    ),
    "a message with a file": (
        _event(text=ASKED, subtype="file_share", files=[{"id": "F1"}, {"id": "F2"}]),
        BOT,
        {"kind": "question", "files": 2},
    ),
    "a reply that is also sent to the channel": (
        _event(text=ASKED, subtype="thread_broadcast", thread_ts=ROOT),
        BOT,
        {"kind": "question"},
    ),
    "only a mention": (_event(text="<@UBOT> "), BOT, {"kind": "question", "text": ""}),
    "only an emoji": (
        _event(text=":wave::skin-tone-3: 👋", channel="D1", channel_type="im"),
        BOT,
        {"kind": "question", "text": ""},
    ),
    "a broadcast with a mention": (
        _event(text="<!channel> <@UBOT> what is the VPN for?"),
        BOT,
        {"text": "what is the VPN for?"},
    ),
    "a channel shared with others": (
        _event(text=ASKED) | {"is_ext_shared_channel": True},
        BOT,
        {"shared": True},
    ),
    "an edit that brings the first mention": (
        _changed(ASKED, "how do I get a laptop?"),
        BOT,
        {"kind": "question", "source": "mention", "message_key": f"T1:C1:{TS}"},
    ),
    "an edit of a question": (
        _changed(ASKED, "<@UBOT> how do I get a phone?"),
        BOT,
        {"kind": "edited", "text": "how do I get a laptop?"},
    ),
    "an edit that takes the mention out": (
        _changed("never mind", ASKED),
        BOT,
        {"kind": "edited"},
    ),
    "an edit of a follow-up": (
        _changed("and on a mac?", "and on mac?", thread_ts=ROOT),
        OURS,
        {"kind": "edited", "lane": f"T1:C1:{ROOT}"},
    ),
    "the deletion of a question": (
        _deleted(ASKED),
        BOT,
        {"kind": "deleted", "message_key": f"T1:C1:{TS}"},
    ),
    "the deletion of a question that has replies": (
        _tombstone(ASKED),
        BOT,
        {"kind": "deleted", "message_key": f"T1:C1:{TS}"},
    ),
    "thumbs up": (
        _reaction(),
        BOT,
        {"kind": "feedback", "value": 1, "answer_ts": TS, "source": "reaction"},
    ),
    "thumbs down by name and skin tone": (
        _reaction(name="thumbsdown::skin-tone-3"),
        BOT,
        {"kind": "feedback", "value": -1},
    ),
    "a thumb taken back": (
        _reaction("reaction_removed", "-1::skin-tone-6"),
        BOT,
        {"kind": "withdraw", "value": -1},
    ),
    "a good answer by button": (
        _press(opinion_value(1, "abc123")),
        BOT,
        {"kind": "feedback", "value": 1, "trace_id": "abc123", "source": "button"},
    ),
    "a bad answer by button": (
        _press(opinion_value(-1, "abc123")),
        BOT,
        {"value": -1, "answer_ts": TS, "thread_ts": ROOT, "user": "UANN"},
    ),
    "the bot's own joining": (
        _event("member_joined_channel", user="UBOT", inviter="UANN", text=None, ts=None),
        BOT,
        {"kind": "joined", "channel": "C1"},
    ),
}


@pytest.mark.parametrize(("payload", "facts", "expected"), HEARD.values(), ids=HEARD)
def test_what_is_for_the_bot_is_heard(
    payload: Event, facts: Facts, expected: dict[str, Any]
) -> None:
    """What addresses the bot becomes an Inbound that says all that an answer needs."""
    heard = hear(payload, facts)

    assert isinstance(heard, Inbound), heard
    assert expected == {name: getattr(heard, name) for name in expected}


@pytest.mark.parametrize(
    ("more", "ours"),
    [
        ({"team_id": "T2"}, False),
        ({"team_id": "T2", "authorizations": [{"team_id": "T3"}, None]}, False),
        ({"team_id": "T2", "authorizations": [{"team_id": "T1"}]}, True),
        ({"team_id": "T2", "context_team_id": "T1"}, True),
        ({"team_id": "T2", "is_ext_shared_channel": True}, True),
        ({"team_id": "T2", "authorizations": [{"is_enterprise_install": True}]}, True),
        ({"team_id": "T1", "authorizations": "?"}, True),
        ({"team_id": None}, True),
    ],
)
def test_an_event_of_another_workspace_is_none_of_ours(more: Event, *, ours: bool) -> None:
    """It names another one, and neither a shared channel nor an installation of ours."""
    heard = hear({**_event(text=ASKED), **more}, replace(BOT, team="T1"))

    assert ours is isinstance(heard, Inbound)
    assert ours or Ignore("an event of another workspace") == heard


IGNORED: Mapping[str, tuple[Event, Facts, str]] = {
    "talk in a channel": (_event(), BOT, "not addressed to the bot"),
    "a reply in another thread": (_event(thread_ts=ROOT), BOT, "not addressed to the bot"),
    "said to a colleague in the bot's thread": (
        _event(text="<@UBOB> what do you think?", thread_ts=ROOT),
        OURS,
        "said to someone else in the bot's thread",
    ),
    "an emoji in the bot's thread": (
        _event(text=":tada:", thread_ts=ROOT),
        OURS,
        "nothing asked in the bot's thread",
    ),
    "an own message": (_event(user="UBOT", text=ASKED), BOT, "our own message"),
    "an own message by bot id": (
        _event(user=None, bot_id="BBOT", text=ASKED),
        BOT,
        "our own message",
    ),
    "an own message by app id": (
        _event(bot_id="BX", app_id="AAPP", text=ASKED),
        BOT,
        "our own message",
    ),
    "another bot": (
        _event(bot_id="BOTHER", subtype="bot_message", text=ASKED),
        BOT,
        "another bot's message",
    ),
    "another bot without a subtype": (
        _event(bot_id="BOTHER", text=ASKED),
        BOT,
        "another bot's message",
    ),
    "Slack itself": (_event(user="USLACK", text=ASKED), BOT, "a message of Slack's"),
    "somebody joined": (_event(subtype="channel_join"), BOT, "a message of subtype channel_join"),
    "a hidden message": (_event(text=ASKED, hidden=True), BOT, "a hidden message"),
    "an unfurl": (_changed(ASKED, ASKED), BOT, "an update that leaves the text as it was"),
    "an update by nobody": (
        _changed(ASKED, "x", edited=None),
        BOT,
        "an update that no person made",
    ),
    "an edit of the bot's own answer": (
        _changed("new", "old", user="UBOT", bot_id="BBOT"),
        BOT,
        "our own message",
    ),
    "an edit among colleagues": (_changed("new", "old"), BOT, "an edit that is not for the bot"),
    "a deletion among colleagues": (
        _deleted("lunch?"),
        BOT,
        "a deletion that is not for the bot",
    ),
    "another emoji": (
        _reaction(name="eyes"),
        BOT,
        "a reaction that says neither good nor bad",
    ),
    "a reaction to a colleague": (
        _reaction(item_user="UBOB"),
        BOT,
        "a reaction to what is not ours",
    ),
    "the bot's own reaction": (
        _reaction(user="UBOT"),
        BOT,
        "a reaction that is not a person's",
    ),
    "another app's button": (_press("+1:x", "other"), BOT, "a button that is not ours"),
    "a button with a foreign value": (_press("approve"), BOT, "a button that is not ours"),
    "a colleague's joining": (
        _event("member_joined_channel"),
        BOT,
        "somebody else joined",
    ),
    "an event that nothing is known of": (
        _event("team_rename"),
        BOT,
        "nothing to do for team_rename",
    ),
    "a type that would spoil the log": (
        _event("<script>\n"),
        BOT,
        "nothing to do for unknown",
    ),
    "nothing": ({}, BOT, "nothing to do for what has no type"),
}


@pytest.mark.parametrize(("payload", "facts", "reason"), IGNORED.values(), ids=IGNORED)
def test_what_is_not_for_the_bot_is_ignored_with_a_reason(
    payload: Event, facts: Facts, reason: str
) -> None:
    """Silence is a decision that has a reason."""
    assert Ignore(reason) == hear(payload, facts)


def test_both_events_of_one_mention_are_one_question() -> None:
    """The app_mention and the message of one mention share the message's key, not the event's."""
    mention = hear(_event("app_mention", text=ASKED, channel_type=None), BOT)
    message = hear(_event(text=ASKED) | {"event_id": "Ev2"}, BOT)

    assert isinstance(mention, Inbound)
    assert isinstance(message, Inbound)
    assert {f"T1:C1:{TS}"} == set(mention.keys) & set(message.keys)


def test_two_apps_that_are_sent_one_event_do_not_share_its_key() -> None:
    """An event's key names the app: two apps in one message are sent the same event id."""
    first = hear(_event(text=ASKED), BOT)
    second = hear(_event(text=ASKED) | {"api_app_id": "AOTHER"}, BOT)

    assert isinstance(first, Inbound)
    assert isinstance(second, Inbound)
    assert first.key != second.key


def test_a_second_press_is_another_opinion() -> None:
    """Pressing again is heard again, and a redelivery of one press is not."""
    up, down = hear(_press("+1:t"), BOT), hear(_press("-1:t"), BOT)

    assert isinstance(up, Inbound)
    assert isinstance(down, Inbound)
    assert up.key != down.key
    assert up == hear(_press("+1:t"), BOT)


@pytest.mark.parametrize(
    ("payload", "root"),
    [
        (_event(thread_ts=ROOT), ROOT),
        (_changed("new", "old", thread_ts=ROOT), ROOT),
        (_deleted("x", thread_ts=ROOT), ROOT),
        (_event(), None),
        (_event(text=ASKED, thread_ts=ROOT), None),
        (_event(channel="D1", channel_type="im", thread_ts=ROOT), None),
        (_event(thread_ts=ROOT, user="UBOT"), None),
        (_reaction(), None),
        ("no payload", None),
    ],
)
def test_a_thread_is_looked_up_only_where_it_decides(payload: Any, root: str | None) -> None:
    """The ledger is asked about a reply without a mention in a channel, and about nothing else."""
    thread = thread_of(payload, BOT)

    assert root == (thread.root if thread else None)


FIELDS = tuple(
    line
    for line in """type subtype event message previous_message user text ts thread_ts channel
    channel_type bot_id hidden edited files item reaction item_user actions action_id value
    container team id event_id deleted_ts bot_profile""".split()  # noqa: SIM905 - easier to read
)
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(FIELDS) | st.text(max_size=5),
            inner,
            max_size=6,
        )
    ),
    max_leaves=25,
)
TYPES = st.sampled_from(
    ["event_callback", "block_actions", "app_mention", "message", "reaction_added"]
)


@given(kind=TYPES, event_kind=TYPES, rest=JSON, event=JSON)
@settings(max_examples=300, deadline=None)
def test_no_payload_breaks_the_hearing(kind: str, event_kind: str, rest: Any, event: Any) -> None:
    """Whatever JSON comes, the answer is an Inbound, a prompt or a reason."""
    inside = {**event, "type": event_kind} if isinstance(event, dict) else event
    payload = {**(rest if isinstance(rest, dict) else {}), "type": kind, "event": inside}

    assert isinstance(hear(payload, BOT), Inbound | Prompt | Ignore)
    assert isinstance(hear(rest, OURS), Inbound | Prompt | Ignore)
    thread_of(payload, BOT)
    thread_of(rest, OURS)


CAPTURED = {
    ("slack.json", "mention"): ("question", "mention", "Hey"),
    ("slack.json", "followUp"): None,
    ("channel-mention-slack.json", "mention"): (
        "question",
        "mention",
        "Can you see the name of this channel: #C00FAKECHAN2?",
    ),
    ("dm-slack-direct.json", "directDM"): ("question", "direct", "hello hello"),
    ("dm-slack-direct.json", "followUp"): ("question", "direct", "cool!!"),
    ("actions-reactions-slack.json", "mention"): ("question", "mention", "Test"),
    ("actions-reactions-slack.json", "reaction"): ("feedback", "reaction", ""),
    ("actions-reactions-slack.json", "action"): None,
    ("native-table-slack.json", "mention"): ("question", "mention", "Hey"),
    ("native-table-slack.json", "action"): None,
    ("slack-multi-workspace-team1.json", "mention"): ("question", "mention", "testing"),
    ("slash-commands-slack.json", "viewSubmission"): None,
}


@pytest.mark.parametrize(("place", "expected"), CAPTURED.items(), ids=map("/".join, CAPTURED))
def test_payloads_as_slack_sent_them(
    evaldata: Path, place: tuple[str, str], expected: tuple[str, str, str] | None
) -> None:
    """What was captured from a real workspace is heard as what it was."""
    held = json.loads((evaldata / "slack-payloads" / place[0]).read_text(encoding="utf-8"))
    heard = hear(held[place[1]], Facts(held["botUserId"], ours=True))

    if expected is None:
        assert isinstance(heard, Ignore)
    else:
        assert isinstance(heard, Inbound), heard
        assert expected == (heard.kind, heard.source, heard.text)
