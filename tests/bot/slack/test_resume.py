"""A question whose worker was killed is taken over from what stands in Slack."""

from __future__ import annotations

from typing import Any

from bot.slack.reply import Posted, Target
from bot.slack.resume import Begun, begun, progress
from tests.fakes.slack import FakeWeb

KEY = "T1:C1:5.0"
PLACE = Target("T1", "C1", "5.0", "UANN", question=KEY)


def _slack(*messages: dict[str, Any]) -> FakeWeb:
    return FakeWeb(
        {
            "auth.test": {"user_id": "UBOT", "bot_id": "BBOT"},
            "conversations.replies": {"messages": list(messages)},
        }
    )


def _ours(ts: str, question: str = KEY, **payload: Any) -> dict[str, Any]:
    told = {"question": question, "part": 1, **payload}
    metadata = {"event_type": "footnote_answer", "event_payload": told}
    return {"ts": ts, "user": "UBOT", "bot_id": "BBOT", "metadata": metadata}


async def test_nothing_posted_is_nothing_begun() -> None:
    """The question is answered from the start."""
    assert Begun() == await begun(_slack({"ts": "5.0", "user": "UANN"}), PLACE, {})


async def test_a_whole_answer_is_not_given_again() -> None:
    """A message that closes the answer is all there is to do."""
    found = await begun(_slack(_ours("6.0", done=True, trace_id="t1")), PLACE, {})

    assert Begun(Posted("C1", ("6.0",), streamed=False, trace_id="t1"), done=True) == found


async def test_a_stream_that_nobody_noted_is_found() -> None:
    """A stream has no metadata before its end: ours after the question is this answer's."""
    found = await begun(_slack({"ts": "6.0", "user": "UBOT", "bot_id": "BBOT"}), PLACE, {})

    assert found.posted is not None
    assert (("6.0",), True, False) == (found.posted.ts, found.posted.streamed, found.done)


async def test_another_questions_answer_is_left_alone() -> None:
    """The answer to a neighbour in the same thread is not taken over."""
    other = _ours("6.0", question="T1:C1:4.0", done=True, trace_id="t0")

    assert Begun() == await begun(_slack(other), PLACE, {})


async def test_what_was_noted_counts_where_slack_shows_nothing() -> None:
    """A note that was committed and a thread that is behind: the note is believed."""
    noted = progress(Posted("C1", ("6.0",), streamed=True))
    found = await begun(_slack(), PLACE, noted)

    assert Begun(Posted("C1", ("6.0",), streamed=True)) == found
