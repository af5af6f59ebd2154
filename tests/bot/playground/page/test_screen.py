"""The data of the page, for one person."""

from __future__ import annotations

import pytest

from bot.playground import cast, server
from bot.playground.page.documents import Library
from bot.playground.page.records import Records
from bot.playground.page.screen import Screen
from bot.playground.values import Message, Refused
from tests.browser.served import Kept
from tests.playground import ADA, BEN, BOT, DIRECT, GENERAL, GUS, LEADS, ManualClock


@pytest.fixture(name="screen")
def _screen() -> Screen:
    playground = server.furnished(ManualClock(), "http://127.0.0.1:1/", cast.app())
    return Screen(
        playground.workspace, Library([]), Records(Kept(), Kept()), "http://127.0.0.1:1", ["Why?"]
    )


def test_somebody_unknown_is_the_first_person(screen: Screen) -> None:
    """And a room that one is not in is the first room that one is in."""
    assert ADA == screen.me("nobody").id
    assert LEADS != screen.room(screen.me(GUS), LEADS).id


def test_the_sidebar_has_ones_own_rooms_with_what_is_new(screen: Screen) -> None:
    """A message of somebody else counts, one's own does not."""
    screen.workspace.post(BEN, GENERAL, "Hello")
    rooms = {room.id: room.unread for room in screen.rooms(screen.me(ADA))}

    assert 1 == rooms[GENERAL]
    assert {} == {k: v for k, v in rooms.items() if v and k != GENERAL}
    assert LEADS not in {room.id for room in screen.rooms(screen.me(GUS))}


def test_a_channel_shows_roots_and_a_thread_its_replies(screen: Screen) -> None:
    """Whispers stand among them for the one person who may see them."""
    root = screen.workspace.post(ADA, GENERAL, "Question")
    screen.workspace.post(BEN, GENERAL, "Reply", root.ts)
    stamp = screen.workspace.archive.stamp()
    hint = Message(GENERAL, stamp, BOT, "Hint", root.ts, by_app=True, only_for=ADA)
    screen.workspace.archive.whisper(hint)
    channel = screen.workspace.channel(GENERAL)

    shown = screen.everything(screen.me(ADA), channel, root.ts)
    assert ["Question"] == [one.text for one in shown["messages"]]
    assert ["Reply", "Hint"] == [one.text for one in shown["replies"]]
    assert ["Reply"] == [
        one.text for one in screen.thread(screen.me(BEN), channel, root.ts)["replies"]
    ]
    assert hint is screen.find(ADA, GENERAL, stamp)
    assert screen.find(BEN, GENERAL, stamp) is None


def test_a_status_is_told_with_the_name_of_the_app(screen: Screen) -> None:
    """As Slack does; none is empty."""
    screen.workspace.statuses.set(GENERAL, "1.0", "is searching…")

    assert "Footnote is searching…" == screen.status(GENERAL, "1.0")
    assert "" == screen.status(GENERAL, "2.0")


def test_what_was_pressed_is_remembered_for_who_pressed_it(screen: Screen) -> None:
    """The message does not say it, and another person sees the button as it was."""
    button = {"type": "button", "action_id": "go", "value": "1", "text": {"text": "Go"}}
    archive = screen.workspace.archive
    blocks = [{"type": "actions", "block_id": "b", "elements": [button]}]
    said = archive.add(Message(GENERAL, archive.stamp(), BOT, "", blocks=blocks, by_app=True))
    screen.press(ADA, GENERAL, said.ts, "go", "1")

    assert {"go": "1"} == screen.shown(said, ADA).pressed
    assert {} == screen.shown(said, BEN).pressed


def test_only_ones_own_words_can_be_changed(screen: Screen) -> None:
    """Neither those of the app nor what is left of a deleted message."""
    mine = screen.workspace.post(ADA, GENERAL, "Mine")
    screen.workspace.post(BEN, GENERAL, "Reply", mine.ts)

    assert [True, False] == [screen.shown(mine, who).own for who in (ADA, BEN)]
    screen.workspace.delete(ADA, GENERAL, mine.ts)
    assert not screen.shown(mine, ADA).own


def test_the_panel_lists_what_was_said_to_the_app_by_title(screen: Screen) -> None:
    """Newest first, with what it suggests and the channel beside it."""
    space = screen.workspace
    first, second = (space.post(ADA, DIRECT, text).ts for text in ("Why <b>?", "How?"))
    space.panel.entitle((DIRECT, second), "A title")
    space.panel.suggest(DIRECT, {"title": "Try", "prompts": [{"title": "x", "message": "y"}]})

    shown = screen.panel(screen.me(ADA), GENERAL)
    told = [(one["ts"], one["title"]) for one in shown["talks"]]
    assert [(second, "A title"), (first, "Why <b>?")] == told
    assert ("Try", "general") == (shown["prompts"]["title"], shown["beside"].name)
    with pytest.raises(Refused):
        screen.panel(screen.me(GUS), LEADS)


def test_what_the_app_does_can_be_stopped_while_it_does_it(screen: Screen) -> None:
    """While its session is at work, and while a stream is open."""
    space = screen.workspace
    root = space.post(ADA, GENERAL, "Why?").ts
    assert not screen.stoppable(GENERAL, root)
    space.panel.enter((GENERAL, root), "processing")
    assert screen.stoppable(GENERAL, root)
    space.panel.enter((GENERAL, root), "active")

    message = Message(GENERAL, space.archive.stamp(), BOT, "", root, by_app=True)
    stream = space.streams.start(message, [])
    assert screen.stoppable(GENERAL, root)
    space.streams.stop(stream)
    assert not screen.stoppable(GENERAL, root)


def test_how_far_indexing_is_stands_beside_the_number_of_pages(screen: Screen) -> None:
    """Until it is done."""
    screen.index("reading: 20 of 400")
    during = screen.channel(screen.me(ADA), screen.workspace.channel(GENERAL))
    screen.index("")

    assert (0, "reading: 20 of 400") == (during["pages"], during["indexing"])
    assert {"pages": 0, "indexing": ""} == screen.read()
