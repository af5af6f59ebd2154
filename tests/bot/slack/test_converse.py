"""A question is answered in place once, or it is said why not, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.metrics import Metrics
from bot.slack import phrases
from bot.slack.access import Access
from bot.slack.converse import CRASHES, Converse, Desk
from bot.slack.facts import Lookup
from bot.slack.payload import Facts
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace
from bot.slack.thread import Threads
from bot.slack.work import ATTEMPTS, LeaseLost, Work
from retrieval import policy, wiring
from retrieval.errors import IndexMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Census, Posting
from retrieval.settings import load
from retrieval.values import Answer, Outcome, Packed, Question, VerifiedClaim
from tests.fakes.slack import FakeWeb

ASKED = Inbound(
    "question", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0",
    text="How long is the leave?", source="mention",
)  # fmt: skip
CLAIM = VerifiedClaim("The leave is 26 weeks.", ())
GIVEN = Answer(Outcome.ANSWERED, (CLAIM,), (), (), (), "t1", 0.1)


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


@dataclass
class _Store:
    """One collection of so many pages, or none."""

    pages: int = 3

    async def collections(self) -> list[str]:
        return ["docs"] if self.pages else []

    def within(self, _scope: object) -> _Store:
        return self

    async def census(self) -> Census:
        if not self.pages:
            raise IndexMissing("Nothing is indexed.")
        return Census(self.pages, 9, 90, 0, {}, {})


@dataclass
class _Answerer:
    """Gives one answer, its claim first; `before` happens before the claim."""

    given: Answer = GIVEN
    before: Callable[[], Awaitable[None]] | None = None
    asked: list[Question] = field(default_factory=list)

    async def answer(
        self, question: Question, watch: Callable[[object], Awaitable[None]]
    ) -> Answer:
        self.asked.append(question)
        await watch(Packed(()))
        if self.before:
            await self.before()
        for claim in self.given.claims:
            await watch(claim)
        return self.given


def _slack(**replies: Any) -> FakeWeb:
    """Return a Slack in which everything works, but for what is given."""
    numbers = iter(range(6, 1_000))

    def posted(**_: Any) -> Mapping[str, Any]:
        return {"ts": f"{next(numbers)}.0", "channel": "C1"}

    works: dict[str, Any] = {
        "auth.test": {"user_id": "UBOT", "bot_id": "BBOT"},
        "users.info": {"user": {"team_id": "T1"}},
        "conversations.info": {"channel": {"is_channel": True}},
        "conversations.replies": {"messages": []},
        "assistant.threads.setStatus": {},
        "chat.startStream": posted,
        "chat.appendStream": {},
        "chat.stopStream": {},
        "chat.postMessage": posted,
        "chat.update": {},
    }
    return FakeWeb(works | {name.replace("__", "."): reply for name, reply in replies.items()})


def _desk(ledger: Ledger, web: FakeWeb, **parts: Any) -> Desk:
    return Desk(
        web=web,
        pace=Pace(),
        access=Access(
            Lookup(web, "T1", "UBOT"),
            parts.get("store") or _Store(),  # type: ignore[arg-type]
            parts.get("policy") or policy.default(),
        ),
        threads=Threads(web, ledger.postings, ledger, Facts("UBOT", "BBOT")),
        postings=ledger.postings,
        notifier=ledger.outbox,
        answerer=parts.get("answerer") or _Answerer(),  # type: ignore[arg-type]
        metrics=Metrics(),
        seconds=parts.get("seconds", 10.0),
    )


async def _work(ledger: Ledger, asked: Inbound = ASKED, seconds: float = 60.0) -> Work:
    await ledger.inbox.put(asked.kind, asked.lane, asked.payload(), asked.keys)
    (job,) = await ledger.inbox.lease(seconds=seconds)
    return Work(job, ledger.inbox)


def _said(web: FakeWeb) -> str:
    """Return all that was written."""
    return str([given for name, given in web.calls if name.startswith("chat.")])


def _begun(web: FakeWeb) -> int:
    return len(web.called("chat.startStream")) + len(web.called("chat.postMessage"))


async def test_an_answer_is_posted_noted_and_kept(ledger: Ledger) -> None:
    """The message is known to the row and to the postings, under the answer's trace."""
    web = _slack()
    work = await _work(ledger)
    outcome = await Converse(_desk(ledger, web))(work)
    posting = await ledger.postings.of_question("T1", "C1", "5.0")

    assert "answered" == outcome
    assert 1 == _begun(web)
    assert posting is not None
    assert ("t1", ("6.0",), "UANN", "answered") == (
        posting.trace_id,
        posting.ts,
        posting.asker,
        posting.outcome,
    )


