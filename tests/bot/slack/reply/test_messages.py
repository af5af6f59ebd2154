"""The messages of an answer are begun, grow, and end up saying what they should."""

from __future__ import annotations

import asyncio

from bot.slack.refused import SlackRefused
from bot.slack.reply.edits import Wording
from bot.slack.reply.messages import Messages
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Posted, Target
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime

TARGET = Target("T1", "C1", "100.000001", "U1", question=QUESTION)


class Thread:
    """Messages with everything around them."""

    def __init__(self, slack: FakeSlack | None = None, resume: Posted | None = None) -> None:
        self.slack = slack or FakeSlack()
        self.time = HandTime()
        self.kept: list[Posted] = []
        pace = Pace(clock=self.time.clock, sleep=self.time.sleep)
        self.messages = Messages(self.slack, TARGET, pace, self.keep, resume)

    async def keep(self, posted: Posted) -> None:
        """Remember what was handed over."""
        self.kept.append(posted)

    async def finish(self, text: str) -> Posted:
        """Finish, turning the clock as needed."""
        wording = Wording((), text, "t", [{"type": "context"}])
        return await self.time.until(asyncio.ensure_future(self.messages.finish(text, wording)))


async def test_a_resumed_stream_is_finished_in_place() -> None:
    """The stream of a killed process is closed and says the whole; no second message."""
    slack = FakeSlack()
    ts = slack._new(text="First. ", streaming=True)
    thread = Thread(slack, Posted("C1", (ts,), streamed=True))
    await thread.messages.grow("First. Second.", "")
    posted = await thread.finish("First. Second.")

    assert (ts,) == posted.ts
    assert ["First. Second."] == slack.texts()
    assert 0 == slack.counts["chat.postMessage"] + slack.counts["chat.appendStream"]


async def test_a_resumed_answer_loses_what_is_too_much() -> None:
    """Messages that the answer does not need any more are deleted."""
    slack = FakeSlack()
    first, second = (slack._new(text=text, streaming=False) for text in "ab")
    posted = await Thread(slack, Posted("C1", (first, second))).finish("All of it.")

    assert (first,) == posted.ts
    assert ["All of it."] == slack.texts()


async def test_a_resumed_message_that_was_deleted_is_left() -> None:
    """What somebody deleted meanwhile is not posted again."""
    thread = Thread(resume=Posted("C1", ("9.9",)))
    await thread.finish("All of it.")

    assert "message_not_found" == thread.messages.gone
    assert {} == thread.slack.messages


async def test_a_lost_start_is_found_in_the_thread() -> None:
    """A stream whose ts never came is taken over, not begun a second time."""
    thread = Thread(FakeSlack(fails={"chat.startStream": ["lost"]}))
    await thread.messages.grow("First.", "")
    posted = await thread.finish("First. Second.")

    assert 1 == len(thread.slack.messages)
    assert posted.streamed
    assert ["First. Second."] == thread.slack.texts()


async def test_a_lost_start_that_never_was_is_posted() -> None:
    """Where nothing stands in the thread, the text is posted."""
    lost = SlackRefused("chat.startStream", "no_answer", unsure=True)
    thread = Thread(FakeSlack(fails={"chat.startStream": [lost]}))
    await thread.messages.grow("First.", "")
    await thread.finish("First. Second.")

    assert ["First. Second."] == thread.slack.texts()
    assert 1 == thread.slack.counts["chat.postMessage"]


async def test_trouble_on_the_way_waits_for_the_end() -> None:
    """A refused live post is tried again with the whole text."""
    thread = Thread(FakeSlack(fails={"chat.startStream": ["x"], "chat.postMessage": ["internal"]}))
    await thread.messages.grow("First.", "")
    await thread.messages.grow("First. Second.", "")
    await thread.finish("First. Second.")

    assert ["First. Second."] == thread.slack.texts()


async def test_long_streams_stop_growing() -> None:
    """What would leave no room for the sources is kept for the end."""
    thread = Thread()
    long = "First.\n\n" + "word " * 1_800
    await thread.messages.grow("First.", "")
    await thread.messages.grow(long, "")
    before = thread.slack.texts()[0]
    await thread.finish(long)

    assert "First." == before
    assert 1_800 == "".join(thread.slack.texts()).count("word")


async def test_each_new_message_is_handed_over() -> None:
    """Everybody knows of each message as soon as it stands."""
    thread = Thread()
    await thread.finish("\n\n".join(["word " * 400] * 12))

    assert [1, 2, 3] == [len(posted.ts) for posted in thread.kept]
    assert ["C1"] == list({posted.channel for posted in thread.kept})
