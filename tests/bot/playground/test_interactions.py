"""Buttons, modals and response addresses, through slack_bolt as it is."""

from __future__ import annotations

import json
from contextlib import suppress

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.playground import blocks, server
from bot.playground.permits import RESPONSE_USES
from bot.playground.values import Message, Refused
from tests.playground import ADA, BOT, CHLOE, DIRECT, GENERAL, LEADS, ManualClock

SIDES = {
    "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "+1"},
    "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "-1"},
}
BLOCKS = [
    {"type": "rich_text", "elements": 3},
    {
        "type": "context_actions",
        "block_id": "b",
        "elements": [{"type": "feedback_buttons", "action_id": "rate", **SIDES}],
    },
    {
        "type": "section",
        "accessory": {
            "type": "static_select",
            "action_id": "pick",
            "options": [{"text": {"type": "plain_text", "text": "A"}, "value": "a"}],
        },
    },
]


def _posted(pg, channel=GENERAL):
    stamp = pg.workspace.archive.stamp()
    message = Message(channel, stamp, BOT, "x", blocks=BLOCKS, by_app=True)
    return pg.workspace.archive.add(message).ts


def _payload(pg):
    changes = pg.workspace.log.since(0)
    return [one.data["payload"] for one in changes if one.kind == "interaction"][-1]


async def test_a_press_tells_who_where_and_what(pg):
    """The value is that of the side that was pressed."""
    ts = _posted(pg)
    trigger = pg.press(ADA, GENERAL, ts, "rate", "-1")
    payload = _payload(pg)

    action = payload["actions"][0]
    assert ("block_actions", ADA, trigger) == (
        payload["type"],
        payload["user"]["id"],
        payload["trigger_id"],
    )
    assert (ts, GENERAL) == (payload["container"]["message_ts"], payload["channel"]["id"])
    assert ("feedback_buttons", "b", "-1") == (action["type"], action["block_id"], action["value"])
    assert ts == payload["message"]["ts"]


async def test_a_choice_tells_the_option(pg):
    """Whole, as Slack does."""
    pg.press(ADA, GENERAL, _posted(pg), "pick", "a")

    assert "a" == _payload(pg)["actions"][0]["selected_option"]["value"]


@pytest.mark.parametrize(("action", "value"), [("odd", ""), ("rate", "0")])
async def test_what_is_not_there_cannot_be_pressed(pg, action, value):
    """No such element, no such side."""
    with pytest.raises(Refused, match="action_not_found"):
        pg.press(ADA, GENERAL, _posted(pg), action, value)


pressable = st.dictionaries(
    st.sampled_from(("type", "text", "options", "value", "positive_button", "negative_button")),
    st.none()
    | st.sampled_from(
        (
            *("button", "feedback_buttons", "static_select", "overflow", "image", "icon_button"),
            {"type": "plain_text", "text": "x"},
            SIDES["positive_button"],
            [{"text": {"type": "plain_text", "text": "x"}, "value": "a"}],
        )
    ),
)


def test_no_blocks_that_slack_takes_break_a_press():
    """It is sent, or refused by name."""

    @settings(deadline=None)
    @given(
        st.sampled_from(("actions", "context_actions", "section", "rich_text", "card")),
        st.lists(pressable, max_size=2),
        st.sampled_from(("", "a", "+1")),
    )
    def check(kind, elements, value):
        elements = [one | {"action_id": "x"} for one in elements]
        block = {"type": kind, "elements": elements, "accessory": (elements or [None])[0]}
        block = {name: one for name, one in block.items() if one}
        if not blocks.check([block]):
            with suppress(Refused):
                _element_pressed([block], value)

    check()


def _element_pressed(given, value):
    workspace = server.furnished(ManualClock(), "http://127.0.0.1:1/").workspace
    stamp = workspace.archive.stamp()
    message = Message(GENERAL, stamp, BOT, "x", blocks=given, by_app=True)
    workspace.press(ADA, GENERAL, workspace.archive.add(message).ts, "x", value)


async def test_nobody_presses_where_they_are_not(pg):
    """A private channel is not even known."""
    with pytest.raises(Refused, match="channel_not_found"):
        pg.press(CHLOE, LEADS, _posted(pg, LEADS), "rate", "+1")


