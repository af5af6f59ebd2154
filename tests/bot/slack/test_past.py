"""A channel's past is read page by page, slowly, and again where Slack asks to wait."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.past import PATIENCE, PAUSE, Past, event_of
from bot.slack.refused import RATE_LIMITED, SlackRefused
from tests.fakes.slack import FakeWeb


class _Slept:
    """Counts the seconds that are waited, without waiting."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def _page(cursor: str = "", **_: Any) -> dict[str, Any]:
    if cursor:
        return {"messages": [{"ts": "1.0"}, "no message"], "response_metadata": None}
    return {"messages": [{"ts": "2.0"}], "response_metadata": {"next_cursor": "next"}}


async def test_all_pages_are_read_with_pauses() -> None:
    """Newest first, since a moment; nothing that is no message."""
    slept, web = _Slept(), FakeWeb({"conversations.history": _page})
    past = Past(web, sleep=slept)
    found = [one["ts"] async for one in past.messages("C1", 0.5)]

    assert ["2.0", "1.0"] == found
    assert [PAUSE, PAUSE] == slept.seconds
    assert ["0.500000"] * 2 == [given["oldest"] for given in web.called("conversations.history")]


async def test_the_question_is_no_reply_to_itself() -> None:
    """Slack lists it first in its thread."""
    replies = {"messages": [{"ts": "1.0"}, {"ts": "2.0"}]}
    past = Past(FakeWeb({"conversations.replies": replies}), pause=0, sleep=_Slept())

    assert [{"ts": "2.0"}] == await past.replies("C1", "1.0")


@pytest.mark.parametrize(("times", "fails"), [(1, False), (PATIENCE + 1, True)])
async def test_what_came_too_soon_is_asked_again(times: int, fails: bool) -> None:
    """After as long as Slack asks, so often; other refusals are at once."""
    left = [times]

    def limited(**_: Any) -> Any:
        left[0] -= 1
        if left[0] >= 0:
            return SlackRefused("conversations.replies", RATE_LIMITED, wait=30.0)
        return {"messages": []}

    slept = _Slept()
    past = Past(FakeWeb({"conversations.replies": limited}), pause=0.0, sleep=slept)
    if fails:
        with pytest.raises(SlackRefused, match="ratelimited"):
            await past.replies("C1", "1.0")
    else:
        assert [] == await past.replies("C1", "1.0")
    assert min(times, PATIENCE) == slept.seconds.count(30.0)
    with pytest.raises(SlackRefused, match="unknown_method"):
        [one async for one in past.messages("C1", 0)]


def test_a_root_and_an_edited_message_are_heard_as_new() -> None:
    """Neither the thread that it began nor its edit belongs to the message as it was written."""
    message = {"ts": "1.0", "thread_ts": "1.0", "edited": {}, "user": "U1", "text": "how?"}
    event = event_of(message, "T1", "C1", "private")["event"]

    assert {
        "ts": "1.0",
        "user": "U1",
        "text": "how?",
        "type": "message",
        "channel": "C1",
        "channel_type": "group",
    } == event
