"""What a page is told of changes."""

from __future__ import annotations

import json

import pytest

from bot.playground import cast, server
from bot.playground.page.documents import Library
from bot.playground.page.live import event, told
from bot.playground.page.records import Records
from bot.playground.page.screen import Screen
from bot.playground.values import Change
from tests.browser.served import Kept
from tests.playground import ADA, BEN, GENERAL, HELP, ManualClock


@pytest.fixture(name="screen")
def _screen() -> Screen:
    playground = server.furnished(ManualClock(), "http://127.0.0.1:1/", cast.app())
    return Screen(playground.workspace, Library([]), Records(Kept(), Kept()), "http://127.0.0.1:1")


def _render(template: str, **data: object) -> str:
    return f"{template}: {sorted(data)}"


def _all(screen: Screen, me: str = ADA) -> list[dict]:
    """Tell all that has happened."""
    changes = screen.workspace.log.since(0)
    return [one for change in changes if (one := told(change, me, screen, _render))]


def test_a_message_is_told_as_it_is_now(screen: Screen) -> None:
    """With where it belongs, whose it is, and how much is new in its channel."""
    said = screen.workspace.post(BEN, GENERAL, "Hello")

    [data] = _all(screen)
    assert ("message", said.ts, said.ts, False, 1) == tuple(
        data[name] for name in ("kind", "ts", "thread", "own", "unread")
    )
    assert "one.html: ['shown']" == data["html"]


def test_a_deleted_message_is_gone(screen: Screen) -> None:
    """And the changes of it before say nothing any more."""
    said = screen.workspace.post(ADA, GENERAL, "Hello")
    screen.workspace.delete(ADA, GENERAL, said.ts)

    assert [{"kind": "gone", "key": f"{GENERAL}:{said.ts}"}] == _all(screen)


def test_statuses_reading_and_forms_are_told(screen: Screen) -> None:
    """Each as the page needs it."""
    screen.workspace.statuses.set(GENERAL, "1.0", "is searching…")
    screen.workspace.mark_read(ADA, HELP)
    screen.workspace.views.open(ADA, {"type": "modal", "blocks": []})
    screen.workspace.views.close(ADA)

    status, unread, opened, closed = _all(screen)
    assert {
        "kind": "status",
        "channel": GENERAL,
        "thread": "1.0",
        "text": "Footnote is searching…",
        "title": "",
        "stoppable": False,
    } == status
    assert {"kind": "unread", "channel": HELP, "count": 0} == unread
    assert "" == opened["html"] == closed["html"], "told as things are now: it is closed"


@pytest.mark.parametrize(
    ("kind", "data", "expected"),
    [
        ("lost", {}, {"kind": "reload"}),
        ("unanswered", {"type": "block_actions"}, {"kind": "unanswered", "what": "block_actions"}),
        ("view_errors", {"errors": {"b": "No."}}, {"kind": "errors", "errors": {"b": "No."}}),
        ("interaction", {}, None),
    ],
)
def test_what_else_happens(screen: Screen, kind: str, data: dict, expected: dict | None) -> None:
    """What the page cannot show piece by piece makes it load anew; the rest is not its business."""
    assert expected == told(Change(1, 0.0, kind, "", data), ADA, screen, _render)


def test_an_event_is_one_line_of_json() -> None:
    """Whatever line breaks are in it."""
    written = event({"html": "a\n\nid: 8\ndata: x"}, 7).decode()

    assert written.startswith("id: 7\ndata: {")
    assert 3 == written.count("\n")
    assert {"html": "a\n\nid: 8\ndata: x"} == json.loads(written.split("data: ", 1)[1])


def test_how_far_indexing_is_is_told(screen: Screen) -> None:
    """As it is now, in words and as the number beside the link."""
    screen.index("reading: 20 of 400")
    [data] = _all(screen)
    html = "pages.html: ['indexing', 'pages', 'part']"

    assert {"kind": "pages", "words": html, "tally": html} == data