async def test_a_private_answer_can_be_pressed_by_its_person(pg):
    """The payload says that it is ephemeral."""
    archive = pg.workspace.archive
    private = Message(GENERAL, archive.stamp(), BOT, "x", blocks=BLOCKS, by_app=True, only_for=ADA)
    archive.whisper(private)
    pg.press(ADA, GENERAL, private.ts, "rate", "+1")

    assert _payload(pg)["container"]["is_ephemeral"]
    assert "message" not in _payload(pg)
    with pytest.raises(Refused, match="message_not_found"):
        pg.press(CHLOE, GENERAL, private.ts, "rate", "+1")


async def _respond(pg, body):
    async with (
        aiohttp.ClientSession() as http,
        http.post(_payload(pg)["response_url"], json=body) as answer,
    ):
        return answer.status, await answer.text()


async def test_a_response_address_replaces_posts_and_whispers(pg):
    """By its flags, five times."""
    ts = _posted(pg)
    pg.press(ADA, GENERAL, ts, "rate", "+1")
    await _respond(pg, {"text": "private"})
    await _respond(pg, {"text": "public", "response_type": "in_channel"})
    await _respond(pg, {"text": "new", "replace_original": True})
    await _respond(pg, {"delete_original": True})
    nothing = await _respond(pg, {})
    over = await _respond(pg, {"text": "x"})

    assert ["private"] == [one["text"] for one in pg.whispers(ADA)]
    assert ["public"] == [one["text"] for one in pg.messages()]
    assert 404 == nothing[0] == over[0]
    assert RESPONSE_USES == 5
    assert "used_url" in over[1]


async def test_a_response_address_lasts_half_an_hour(pg):
    """Then it is over, and so is one that never was."""
    pg.press(ADA, GENERAL, _posted(pg), "rate", "+1")
    pg.advance(1_801)

    assert "expired_url" in (await _respond(pg, {"text": "x"}))[1]
    with pytest.raises(Refused, match="expired_url"):
        pg.workspace.interactions.permits.respond("odd")


async def test_a_command_tells_who_typed_what_where(pg):
    """Names in it are tokens with names where the manifest asks for that, else as typed."""
    trigger = pg.command(ADA, GENERAL, "/footnote  ask @ben about #help")
    escaped = _payload(pg)
    pg.command(ADA, DIRECT, "/raw @ben")
    raw = _payload(pg)

    assert ("/footnote", "ask <@U0BEN00002|ben> about <#C0HELP0002|help>", trigger) == tuple(
        escaped[name] for name in ("command", "text", "trigger_id")
    )
    assert ("@ben", "directmessage") == (raw["text"], raw["channel_name"])
    for channel, text, error in (
        (GENERAL, "/odd", "invalid_command"),
        (LEADS, "/raw", "channel_not_found"),
    ):
        with pytest.raises(Refused, match=error):
            pg.command(CHLOE, channel, text)


async def test_a_shortcut_tells_the_message_it_was_chosen_on(pg):
    """One for everywhere tells no message."""
    ts = pg.say(ADA, GENERAL, "how?")
    trigger = pg.shortcut(CHLOE, "about", GENERAL, ts)
    chosen = _payload(pg)
    pg.shortcut(CHLOE, "ask")
    everywhere = _payload(pg)

    assert ("message_action", "about", trigger, ts, "how?") == (
        *(chosen[name] for name in ("type", "callback_id", "trigger_id", "message_ts")),
        chosen["message"]["text"],
    )
    assert ("shortcut", "ask", False) == (
        everywhere["type"],
        everywhere["callback_id"],
        "message" in everywhere,
    )
    for wrong in (("ask", GENERAL, ts), ("about",), ("odd",)):
        with pytest.raises(Refused, match="invalid_shortcut"):
            pg.shortcut(CHLOE, *wrong)


VIEW = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}


async def test_a_submitted_modal_is_closed_or_changed_by_its_answer(pg):
    """Errors leave it, update changes it, push lays one on it, nothing closes it, clear all."""
    views, answered = pg.workspace.views, pg.workspace.interactions.answered
    view = views.open(ADA, VIEW)
    stacks = []
    for answer in (
        {"response_action": "errors", "errors": {"b": "why"}},
        {"response_action": "update", "view": VIEW | {"callback_id": "c"}},
        {"response_action": "update", "view": "broken"},
        {"response_action": "push", "view": VIEW},
    ):
        answered(pg.workspace.submit(ADA, view["id"], {"b": {"a": {"value": "v"}}}), answer)
        stacks.append([one["callback_id"] for one in views.stack(ADA)])
    answered(pg.workspace.submit(ADA, view["id"]), {})
    closed = len(views.stack(ADA))
    answered(pg.workspace.submit(ADA, view["id"]), {"response_action": "clear"})

    assert [[""], ["c"], ["c"], ["c", ""]] == stacks
    assert (1, []) == (closed, views.stack(ADA))
    errors = [one for one in pg.workspace.log.since(0) if one.kind == "view_errors"]
    assert [{"b": "why"}] == [one.data["errors"] for one in errors]


