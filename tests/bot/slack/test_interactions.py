"""What people press, type after a slash or choose becomes a row or a prompt, whatever is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.inbound import CASE_ACTION, MUTE_ACTION, SHARE_ACTION, Ignore, Inbound, Prompt
from bot.slack.hear import hear
from bot.slack.interactions import ASK_SHORTCUT, interaction, looked_at
from bot.slack.payload import Facts
from bot.slack.presses import PRESSES

BOT = Facts("UBOT", "BBOT", "AAPP", team="T1")
PRESS: dict[str, Any] = {
    "type": "block_actions",
    "team": {"id": "T9"},
    "user": {"id": "UANN"},
    "channel": {"id": "C1"},
    "container": {
        "type": "message",
        "message_ts": "6.0",
        "channel_id": "C1",
        "thread_ts": "5.0",
        "is_ephemeral": True,
    },
    "response_url": "https://hooks.slack.com/actions/T1/1/x",
}
SHORTCUT: dict[str, Any] = {
    "type": "message_action",
    "callback_id": ASK_SHORTCUT,
    "trigger_id": "1.2.x",
    "team": {"id": "T9"},
    "user": {"id": "UANN"},
    "channel": {"id": "C1", "name": "general"},
    "message": {"type": "message", "user": "UBEN", "ts": "5.0", "text": "<@UCAT> VPN &amp; Mac?"},
}


def _pressed(action_id: str, value: str = "t1", **more: Any) -> Any:
    action = {"action_id": action_id, "value": value, "action_ts": "7.0"}
    return interaction({**PRESS, "actions": [{"action_id": "x"}, action], **more}, BOT)


def test_a_command_is_answered_inside_its_acknowledgement() -> None:
    """Whatever it is called: Slack sends an app only its own."""
    payload = {"command": "/footnote", "text": "help", "team_id": "T1"}

    assert Prompt("command", payload) == hear(payload, BOT)


def test_a_command_as_slack_sent_it(evaldata: Path) -> None:
    """What was captured from a real workspace is heard as a command."""
    held = json.loads((evaldata / "slack-payloads/slash-commands-slack.json").read_text("utf-8"))

    for name in ("slashCommand", "slashCommandWithArgs"):
        assert Prompt("command", held[name]) == hear(held[name], BOT)


def test_sharing_is_a_row_of_the_answers_lane() -> None:
    """It carries the id of the trace; two presses are dealt with one after the other."""
    first, second = _pressed(SHARE_ACTION), _pressed(SHARE_ACTION, user={"id": "UBEN"})

    assert isinstance(first, Inbound)
    assert isinstance(second, Inbound)
    assert first.lane == second.lane
    assert not set(first.keys) & set(second.keys)
    assert ("share", "t1", "T1", "C1", "UANN", "5.0", True) == (
        first.kind,
        first.trace_id,
        first.team,
        first.channel,
        first.user,
        first.thread_ts,
        first.private,
    )
    assert "https://hooks.slack.com/actions/T1/1/x" == first.response_url


def test_muting_is_a_row_for_each_press() -> None:
    """Its place is where it was pressed, whatever its value says."""
    found = [_pressed(MUTE_ACTION, "C9"), _pressed(MUTE_ACTION, "C9", user={"id": "UBEN"})]

    assert [("mute", "mute", "C1", "UANN"), ("mute", "mute", "C1", "UBEN")] == [
        (one.kind, one.subject, one.channel, one.user) for one in found
    ]
    assert found[0].key != found[1].key


def test_a_button_that_opens_a_modal_is_a_prompt() -> None:
    """Also one that stands in no message: in the home, or in a modal."""
    view = {"type": "block_actions", "user": {"id": "UANN"}, "container": {"type": "view"}}
    payload = view | {"actions": [{"action_id": CASE_ACTION, "value": "c1"}]}

    assert Prompt("case", payload) == interaction(payload, BOT)


@pytest.mark.parametrize("action_id", sorted(PRESSES))
@pytest.mark.parametrize(
    "more", [{"user": {}}, {"user": {"id": "UBOT"}}, {"channel": {}, "container": {}}]
)
def test_a_press_without_a_place_or_a_person_is_nothing(
    action_id: str, more: dict[str, Any]
) -> None:
    """Nor is one of the bot's own."""
    assert isinstance(_pressed(action_id, **more), Ignore)


def test_a_strange_button_and_a_strange_modal_are_nothing() -> None:
    """They are acknowledged all the same: links are pressed too."""
    kinds = ("view_submission", "view_closed", "block_suggestion", "shortcut")

    assert isinstance(_pressed("https"), Ignore)
    for kind in kinds:
        assert isinstance(interaction({"type": kind}, BOT), Ignore)


def test_a_message_that_is_asked_about_is_a_private_question() -> None:
    """Its text is the question, it stands in the message's thread, and asking twice is twice."""
    found = interaction(SHORTCUT, BOT)
    again = interaction(SHORTCUT | {"trigger_id": "1.3.x"}, BOT)
    message = SHORTCUT["message"] | {"thread_ts": "4.0"}
    reply = interaction(SHORTCUT | {"message": message}, BOT)

    assert isinstance(found, Inbound)
    assert isinstance(again, Inbound)
    assert isinstance(reply, Inbound)
    assert ("question", "shortcut", True, "VPN & Mac?", "5.0", "UANN", "T1") == (
        found.kind,
        found.source,
        found.private,
        found.text,
        found.root,
        found.user,
        found.team,
    )
    assert not set(found.keys) & set(again.keys)
    assert "T1:C1:5.0" not in found.keys
    assert "4.0" == reply.root


