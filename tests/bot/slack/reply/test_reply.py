"""A reply writes one answer, once, whatever Slack does meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply, Target
from retrieval.values import Answer
from tests.fakes.answers import answer, citation, claim
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime

TARGET = Target("T1", "C1", "100.000001", "U1", question=QUESTION)
ONE = claim("Leave is 25 days.")
TWO = claim("It may be carried over.", citation("It may be carried over.", start=30))


class Desk:
    """A reply with everything around it at hand."""

    def __init__(self, *, resume: Posted | None = None, target: Target = TARGET) -> None:
        self.slack = FakeSlack()
        self.time = HandTime()
        self.pace = Pace(clock=self.time.clock, sleep=self.time.sleep)
        self.kept: list[Posted] = []
        self.resume, self.target = resume, target
        self.reply = self.again()

    def again(self) -> Reply:
        """Make another reply, as a process does that takes over."""

        async def keep(posted: Posted) -> None:
            self.kept.append(posted)

        return Reply(self.slack, self.target, self.pace, on_posted=keep, resume=self.resume)

    async def claim(self, *claims: object) -> None:
        """Hand over claims, and let them be written."""
        for one in claims:
            await self.reply.claim(one)
        await self.time.settle()

    async def conclude(self, whole: Answer) -> Posted:
        """Conclude and close, turning the clock as needed."""
        posted = await self.time.until(asyncio.ensure_future(self.reply.conclude(whole)))
        await self.time.until(asyncio.ensure_future(self.reply.close()))
        return posted


async def test_an_answer_is_streamed_and_closed() -> None:
    """The first claim starts a stream at once; the end brings the rest, buttons and metadata."""
    desk = Desk()
    await desk.reply.status("is reading …")
    await desk.claim(ONE)
    begun = desk.slack.texts()
    await desk.claim(TWO)
    posted = await desk.conclude(answer(ONE, TWO))
    stop = desk.slack.named("chat.stopStream")[0]

    assert ["Leave is 25 days. [1](https://docs.example/leave#days)"] == begun
    assert 1 == desk.slack.counts["chat.startStream"]
    assert 0 == desk.slack.counts["chat.update"] + desk.slack.counts["chat.postMessage"]
    assert 1 == desk.slack.texts()[0].count("It may be carried over.")
    assert ["context_actions", "context"] == [block["type"] for block in stop["blocks"]]
    payload = stop["metadata"]["event_payload"]
    assert (QUESTION, "abc123", True) == tuple(payload[k] for k in ("question", "trace_id", "done"))
    assert posted.streamed
    assert posted.ts == desk.kept[0].ts
    assert "" == desk.slack.statuses["100.000001"]


async def test_an_answer_that_was_never_begun_is_one_post() -> None:
    """A refusal has no claims: one message says all of it."""
    desk = Desk()
    posted = await desk.conclude(answer())

    assert 1 == len(posted.ts)
    assert ["chat.postMessage"] == [method for method, _ in desk.slack.calls]
    assert desk.slack.texts()[0].startswith("The documentation does not say.")


@pytest.mark.parametrize("error", ["unknown_method", "feature_not_enabled", "method_deprecated"])
async def test_streaming_is_given_up_for_good_where_there_is_none(error: str) -> None:
    """After Slack said so once, the process posts and edits, and never asks again."""
    desk = Desk()
    desk.slack.fails["chat.startStream"] = [error]
    await desk.claim(ONE)
    await desk.conclude(answer(ONE))
    desk.reply = desk.again()
    await desk.claim(ONE)
    await desk.conclude(answer(ONE))

    assert 1 == desk.slack.counts["chat.startStream"]
    assert 2 == len(desk.slack.texts())


async def test_a_stream_that_died_is_finished_once() -> None:
    """When Slack closed the stream, the message gets the full text by one update."""
    desk = Desk()
    await desk.claim(ONE)
    desk.slack.messages[desk.kept[0].ts[0]]["streaming"] = False
    await desk.claim(TWO)
    await desk.time.turn(1)
    await desk.conclude(answer(ONE, TWO))

    assert 1 == desk.slack.counts["chat.update"]
    assert 1 == len(desk.slack.messages)
    assert 1 == desk.slack.texts()[0].count("Leave is 25 days.")
    assert 1 == desk.slack.texts()[0].count("It may be carried over.")


async def test_a_lost_append_is_not_said_twice() -> None:
    """When nobody knows whether an append arrived, the whole text replaces the message's."""
    desk = Desk()
    desk.slack.fails["chat.appendStream"] = ["lost"]
    await desk.claim(ONE)
    await desk.claim(TWO)
    await desk.time.turn(1)
    await desk.conclude(answer(ONE, TWO))

    assert 1 == desk.slack.texts()[0].count("It may be carried over.")


async def test_the_question_may_be_deleted() -> None:
    """A thread that is gone ends the answer quietly, with nothing posted."""
    desk = Desk()
    desk.slack.fails["chat.postMessage"] = ["thread_not_found"]
    posted = await desk.conclude(answer())

    assert () == posted.ts
    assert "thread_not_found" == desk.reply.gone


async def test_other_refusals_are_told() -> None:
    """What Slack refuses for good is raised to whoever answers."""
    desk = Desk()
    desk.slack.fails["chat.postMessage"] = ["not_in_channel"]

    with pytest.raises(SlackRefused):
        await desk.conclude(answer())
    await desk.reply.close()