WORD = {"type": "plain_text", "text": "x"}
FORM = VIEW | {
    "submit": WORD,
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": WORD,
            "element": {"type": "plain_text_input", "action_id": "text"},
        },
        {"type": "actions", "elements": [{"type": "button", "action_id": "more", "text": WORD}]},
    ],
}


async def test_an_element_of_a_modal_tells_the_view_and_what_was_typed(pg):
    """No message, no channel; the home's elements do the same."""
    view = pg.workspace.views.open(ADA, FORM)
    pg.workspace.press_view(ADA, view["id"], "more", said={"text": "so"})
    modal = _payload(pg)
    pg.workspace.views.close(ADA)
    pg.workspace.views.publish(ADA, {"type": "home", "blocks": FORM["blocks"][1:]})
    pg.press_view(ADA, "more")
    home = _payload(pg)

    assert {"type": "view", "view_id": view["id"]} == modal["container"]
    assert "so" == modal["view"]["state"]["values"]["why"]["text"]["value"]
    assert ("home", "more") == (home["view"]["type"], home["actions"][0]["action_id"])
    assert not {"message", "channel", "response_url"} & (set(modal) | set(home))


async def test_who_wanted_to_be_told_of_a_closed_modal_is(pg):
    """Of each that was closed, once, and whether all were."""
    pg.workspace.views.open(ADA, FORM)
    pg.workspace.close_view(ADA)
    one = _payload(pg)
    pg.workspace.views.open(ADA, VIEW)
    pg.workspace.views.push(ADA, FORM | {"clear_on_close": True})
    pg.workspace.close_view(ADA)
    cleared = _payload(pg)

    assert ("view_closed", False, True) == (one["type"], one["is_cleared"], cleared["is_cleared"])
    assert "trigger_id" not in one
    assert None is pg.view(ADA)


async def test_a_push_too_many_is_trouble_for_the_person(pg):
    """Said on the page; the modals stay."""
    views, answered = pg.workspace.views, pg.workspace.interactions.answered
    for _ in range(3):
        views.push(ADA, VIEW)
    answered(pg.submit(ADA), {"response_action": "push", "view": VIEW})

    assert 3 == len(views.stack(ADA))
    assert ["unanswered"] == [one.kind for one in pg.workspace.log.since(0)][-1:]


async def test_presses_and_submissions_have_all_that_slacks_own_have(pg, evaldata):
    """The fields of payloads that Slack sent are in ours."""
    folder = evaldata / "slack-payloads"
    parent = pg.ask("q")
    stamp = pg.workspace.archive.stamp()
    message = Message(GENERAL, stamp, BOT, "x", parent, BLOCKS, by_app=True)
    pg.workspace.archive.add(message)
    pg.press(ADA, GENERAL, message.ts, "pick", "a")
    pressed = _payload(pg)
    pg.workspace.submit(ADA, pg.workspace.views.open(ADA, VIEW)["id"])
    submitted = _payload(pg)
    actions = json.loads((folder / "actions-reactions-slack.json").read_text(encoding="utf-8"))
    slash = json.loads((folder / "slash-commands-slack.json").read_text(encoding="utf-8"))

    slacks = actions["staticSelectAction"]
    assert set(slacks) <= set(pressed)
    for name in ("user", "container", "team", "channel", "message"):
        assert set(slacks[name]) <= set(pressed[name])
    assert set(slacks["actions"][0]) - {"placeholder"} <= set(pressed["actions"][0])
    assert set(slash["viewSubmission"]) <= set(submitted)
    for name in ("user", "view"):
        assert set(slash["viewSubmission"][name]) <= set(submitted[name])
    pg.command(ADA, GENERAL, "/raw so")
    assert set(slash["slashCommandWithArgs"]) == set(_payload(pg))
