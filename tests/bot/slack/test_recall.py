"""Tests of bot/slack/recall.py: a recalled answer is marked, and its asker told what changed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from bot.slack.access import Access
from bot.slack.recall import Recaller, Shown, letter, line
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace
from retrieval.errors import TraceMissing
from retrieval.policy import Asker, CollectionPolicy, Place, Policy
from retrieval.ports import Page, Posting, Recall
from tests.fakes.clock import FakeClock
from tests.fakes.recalls import NOW, FakeRecalls
from tests.fakes.slack import FakeWeb

PAGE = Page("docs", "d1")
RECALL = Recall(
    "t1",
    PAGE,
    "leave.md",
    "Parental leave",
    "https://example.com/leave",
    "Parents get **26** weeks.",
    "Parents get 30 weeks.",
    gone=False,
    found=NOW,
)
POSTING = Posting("t1", "T1", "C1", "1.0", ("2.0", "3.0"), "U1", "1.0")
MESSAGE = {"ts": "3.0", "text": "x", "blocks": [{"type": "markdown", "text": "x"}]}


class _Lookup:
    """Everybody is of the workspace, and speaks as told; channels are as told."""

    def __init__(self, locale: str = "", kind: str = "channel", **asker: Any) -> None:
        self._locale, self._kind = locale, kind
        self._asker = Asker("U1", "T1", **asker)

    async def asker(self, user: str) -> Asker:
        return self._asker

    async def locale(self, user: str) -> str:
        return self._locale

    async def place(self, channel: str) -> Place:
        return Place(channel, self._kind)


@dataclass
class Desk:
    """A recaller over an answer that is recalled, and what it did."""

    policy: Policy = field(default_factory=lambda: Policy({"docs": CollectionPolicy(open=True)}))
    posting: Posting | None = POSTING
    lookup: Any = field(default_factory=_Lookup)
    recalls: FakeRecalls = field(default_factory=lambda: FakeRecalls(telling=["t1"]))
    told: dict[str, tuple[str, str]] = field(default_factory=dict)
    members: tuple[str, ...] = ("U1",)
    refused: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Open Slack."""
        self.recalls.kept = {("t1", PAGE): RECALL}
        self.web = FakeWeb(
            {
                "conversations.replies": {"messages": [MESSAGE]},
                "conversations.members": {"members": list(self.members)},
                "chat.getPermalink": {"permalink": "https://slack.example.com/p3"},
                "chat.update": {"ok": True},
                "chat.postMessage": {"ok": True, "ts": "9.0"},
                **self.refused,
            }
        )

    async def of_trace(self, trace_id: str) -> Posting | None:
        """Find where the answer stands."""
        return self.posting

    async def find(self, trace_id: str) -> Any:
        """Find no trace."""
        raise TraceMissing("There is none.")

    async def notify(self, to: str, text: str, *, key: str, **_: Any) -> bool:
        """Write to somebody, each key once."""
        new = key not in self.told
        self.told.setdefault(key, (to, text))
        return new

    async def show(self) -> None:
        """Show what is to be shown."""
        books: Any = self
        shown = Shown(self.recalls, books, books, books)
        access: Any = Access(self.lookup, books, self.policy)
        await Recaller(self.web, shown, access, Pace(), FakeClock(), "T1").show()


async def test_the_last_message_is_marked_and_the_asker_is_told() -> None:
    """With both sentences; shown again nothing more is said."""
    desk = Desk()
    for _ in range(2):
        await desk.show()
    ((to, text),) = desk.told.values()
    (update,) = desk.web.called("chat.update")

    assert "3.0" == update["ts"]
    assert "Parental leave" in str(update["blocks"])
    assert "U1" == to
    assert ["Parents get 26 weeks." in text, "Parents get 30 weeks." in text] == [True, True]
    assert "https://slack.example.com/p3" in text
    assert {"t1": ""} == desk.recalls.silenced


async def test_a_private_answer_cannot_be_marked_but_its_asker_is_told() -> None:
    """Nobody can change what only one person was shown."""
    desk = Desk(posting=replace(POSTING, ts=(), thread_ts=""))
    await desk.show()

    assert ([], 1) == (desk.web.called("chat.update"), len(desk.told))
    assert [] == list(await desk.recalls.to_mark(team="T1"))


