"""A reply writes one answer, once, whatever Slack does meanwhile."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.slack.actions import STOP_ACTION
from bot.slack.escaping import safe_address
from bot.slack.landing import landing
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply, Target
from bot.slack.reply.earlier import earlier
from retrieval.errors import LedgerError
from retrieval.values import Answer, DocumentFacts
from tests.fakes.answers import answer, citation, claim
from tests.fakes.slack_reading import hostile, live
from tests.fakes.slack_web import QUESTION, FakeSlack, HandTime

TARGET = Target("T1", "C1", "100.000001", "U1", question=QUESTION)
ONE = claim("Leave is 25 days.")
TWO = claim("It may be carried over.", citation("It may be carried over.", start=30))

DAYS = "(https://docs.example/leave#days:~:text=Leave%20is%2025%20days)"
"""Where the number of the first claim leads."""


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

    assert [f"> Leave is 25 days.\n\n[1]{DAYS}"] == begun
    assert 1 == desk.slack.counts["chat.startStream"]
    assert 0 == desk.slack.counts["chat.update"] + desk.slack.counts["chat.postMessage"]
    assert 1 == desk.slack.texts()[0].count("It may be carried over.")
    assert ["actions", "context_actions", "context"] == [block["type"] for block in stop["blocks"]]
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


async def test_a_status_stops_before_the_answer_and_is_cleared() -> None:
    """Once something is posted no phrase is shown any more, and none is left standing."""
    desk = Desk()
    await desk.reply.status("is reading …")
    await desk.claim(ONE)
    await desk.reply.status("is checking …")
    await desk.time.turn(200)
    await desk.conclude(answer(ONE))
    methods = [method for method, _ in desk.slack.calls]
    texts = [given["status"] for given in desk.slack.named("assistant.threads.setStatus")]

    assert ["is reading …", ""] == texts
    assert methods.index("assistant.threads.setStatus") < methods.index("chat.startStream")


async def test_later_claims_are_a_second_apart() -> None:
    """Claims that come fast are appended together; a long one does not wait."""
    desk = Desk()
    await desk.claim(ONE)
    await desk.claim(TWO)
    await desk.claim(TWO)
    before = desk.slack.counts["chat.appendStream"]
    await desk.time.turn(1)
    after = desk.slack.counts["chat.appendStream"]
    long = claim("word " * 100)
    await desk.claim(long)

    assert (0, 1, 2) == (before, after, desk.slack.counts["chat.appendStream"])
    await desk.time.until(asyncio.ensure_future(desk.reply.close()))


async def test_an_old_stream_is_closed_and_finished_by_an_update() -> None:
    """After four minutes the stream is stopped, and the end comes by one update."""
    desk = Desk()
    await desk.claim(ONE)
    await desk.time.turn(241)
    await desk.claim(TWO)
    await desk.time.turn(2)
    stopped = desk.slack.counts["chat.stopStream"]
    await desk.conclude(answer(ONE, TWO))

    assert 1 == stopped == desk.slack.counts["chat.stopStream"]
    assert 1 == desk.slack.counts["chat.update"]
    assert 1 == desk.slack.texts()[0].count("It may be carried over.")


async def test_a_person_may_stop_it() -> None:
    """What stands when the stop button is pressed is kept, and nothing is added."""
    desk = Desk()
    desk.slack.fails["chat.appendStream"] = ["stopped_by_user"]
    await desk.claim(ONE)
    await desk.claim(TWO)
    await desk.time.turn(1)
    posted = await desk.conclude(answer(ONE, TWO))

    assert "stopped_by_user" == desk.reply.gone
    assert 1 == len(posted.ts)
    assert [f"> Leave is 25 days.\n\n[1]{DAYS}"] == desk.slack.texts()


async def test_what_a_person_stopped_says_so_below_what_was_said() -> None:
    """The claims stay, a word is added by one change, and the buttons of an answer are not."""
    desk = Desk()
    desk.slack.fails["chat.appendStream"] = ["stopped_by_user"]
    await desk.claim(ONE)
    desk.slack.messages[desk.kept[0].ts[0]]["streaming"] = False
    await desk.claim(TWO)
    await desk.time.turn(1)
    await desk.conclude(answer(ONE, TWO))
    await desk.time.until(asyncio.ensure_future(desk.reply.stopped("_Stopped._")))
    (message,) = desk.slack.messages.values()

    assert message["blocks"][0]["text"].endswith("\n\n*Stopped.*")
    assert message["blocks"][0]["text"].startswith("> Leave is 25 days.")
    assert 1 == len(message["blocks"])


async def test_what_grows_by_edits_has_a_stop_button_until_its_end() -> None:
    """It stands below the last message alone, and names the thread."""
    desk = Desk()
    desk.pace.streaming = False
    many = [claim(f"Claim {n}. " + "word " * 150) for n in range(8)]
    for one in many:
        await desk.claim(one)
        await desk.time.turn(1.3)
    growing = [message["blocks"][1:] for message in desk.slack.messages.values()]
    await desk.conclude(answer(*many))
    stopping = [block for message in desk.slack.messages.values() for block in message["blocks"]]

    assert len(growing) > 1
    assert [0] * (len(growing) - 1) + [1] == [len(blocks) for blocks in growing]
    assert (STOP_ACTION, TARGET.thread_ts) == (
        growing[-1][0]["elements"][0]["action_id"],
        growing[-1][0]["elements"][0]["value"],
    )
    assert STOP_ACTION not in [block.get("block_id") for block in stopping]


@pytest.mark.parametrize("streaming", [True, False])
async def test_an_answer_can_be_taken_away(*, streaming: bool) -> None:
    """All of its messages go, the one that is still streaming too, and the status."""
    desk = Desk()
    desk.pace.streaming = streaming
    await desk.reply.status("is reading …")
    await desk.claim(ONE)
    begun = len(desk.slack.messages)
    await desk.time.until(asyncio.ensure_future(desk.reply.withdraw()))

    assert 1 == begun
    assert {} == desk.slack.messages
    assert "" == desk.slack.statuses["100.000001"]


async def test_an_agent_is_at_work_until_its_answer_stands() -> None:
    """Slack shows a stop button of its own meanwhile, which goes by our word alone."""
    desk = Desk()
    desk.slack.agent = True
    await desk.reply.status("is reading …")
    await desk.claim(ONE)
    during = dict(desk.slack.sessions)
    await desk.conclude(answer(ONE))

    assert {"100.000001": "processing"} == during
    assert {"100.000001": "active"} == desk.slack.sessions


@pytest.mark.parametrize("grown", [True, False])
async def test_a_very_long_answer_takes_several_messages(*, grown: bool) -> None:
    """What does not fit goes on in a further message; the buttons stand below the last."""
    desk = Desk()
    many = [claim(f"Claim {n}. " + "word " * 200) for n in range(30)]
    await desk.claim(*(many if grown else ()))
    posted = await desk.conclude(answer(*many))
    seen = "\n".join(desk.slack.texts())
    last = list(desk.slack.messages.values())[-1]

    assert len(posted.ts) == len(desk.slack.messages) > 1
    assert all(1 == seen.count(f"Claim {n}. ") for n in range(30))
    assert all(len(text) <= 11_500 for text in desk.slack.texts())
    assert all("markdown" == m["blocks"][0]["type"] for m in desk.slack.messages.values())
    assert last["metadata"]["event_payload"]["done"]
    assert "context_actions" == last["blocks"][-2]["type"]
    assert [1] == [
        sum(m["metadata"]["event_payload"]["done"] for m in desk.slack.messages.values())
    ]


async def test_edited_messages_stay_short() -> None:
    """Without a stream a message has at most 3,500 characters, and what is beyond spills over."""
    desk = Desk()
    desk.pace.streaming = False
    many = [claim(f"Claim {n}. " + "word " * 100) for n in range(20)]
    for one in many:
        await desk.claim(one)
        await desk.time.turn(1.3)
    await desk.conclude(answer(*many))
    seen = "\n".join(desk.slack.texts())

    assert all(1 == seen.count(f"Claim {n}. ") for n in range(20))
    assert all(len(text) <= 3_500 for text in desk.slack.texts())


@pytest.mark.parametrize("error", ["invalid_blocks", "msg_too_long", "msg_blocks_too_long"])
@pytest.mark.parametrize(
    ("times", "blocks"), [(1, ["section", "context_actions", "context"]), (2, [])]
)
async def test_refused_blocks_are_said_plainly(error: str, times: int, blocks: list[str]) -> None:
    """Once more as text with its buttons, then as text alone: nobody is left without an answer."""
    desk = Desk()
    desk.slack.fails["chat.postMessage"] = [error] * times
    await desk.conclude(answer(ONE))
    sent = desk.slack.named("chat.postMessage")[-1]

    shown = [block["type"] for block in sent.get("blocks", ())]
    assert blocks == [kind for kind in shown if kind != "actions"]
    assert sent["text"].startswith("> Leave is 25 days.")


async def test_a_sentence_ends_a_stream() -> None:
    """After a deadline the claims that stand are kept, and the sentence closes them."""
    desk = Desk()
    await desk.claim(ONE)
    posted = await desk.time.until(asyncio.ensure_future(desk.reply.say("I could not finish.")))
    await desk.reply.close()
    message = desk.slack.messages[posted.ts[0]]

    assert not message["streaming"]
    assert message["text"].endswith(f"{DAYS}\n\nI could not finish.")
    assert message["metadata"]["event_payload"]["done"]


async def test_a_sentence_alone_is_one_post_without_buttons() -> None:
    """Help and errors are posted in place; hostile words in them are harmless."""
    desk = Desk()
    await desk.time.until(asyncio.ensure_future(desk.reply.say("No <!channel> here.")))
    await desk.reply.close()

    assert ["No &lt;!channel&gt; here."] == desk.slack.texts()
    assert ["markdown"] == [b["type"] for b in desk.slack.named("chat.postMessage")[0]["blocks"]]


async def test_closing_early_leaves_no_task() -> None:
    """Whatever happened, close ends every task; the stream is left to whoever takes over."""
    desk = Desk()
    await desk.reply.status("is reading …")
    await desk.claim(ONE)
    await desk.reply.close()
    await desk.reply.close()
    await desk.time.settle()

    assert 1 == len(asyncio.all_tasks())


async def test_the_whole_is_committed_before_more_is_written() -> None:
    """The ts of a stream is handed over before anything is appended to it."""
    desk = Desk()
    gate = asyncio.Event()

    async def keep(posted: Posted) -> None:
        desk.kept.append(posted)
        await gate.wait()

    desk.reply = Reply(desk.slack, TARGET, desk.pace, on_posted=keep)
    await desk.claim(ONE)
    await desk.claim(TWO)
    await desk.time.turn(5)
    before = [method for method, _ in desk.slack.calls]
    gate.set()
    await desk.conclude(answer(ONE, TWO))

    assert ["chat.startStream"] == before
    assert 1 == len(desk.slack.messages)


FAULTS = [
    None,
    "lost",
    "lost",
    "ratelimited",
    "internal_error",
    "message_not_in_streaming_state",
    "msg_too_long",
    "invalid_blocks",
    "streaming_state_conflict",
]
METHODS = [
    "chat.startStream",
    "chat.appendStream",
    "chat.stopStream",
    "chat.postMessage",
    "chat.update",
]


@given(
    st.fixed_dictionaries({m: st.lists(st.sampled_from(FAULTS), max_size=2) for m in METHODS}),
    st.sampled_from([0, 2, 3, 4, 4, 4, 4]),
    st.lists(st.sampled_from([0.0, 1.3, 2.6]), min_size=4, max_size=4),
    st.sampled_from([True, True, True, False]),
)
@settings(max_examples=100, deadline=None)
def test_whatever_fails_each_claim_is_said_once(
    faults: dict[str, list[str | None]], before: int, gaps: list[float], streams: bool
) -> None:
    """Refusals, lost replies and a killed process: each claim stands once, the answer is closed."""
    _hold(asyncio.run(_answered_under(faults, before, gaps, streams=streams)))


@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize("fault", sorted({fault for fault in FAULTS if fault}))
@pytest.mark.parametrize("method", METHODS)
async def test_each_single_fault_is_survived(method: str, fault: str, streams: bool) -> None:
    """Every refusal of every method, with claims that come slowly: said once, and closed."""
    _hold(await _answered_under({method: [fault]}, 4, [1.3] * 4, streams=streams))


async def _answered_under(
    faults: dict[str, list[str | None]], before: int, gaps: list[float], *, streams: bool
) -> FakeSlack:
    """Answer with four claims, killed after `before` of them if fewer, and take over as needed."""
    said = [claim(f"Claim number {n}.") for n in range(4)]
    desk = Desk()
    desk.pace.streaming = streams
    desk.slack.fails = {method: list(errors) for method, errors in faults.items()}
    for one, gap in zip(said[:before], gaps, strict=False):
        await desk.claim(one)
        await desk.time.turn(gap)
    killed = before < len(said)
    for _ in range(20):
        try:
            if not killed:
                await desk.conclude(answer(*said))
                break
        except SlackRefused:
            killed = True
        await desk.time.until(asyncio.ensure_future(desk.reply.close()))
        killed = False
        found = await earlier(desk.slack, TARGET)
        if found and found.done:
            break
        desk.resume = found.posted if found else None
        desk.reply = desk.again()
    return desk.slack


def _hold(slack: FakeSlack) -> None:
    """Hold what stands in the thread against what should: all of it, once, closed."""
    seen = "\n".join(slack.texts())
    done = [message["metadata"]["event_payload"]["done"] for message in slack.messages.values()]

    assert [1, 1, 1, 1] == [seen.count(f"Claim number {n}.") for n in range(4)]
    assert not [message for message in slack.messages.values() if message["streaming"]]
    assert [True] == [one for one in done if one]


async def test_a_ledger_that_cannot_commit_is_told_once() -> None:
    """What on_posted raises comes out of the conclusion, and closing is quiet."""
    desk = Desk()

    async def keep(_posted: Posted) -> None:
        raise LedgerError("The ledger is locked.")

    desk.reply = Reply(desk.slack, TARGET, desk.pace, on_posted=keep)
    await desk.claim(ONE)
    with pytest.raises(LedgerError):
        await desk.reply.conclude(answer(ONE))
    await desk.reply.close()

    assert 1 == len(desk.slack.messages)


@given(
    said=st.lists(st.tuples(hostile(), hostile()), min_size=1, max_size=5),
    name=hostile(),
    streams=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_nothing_that_grows_is_live(
    said: list[tuple[str, str]], name: str, *, streams: bool
) -> None:
    """At no moment does a message call anybody, or lead elsewhere than to the pages cited."""
    asyncio.run(_growing(said, name, streams=streams))


async def _growing(said: list[tuple[str, str]], name: str, *, streams: bool) -> None:
    """Show claims one after the other, and look at all messages after each."""
    document = DocumentFacts(name, "docs", name, name, f"https://docs.example/{name}")
    claims = [
        claim(text, citation(quote, document, heading=name, fragment=name)) for text, quote in said
    ]
    addresses = {document.url, *(c.url for one in claims for c in one.citations)}
    links = {safe_address(a) for a in addresses}
    links |= {safe_address(landing(c)) for one in claims for c in one.citations}
    desk = Desk()
    desk.pace.streaming = streams
    for one in claims:
        await desk.claim(one)
        await desk.time.turn(1.3)
        assert [] == [what for text in desk.slack.texts() for what in live(text, links)]
    await desk.conclude(answer(*claims))

    assert [] == [what for text in desk.slack.texts() for what in live(text, links)]
    assert {document.url.split("/")[2]} >= {link.split("/")[2] for link in links if link}
