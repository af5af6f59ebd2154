"""What a person does on the page."""

from __future__ import annotations

import pytest

from bot.playground import cast, server
from bot.playground.page.acts import do
from bot.playground.page.documents import Library
from bot.playground.page.forms import Said
from bot.playground.page.records import Records
from bot.playground.page.screen import Screen
from bot.playground.values import Refused
from tests.browser.served import Kept
from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, PARTNERS, RANDOM, ManualClock


@pytest.fixture(name="screen")
def _screen() -> Screen:
    playground = server.furnished(ManualClock(), "http://127.0.0.1:1/", cast.app())
    return Screen(playground.workspace, Library([]), Records(Kept(), Kept()), "http://127.0.0.1:1")


def _do(screen: Screen, act: str, **told: object) -> dict:
    return do(screen, act, Said({"user": ADA, "channel": GENERAL, **told}))


def test_a_person_writes_mends_reacts_and_takes_back(screen: Screen) -> None:
    """Each act is one call of the workspace."""
    ts = _do(screen, "post", text="One\r\ntwo")["ts"]
    assert "One\ntwo" == screen.workspace.archive.get(GENERAL, ts).text

    _do(screen, "edit", ts=ts, text="Three")
    _do(screen, "react", ts=ts, name="tada")
    message = screen.workspace.archive.get(GENERAL, ts)
    assert ("Three", {"tada": [ADA]}) == (message.text, message.reactions)

    _do(screen, "unreact", ts=ts, name="tada")
    _do(screen, "delete", ts=ts)
    assert screen.workspace.archive.find(GENERAL, ts) is None


def test_a_reply_goes_to_its_thread_and_reading_is_noted(screen: Screen) -> None:
    """As does what Slack tells the app when its conversation is opened."""
    ts = _do(screen, "post", text="Root")["ts"]
    do(screen, "post", Said(user=BEN, channel=GENERAL, text="Reply", thread_ts=ts))
    assert {GENERAL: 1} == screen.workspace.unread(ADA)

    _do(screen, "read")
    _do(screen, "home")
    assert {} == screen.workspace.unread(ADA)
    assert "home_opened" in [change.kind for change in screen.workspace.log.since(0)]


def test_what_is_done_with_the_app_is_one_call_each(screen: Screen) -> None:
    """Commands, shortcuts, what is looked at, invitations, and replies that all should see."""
    ts = _do(screen, "post", text="Root")["ts"]
    wide = _do(screen, "post", text="Also here", thread_ts=ts, broadcast="1")["ts"]
    _do(screen, "command", text="/footnote How?")
    _do(screen, "shortcut", callback_id="footnote_ask", ts=ts)
    _do(screen, "look")
    _do(screen, "stop", thread_ts=ts)
    _do(screen, "invite", channel=RANDOM)

    space = screen.workspace
    assert "thread_broadcast" == space.archive.get(GENERAL, wide).subtype
    assert [GENERAL] == [one["value"] for one in space.panel.entities[ADA]]
    assert BOT in space.channel(RANDOM).members
    kinds = [change.kind for change in space.log.since(0)]
    assert (2, 1) == (kinds.count("interaction"), kinds.count("halted"))


@pytest.mark.parametrize(
    ("act", "told", "error"),
    [
        ("frobnicate", {}, "unknown_method"),
        ("post", {}, "invalid_arguments"),
        ("post", {"text": 7}, "invalid_arguments"),
        ("post", {"text": " "}, "no_text"),
        ("react", {"ts": "1.0"}, "invalid_arguments"),
        ("delete", {"ts": "1.0"}, "message_not_found"),
        ("post", {"user": BOT, "text": "I am the bot"}, "user_is_bot"),
        ("react", {"ts": "1.0", "name": "x", "user": "USLACKBOT"}, "user_is_bot"),
        ("post", {"user": "U0NOBODY", "text": "x"}, "user_not_found"),
        ("submit", {"view_id": "V", "said": {}}, "not_found"),
        ("press_view", {"view_id": "V", "action_id": "a", "value": "", "said": {}}, "not_found"),
        ("command", {"text": "/frobnicate"}, "invalid_command"),
        ("shortcut", {"callback_id": "x", "ts": "1.0"}, "invalid_shortcut"),
        ("invite", {"channel": PARTNERS, "user": BEN}, "not_in_channel"),
        ("look", {"channel": DIRECT, "user": BEN}, "channel_not_found"),
    ],
)
def test_what_cannot_be_done_is_refused(screen: Screen, act: str, told: dict, error: str) -> None:
    """By Slack's name where it has one."""
    with pytest.raises(Refused) as refused:
        _do(screen, act, **told)

    assert error == refused.value.error


def test_emoji_have_the_names_that_slack_takes(screen: Screen) -> None:
    """Others are refused as Slack refuses them."""
    ts = _do(screen, "post", text="Hello")["ts"]
    _do(screen, "react", ts=ts, name="thumbsup::skin-tone-3")
    for name in ("", "Two Words", ":eyes:", "<b>", "x" * 101):
        with pytest.raises(Refused, match="invalid_name"):
            _do(screen, "react", ts=ts, name=name)


def test_a_thumb_among_the_reactions_takes_the_place_of_a_pressed_one(screen: Screen) -> None:
    """It is the last opinion, and the one that is withdrawn when it is taken back."""
    ts = _do(screen, "post", text="Hello")["ts"]
    message = screen.workspace.archive.get(GENERAL, ts)
    screen.pressed[ADA, GENERAL, ts] = {"verdict": "bad"}
    _do(screen, "react", ts=ts, name="eyes")
    assert {"verdict": "bad"} == screen.shown(message, ADA).pressed

    _do(screen, "react", ts=ts, name="-1")
    assert {} == screen.shown(message, ADA).pressed