async def test_a_question_whose_row_was_forgotten_is_not_answered_again(ledger: Ledger) -> None:
    """An edit of an old mention is sent as a new event: its answer is known, and that is all."""
    web = _slack()
    await ledger.postings.keep(Posting("t0", "T1", "C1", "5.0", ("5.5",), "UANN", "5.0"))
    outcome = await Converse(_desk(ledger, web))(await _work(ledger))

    assert "answered_before" == outcome
    assert [] == web.calls


async def test_a_second_attempt_finds_what_the_first_said(ledger: Ledger) -> None:
    """A whole answer that stands in the thread is kept, and not given again."""
    payload = {"question": ASKED.message_key, "trace_id": "t1", "part": 1, "done": True}
    standing = {
        "ts": "6.0",
        "metadata": {"event_type": "footnote_answer", "event_payload": payload},
    }
    web = _slack(conversations__replies={"messages": [standing]})
    await _work(ledger, seconds=0.0)
    (job,) = await ledger.inbox.lease(seconds=60)
    outcome = await Converse(_desk(ledger, web))(Work(job, ledger.inbox))

    assert "found_answered" == outcome
    assert 0 == _begun(web)
    assert await ledger.postings.find("T1", "C1", "6.0") is not None


async def test_a_second_attempt_goes_on_in_the_firsts_message(ledger: Ledger) -> None:
    """What was begun is finished where it stands; no second message is begun."""
    web = _slack(
        conversations__replies={"messages": [{"ts": "6.0", "user": "UBOT", "bot_id": "BBOT"}]}
    )
    await _work(ledger, seconds=0.0)
    (job,) = await ledger.inbox.lease(seconds=60)
    outcome = await Converse(_desk(ledger, web))(Work(job, ledger.inbox))

    assert "answered" == outcome
    assert 0 == _begun(web)
    assert "26 weeks" in _said(web)


async def test_nothing_is_said_under_a_lost_lease(ledger: Ledger) -> None:
    """Another worker took the question over while this one thought: it says nothing."""
    web = _slack()
    work = await _work(ledger, seconds=0.0)

    async def taken_over() -> None:
        assert 1 == len(await ledger.inbox.lease(seconds=60))

    converse = Converse(_desk(ledger, web, answerer=_Answerer(before=taken_over)))
    work.task = asyncio.ensure_future(converse(work))
    with pytest.raises((asyncio.CancelledError, LeaseLost)):
        await work.task

    assert "lost" == work.stopped
    assert 0 == _begun(web)


@pytest.mark.parametrize(
    ("replies", "parts", "said"),
    [
        ({"users__info": SlackRefused("users.info", "fatal_error")}, {}, phrases.place_unknown()),
        ({}, {"store": _Store(pages=0)}, phrases.no_index()),
        (
            {"users__info": {"user": {"team_id": "T1", "is_restricted": True}}},
            {},
            phrases.refused("guest"),
        ),
        (
            {"conversations__info": {"channel": {"is_channel": True, "is_ext_shared": True}}},
            {},
            phrases.refused("shared"),
        ),
        ({}, {"policy": policy.default(("other",))}, phrases.no_index()),
    ],
)
async def test_why_there_is_no_answer_is_said_in_place(
    ledger: Ledger, replies: dict[str, Any], parts: dict[str, Any], said: str
) -> None:
    """Nothing is searched, one sentence stands there, and nothing can be judged."""
    web, answerer = _slack(**replies), _Answerer()
    await Converse(_desk(ledger, web, answerer=answerer, **parts))(await _work(ledger))

    assert [] == answerer.asked
    assert 1 == _begun(web)
    assert said[:25] in _said(web)
    assert None is await ledger.postings.of_question("T1", "C1", "5.0")


