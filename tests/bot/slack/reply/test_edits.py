"""Messages are posted once and changed when they should say something else."""

from __future__ import annotations

import asyncio

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply.edits import Edits, Message, Wording
from bot.slack.reply.gone import Gone
from bot.slack.reply.pace import UPDATES, Pace
from bot.slack.reply.places import Target
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime

WORDING = Wording(("a **b**", "c"), "a b", "t", [{"type": "context"}], final=True)


def _edits(slack: FakeSlack) -> tuple[Edits, Pace, HandTime]:
    time = HandTime()
    pace = Pace(clock=time.clock, sleep=time.sleep)
    return Edits(slack, Target("T1", "C1", "100.000001", "U1", question=QUESTION), pace), pace, time


async def test_a_post_unfurls_and_parses_nothing() -> None:
    """Links stay links: no cards, no names made into mentions."""
    slack = FakeSlack()
    edits, _, _ = _edits(slack)
    await edits.post(edits.arguments(WORDING, 0))
    sent = slack.named("chat.postMessage")[0]

    assert (False, False) == (sent["unfurl_links"], sent["unfurl_media"])
    assert ("none", False) == (sent["parse"], sent["link_names"])
    assert "100.000001" == sent["thread_ts"]


async def test_the_ending_stands_below_the_last_part() -> None:
    """Only the last part has the buttons, and only it says that the answer is whole."""
    edits, _, _ = _edits(FakeSlack())
    first, last = edits.arguments(WORDING, 0), edits.arguments(WORDING, 1)

    assert ["markdown"] == [block["type"] for block in first["blocks"]]
    assert ["markdown", "context"] == [block["type"] for block in last["blocks"]]
    done = [said["metadata"]["event_payload"]["done"] for said in (first, last)]
    assert [False, True] == done


async def test_plain_has_no_blocks() -> None:
    """The same in the older mark-up."""
    edits, _, _ = _edits(FakeSlack())

    said = edits.arguments(Wording(("a **b**",), plain=True), 0)
    assert ("a *b*", []) == (said["text"], said["blocks"])


@pytest.mark.parametrize(("arrived", "posts"), [("lost", 1), (None, 2)])
async def test_a_post_whose_reply_got_lost(arrived: str | None, posts: int) -> None:
    """It is looked for by its metadata; posted again only where it is not there."""
    slack = FakeSlack()
    never = SlackRefused("chat.postMessage", "no_answer", unsure=True)
    slack.fails["chat.postMessage"] = [arrived or never]
    edits, _, time = _edits(slack)
    posting = asyncio.ensure_future(edits.post(edits.arguments(WORDING, 0)))
    message = await time.until(posting)

    assert posts == slack.counts["chat.postMessage"]
    assert [message.ts] == list(slack.messages)


async def test_what_says_the_same_is_not_changed() -> None:
    """Telling a message what it says already is no call."""
    slack = FakeSlack()
    edits, _, _ = _edits(slack)
    message = await edits.post(edits.arguments(WORDING, 0))
    await edits.update(message, edits.arguments(WORDING, 0), wait=True)
    await edits.update(message, edits.arguments(WORDING, 1), wait=True)

    assert 1 == slack.counts["chat.update"]
    sent = slack.named("chat.update")[0]
    assert ("none", False) == (sent["parse"], sent["link_names"])


async def test_live_changes_are_left_out_where_there_is_no_room() -> None:
    """At the limit of the minute an intermediate change is skipped."""
    slack = FakeSlack()
    edits, pace, _ = _edits(slack)
    message = await edits.post(edits.arguments(WORDING, 0))
    for _ in range(UPDATES):
        await pace.update()
    await edits.update(message, edits.arguments(WORDING, 1), wait=False)

    assert 0 == slack.counts["chat.update"]


async def test_a_stream_in_the_way_is_stopped() -> None:
    """A message that still streams is stopped, then changed."""
    slack = FakeSlack()
    edits, _, _ = _edits(slack)
    ts = slack._new(text="a", streaming=True)
    await edits.update(Message(ts), edits.arguments(WORDING, 0), wait=True)

    assert ["a **b**"] == slack.texts()


async def test_what_is_gone_is_told() -> None:
    """Changing a deleted message ends everything; deleting it is fine."""
    slack = FakeSlack()
    edits, _, _ = _edits(slack)
    with pytest.raises(Gone):
        await edits.update(Message("9.9"), edits.arguments(WORDING, 0), wait=True)
    await edits.delete(Message("9.9"))

    slack.fails["chat.delete"] = ["internal_error"]
    with pytest.raises(SlackRefused):
        await edits.delete(Message("9.9"))