def test_what_came_along_with_a_message_comes_along_when_it_is_asked_about() -> None:
    """Its files, and the channels that it names."""
    message = SHORTCUT["message"] | {"text": "Why, <#C2|ops>?", "files": [{"id": "F1"}, {}]}
    found = interaction(SHORTCUT | {"message": message}, BOT)

    assert isinstance(found, Inbound)
    assert (2, ("F1",), ("C2",)) == (found.files, found.file_ids, found.channels)


@pytest.mark.parametrize(
    "payload",
    [
        SHORTCUT | {"callback_id": "other"},
        SHORTCUT | {"user": {"id": "UBOT"}},
        SHORTCUT | {"channel": {}},
        SHORTCUT | {"message": {}},
    ],
)
def test_a_shortcut_that_is_not_ours_is_nothing(payload: dict[str, Any]) -> None:
    """Nor one without a place or a person."""
    assert isinstance(interaction(payload, BOT), Ignore)


def test_an_apps_alert_can_be_asked_about() -> None:
    """What it says may stand in its attachments alone."""
    message = {"ts": "5.0", "bot_id": "B1", "attachments": [{"title": "Disk full", "text": "db1"}]}
    found = interaction(SHORTCUT | {"message": message}, BOT)

    assert isinstance(found, Inbound)
    assert "Disk full" in found.text


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "app_home_opened", "tab": "home"}, "home"),
        ({"type": "app_home_opened", "tab": "messages"}, "opened"),
        ({"type": "agent_session_stopped", "thread_ts": "5.0"}, "stop"),
    ],
)
def test_tabs_and_the_stop_button_are_rows(event: dict[str, Any], expected: str) -> None:
    """Each delivery once; a stop names the thread it is about."""
    event |= {"user": "UANN", "channel": "D1", "event_ts": "9.0"}
    payload = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": event}
    found = hear(payload, BOT)

    assert isinstance(found, Inbound)
    assert (expected, "D1", "UANN", "direct") == (
        found.kind,
        found.channel,
        found.user,
        found.channel_kind,
    )
    assert ("5.0" if expected == "stop" else "9.0") == found.root
    assert ("event::Ev1",) == found.keys


def test_the_home_that_somebody_saw_is_known_by_its_hash() -> None:
    """So that a newer one is not published over."""
    event = {"type": "app_home_opened", "tab": "home", "user": "UANN", "channel": "D1"}
    heard = hear({"type": "event_callback", "event": event | {"view": {"hash": "h1"}}}, BOT)

    assert isinstance(heard, Inbound)
    assert "h1" == heard.subject


@pytest.mark.parametrize(
    "event",
    [
        {"type": "app_context_changed", "user": "UANN", "channel": "D1"},
        {"type": "app_home_opened", "user": "UANN", "channel": "D1", "tab": "about"},
        {"type": "app_home_opened", "channel": "D1", "tab": "home"},
    ],
)
def test_what_tells_nothing_new_is_nothing(event: dict[str, Any]) -> None:
    """A context comes again with the question that is asked in it."""
    assert isinstance(hear({"type": "event_callback", "event": event}, BOT), Ignore)


def test_the_channel_beside_the_panel_is_known() -> None:
    """By itself or by a message in it; what has another form is left alone."""
    channel = {"type": "slack#/types/channel_id", "value": "C1", "team_id": "T1"}
    value = {"message_ts": "1.0", "channel_id": "C2"}
    message = {"type": "slack#/types/message_context", "value": value}

    assert "C1" == looked_at({"app_context": {"entities": [3, channel, message]}})
    assert "C2" == looked_at({"context": {"entities": [message]}})
    assert "" == looked_at({"app_context": {"entities": {}}, "context": []})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "actions",
                    "action_id",
                    "value",
                    "user",
                    "id",
                    "channel",
                    "message",
                    "view",
                ]
            )
            | st.text(max_size=4),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
NAMES = st.sampled_from([*PRESSES, CASE_ACTION, ASK_SHORTCUT])
KINDS = st.sampled_from(["block_actions", "message_action", "view_submission", "shortcut"])


@given(kind=KINDS, name=NAMES, rest=JSON, value=JSON)
@settings(max_examples=200, deadline=None)
def test_no_interaction_breaks_the_hearing(kind: str, name: str, rest: Any, value: Any) -> None:
    """Whatever JSON comes, the answer is a row, a prompt or a reason, of our own workspace."""
    rest = rest if isinstance(rest, dict) else {"message": rest}
    action = {"action_id": name, "value": value}
    payload = {**PRESS, **rest, "type": kind, "actions": [value, action], "callback_id": name}
    heard = interaction(payload, BOT)

    assert isinstance(heard, Inbound | Prompt | Ignore)
    if isinstance(heard, Inbound):
        assert "T1" == heard.team
        assert heard == Inbound.read(json.loads(json.dumps(heard.payload())))
