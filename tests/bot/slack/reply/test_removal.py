"""An answer goes with its question, and stays where others have gone on from it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply.places import Target, metadata
from bot.slack.reply.removal import Removal, remove
from tests.fakes.slack import FakeWeb

TARGET = Target("T1", "C1", "5.0", "UANN", question="T1:C1:5.0")


def _slack(*messages: dict[str, Any]) -> FakeWeb:
    return FakeWeb(
        {
            "auth.test": {"user_id": "UBOT", "bot_id": "BBOT"},
            "conversations.replies": {"messages": [{"ts": "5.0", "user": "UANN"}, *messages]},
            "chat.delete": {},
        }
    )


def _ours(ts: str, question: str = TARGET.question) -> dict[str, Any]:
    marked = metadata(Target("", "", "", "", question=question), "t1", part=1, done=True)
    return {"ts": ts, "user": "UBOT", "bot_id": "BBOT", "metadata": marked}


def _gone(web: FakeWeb) -> list[str]:
    return [given["ts"] for given in web.called("chat.delete")]


async def test_all_messages_of_an_answer_go() -> None:
    """Those that were kept, and those that name the question; no other answer of ours."""
    web = _slack(_ours("6.0"), _ours("7.0"), _ours("8.0", "T1:C1:7.5"))

    assert Removal.REMOVED is await remove(web, TARGET, ["6.0", "6.5"])
    assert ["6.0", "6.5", "7.0"] == sorted(_gone(web))


@pytest.mark.parametrize(
    ("user", "ts", "ended"),
    [
        ("UBEN", "7.0", Removal.STAYS),
        ("UBEN", "5.5", Removal.REMOVED),
        ("UANN", "7.0", Removal.REMOVED),
    ],
)
async def test_it_stays_where_somebody_else_wrote_after_it(
    user: str, ts: str, ended: Removal
) -> None:
    """What they say would hang in the air; what its asker says, or was said before, would not."""
    web = _slack(_ours("6.0"), {"ts": ts, "user": user, "text": "Thanks"})

    assert ended is await remove(web, TARGET, [])
    assert (ended is Removal.REMOVED) == bool(_gone(web))


async def test_where_nothing_was_said_nothing_is_done() -> None:
    """The question was deleted before its answer began."""
    assert Removal.NOTHING is await remove(_slack({"ts": "6.0", "user": "UBEN"}), TARGET, [])


async def test_a_thread_and_a_message_that_are_gone_are_fine() -> None:
    """With the root of a thread Slack shows it no more; what was kept is deleted all the same."""
    web = _slack()
    web.replies["conversations.replies"] = SlackRefused("conversations.replies", "thread_not_found")
    web.replies["chat.delete"] = SlackRefused("chat.delete", "message_not_found")

    assert Removal.REMOVED is await remove(web, TARGET, ["6.0"])
    assert ["6.0"] == _gone(web)