async def test_what_slack_says_of_sharing_in_the_event_counts(ledger: Ledger) -> None:
    """A channel that is shared by the event, and not yet by the lookup, is shared."""
    answerer = _Answerer()
    work = await _work(ledger, replace(ASKED, shared=True))
    await Converse(_desk(ledger, _slack(), answerer=answerer))(work)

    assert [] == answerer.asked


async def test_an_answer_past_its_deadline_ends_with_what_was_shown(ledger: Ledger) -> None:
    """The claims so far stay, and a sentence says that it took too long."""

    async def for_ever() -> None:
        await asyncio.Event().wait()

    web = _slack()
    desk = _desk(ledger, web, answerer=_Answerer(before=for_ever), seconds=0.05)
    outcome = await Converse(desk)(await _work(ledger))

    assert "failed" == outcome
    assert phrases.too_late(0)[:10] in _said(web)


@pytest.mark.parametrize("error", ["thread_not_found", "message_not_found"])
async def test_a_deleted_question_is_dropped_quietly(ledger: Ledger, error: str) -> None:
    """Slack says that the thread is gone: nothing is posted elsewhere, nobody is told."""
    refused = SlackRefused("chat.startStream", error)
    web = _slack(chat__startStream=refused, chat__postMessage=refused)
    outcome = await Converse(_desk(ledger, web))(await _work(ledger))

    assert "deleted" == outcome
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_who_asked_where_the_bot_may_not_write_is_told_directly(ledger: Ledger) -> None:
    """By the outbox, once; the row is closed."""
    refused = SlackRefused("chat.postMessage", "not_in_channel")
    web = _slack(chat__startStream=refused, chat__postMessage=refused)
    outcome = await Converse(_desk(ledger, web))(await _work(ledger))
    notices = await ledger.outbox.due(seconds=1)

    assert "undeliverable_not_in_channel" == outcome
    assert [("UANN", phrases.not_in_channel("C1"))] == [
        (notice.payload["to"], notice.payload["text"]) for notice in notices
    ]


async def test_a_slack_that_is_down_is_tried_again(ledger: Ledger) -> None:
    """What may pass is raised, so that the row is worked on again."""
    down = SlackRefused("chat.postMessage", "internal_error")
    web = _slack(chat__startStream=down, chat__postMessage=down)
    with pytest.raises(SlackRefused):
        await Converse(_desk(ledger, web))(await _work(ledger))


@pytest.mark.parametrize("attempts", [ATTEMPTS, CRASHES + 1])
async def test_after_the_last_attempt_somebody_is_told(ledger: Ledger, attempts: int) -> None:
    """A question that keeps failing, or keeps killing its process, ends with a sentence."""

    async def breaks() -> None:
        raise ValueError("a bug")

    web, answerer = _slack(), _Answerer(before=breaks)
    work = await _work(ledger)
    work.job = replace(work.job, attempts=attempts)
    outcome = await Converse(_desk(ledger, web, answerer=answerer))(work)

    assert "failed" == outcome
    assert phrases.broken("")[:40] in _said(web)
    assert 1 == _begun(web)


async def test_no_status_outlives_its_question(ledger: Ledger) -> None:
    """Whatever the end, the last that is said of a status is that there is none."""
    web = _slack()
    await Converse(_desk(ledger, web, store=_Store(pages=0)))(await _work(ledger))
    statuses = [call["status"] for call in web.called("assistant.threads.setStatus")]

    assert not statuses or not statuses[-1] or 1 == _begun(web)


@pytest.mark.parametrize(
    "text", ["hi", "thanks!", "What can you do?", "How do I ask you a question?"]
)
async def test_small_talk_gets_the_how_to(ledger: Ledger, text: str) -> None:
    """Nothing is searched for it, and nobody is refused."""
    web, answerer = _slack(), _Answerer()
    work = await _work(ledger, replace(ASKED, text=text))

    assert "help" == await Converse(_desk(ledger, web, answerer=answerer))(work)
    assert [] == answerer.asked
    assert phrases.help_()[:40] in str(web.called("chat.postMessage"))