@pytest.mark.parametrize(
    ("lookup", "members", "policy", "expected"),
    [
        (_Lookup(), ("U1",), CollectionPolicy(), 0),
        (_Lookup(deactivated=True), ("U1",), CollectionPolicy(open=True), 0),
        (_Lookup(kind="private"), ("U1",), CollectionPolicy(channels=frozenset({"C1"})), 1),
        (_Lookup(kind="private"), ("U2",), CollectionPolicy(channels=frozenset({"C1"})), 0),
        (_Lookup(), ("U2",), CollectionPolicy(people=frozenset({"U1"})), 1),
    ],
)
async def test_only_who_may_still_search_the_page_is_told(
    lookup: _Lookup, members: tuple[str, ...], policy: CollectionPolicy, expected: int
) -> None:
    """By who they are now, or where they asked if they are still there; the mark stands."""
    desk = Desk(Policy({"docs": policy}), lookup=lookup, members=members)
    await desk.show()

    assert (expected, 1) == (len(desk.told), len(desk.web.called("chat.update")))
    assert {"t1": "" if expected else "not_allowed"} == desk.recalls.silenced


async def test_a_message_that_takes_no_change_is_said_in_its_thread() -> None:
    """What may pass is tried again instead."""
    refused = {"chat.update": SlackRefused("chat.update", "cant_update_message")}
    desk = Desk(refused=refused)
    await desk.show()
    passing = {"chat.update": SlackRefused("chat.update", "no_answer", unsure=True)}
    later = Desk(refused=passing)
    await later.show()

    assert "no longer says" in desk.web.called("chat.postMessage")[0]["text"]
    assert [] == list(await desk.recalls.to_mark(team="T1"))
    assert 1 == len(await later.recalls.to_mark(team="T1"))


@pytest.mark.parametrize(
    "there",
    [[], [{"ts": "3.0", "text": "x"}], [{**MESSAGE, "blocks": [{"type": "divider"}] * 50}]],
)
async def test_a_message_that_cannot_show_it_has_it_said_in_its_thread(there: list[Any]) -> None:
    """Its last part was deleted, has no blocks, or has as many as Slack takes."""
    desk = Desk(refused={"conversations.replies": {"messages": there}})
    for _ in range(2):
        await desk.show()
    (said,) = desk.web.called("chat.postMessage")

    assert ("C1", "1.0") == (said["channel"], said["thread_ts"])
    assert "no longer says" in said["text"]


async def test_whoever_asked_the_same_twice_is_told_once() -> None:
    """One change is one message to a person; both answers are marked."""
    desk = Desk(recalls=FakeRecalls(telling=["t1", "t2"]))
    desk.recalls.kept["t2", PAGE] = replace(RECALL, answer="t2")
    await desk.show()

    assert (1, 2) == (len(desk.told), len(desk.web.called("chat.update")))
    assert {"t1": "", "t2": ""} == desk.recalls.silenced


async def test_what_is_taken_back_loses_its_line() -> None:
    """It is brought back to what it was; nobody is told of it."""
    desk = Desk(recalls=FakeRecalls())
    desk.recalls.kept = {("t1", PAGE): replace(RECALL, taken_back=NOW)}
    await desk.show()

    assert {} == desk.told
    assert [] == list(await desk.recalls.to_mark(team="T1"))


async def test_the_asker_s_language_is_spoken() -> None:
    """Under the answer and to them."""
    desk = Desk(lookup=_Lookup("de-DE"))
    await desk.show()
    ((_, text),) = desk.told.values()

    assert "Jetzt steht dort" in text
    assert "steht nicht mehr" in str(desk.web.called("chat.update")[0]["blocks"])


def test_a_page_that_is_gone_is_called_gone() -> None:
    """And one that says nothing like it, so."""
    gone = replace(RECALL, gone=True, now="")
    other = replace(RECALL, now="")

    assert "no longer there" in line([gone])
    assert "no longer there" in letter([gone], "", "")
    assert "nothing" not in letter([gone], "How long?", "")
    assert "no longer says anything like it" in letter([other], "How long?", "")
    assert "How long?" in letter([other], "How long?", "")
    assert "" == line([])
