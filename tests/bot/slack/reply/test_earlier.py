"""What an earlier attempt posted is found again, whatever it had got to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply.earlier import earlier
from bot.slack.reply.places import Target, metadata
from tests.fakes.slack_web import QUESTION, FakeSlack

TARGET = Target("T1", "C1", "100.000001", "U1", question=QUESTION)


def _post(slack: FakeSlack, ts: str, **more: Any) -> None:
    slack.messages[ts] = {"ts": ts, "bot_id": "B1", "text": "", **more}


def _mark(part: int = 1, *, done: bool = False) -> Mapping[str, Any]:
    return metadata(TARGET, "t", part=part, done=done)


async def test_nothing_is_found_where_nothing_is() -> None:
    """Others' messages, and answers to other questions, are not ours."""
    slack = FakeSlack()
    _post(slack, "200.1", bot_id="B2")
    other = metadata(Target("T1", "C1", "1", "U1", question="T1:C1:7"), "t", part=1, done=True)
    _post(slack, "200.2", metadata=other)
    _post(slack, "200.3", metadata={"event_type": "footnote_notice", "event_payload": {}})

    assert await earlier(slack, TARGET) is None


async def test_messages_are_found_by_their_metadata() -> None:
    """All parts in order, and whether the last one closes the answer."""
    slack = FakeSlack()
    _post(slack, "200.1", metadata=_mark(1))
    _post(slack, "200.2", metadata=_mark(2, done=True))
    found = await earlier(slack, TARGET)

    assert ("200.1", "200.2") == found.posted.ts
    assert found.done
    assert not found.posted.streamed


async def test_a_stream_without_metadata_is_ours() -> None:
    """A stream begun and never closed carries no mark; it is our message after the question."""
    slack = FakeSlack()
    _post(slack, "99.5")
    _post(slack, "200.1")
    found = await earlier(slack, TARGET)

    assert (("200.1",), True, False) == (found.posted.ts, found.posted.streamed, found.done)


async def test_long_threads_are_read_page_by_page() -> None:
    """The cursor is followed."""
    pages = [
        {"messages": [{"ts": "200.1"}], "response_metadata": {"next_cursor": "c"}},
        {"messages": [{"ts": "200.2", "metadata": _mark()}]},
    ]
    slack = FakeSlack()
    slack.do_conversations_replies = lambda **given: pages[bool(given.get("cursor"))]

    assert ("200.2",) == (await earlier(slack, TARGET)).posted.ts


async def test_a_thread_that_is_gone_holds_nothing() -> None:
    """A deleted thread has no messages; one that cannot be read is told."""
    slack = FakeSlack(fails={"conversations.replies": ["thread_not_found", "missing_scope"]})

    assert await earlier(slack, TARGET) is None
    with pytest.raises(SlackRefused):
        await earlier(slack, TARGET)
