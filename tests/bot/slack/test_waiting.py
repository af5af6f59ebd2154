"""Whoever waits sees how many are before them, until their question is begun."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack import waiting as waiting_module
from bot.slack.waiting import Waiting
from bot.slack.work import Work
from retrieval.ports import Job
from tests.fakes.slack import FakeWeb

ASKED = Inbound(
    "question",
    "k",
    "T1:C1:5.0",
    "T1",
    "C1",
    "channel",
    "UANN",
    "5.0",
    text="how?",
    source="mention",
)


@dataclass
class _Workers:
    """Says how many are free."""

    free: int
    woken: int = 0

    def wake(self) -> None:
        self.woken += 1


def _statuses(web: FakeWeb) -> list[str]:
    return [call["status"] for call in web.called("assistant.threads.setStatus")]


async def _handled(work: Work) -> str:
    return "answered"


def _work(found: Inbound) -> Work:
    now = datetime.now(UTC)
    job = Job(1, found.kind, found.lane, found.payload(), now, 1, "l")
    return Work(job, None)  # type: ignore[arg-type]


async def test_a_question_that_waits_is_told_its_place() -> None:
    """Each sees one more than the last, and the status goes when the question is begun."""
    web, workers = FakeWeb({"assistant.threads.setStatus": {}}), _Workers(free=0)
    waiting = Waiting(web)
    put = waiting.put(workers)  # type: ignore[arg-type]
    second = replace(ASKED, ts="6.0", message_key="T1:C1:6.0")
    put(ASKED)
    put(second)
    async with asyncio.timeout(5):
        while len(_statuses(web)) < 2:  # noqa: ASYNC110 - it is the calls that are watched
            await asyncio.sleep(0.001)
    result = await waiting.before(_handled)(_work(ASKED))
    after = _statuses(web)
    await waiting.close()

    assert [phrases.waiting(1), phrases.waiting(2)] == after[:2]
    assert "answered" == result
    assert [""] == after[2:]
    assert ["", ""] == _statuses(web)[2:]
    assert 2 == workers.woken


async def test_where_somebody_is_free_nothing_is_said() -> None:
    """The workers are woken, and the answer's own status comes at once."""
    web, workers = FakeWeb(), _Workers(free=1)
    waiting = Waiting(web)
    waiting.put(workers)(ASKED)  # type: ignore[arg-type]
    await waiting.close()

    assert [] == web.calls
    assert 1 == workers.woken


async def test_of_many_at_once_those_wait_that_nobody_is_free_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also while none of them is begun; what is not begun here in a while was begun elsewhere."""
    web, workers = FakeWeb({"assistant.threads.setStatus": {}}), _Workers(free=2)
    waiting = Waiting(web)
    put = waiting.put(workers)  # type: ignore[arg-type]
    for number in range(3):
        put(replace(ASKED, ts=f"{number}", message_key=f"T1:C1:{number}"))
    async with asyncio.timeout(5):
        while not _statuses(web):  # noqa: ASYNC110 - it is the calls that are watched
            await asyncio.sleep(0.001)
    monkeypatch.setattr(waiting_module, "COMING_SECONDS", 0.0)
    put(replace(ASKED, ts="9", message_key="T1:C1:9"))
    await waiting.close()

    shown = web.called("assistant.threads.setStatus")
    assert [("2", phrases.waiting(1))] == [
        (one["thread_ts"], one["status"]) for one in shown if one["status"]
    ]


async def test_a_private_question_waits_without_a_word() -> None:
    """A status would tell all who read along."""
    web = FakeWeb()
    waiting = Waiting(web)
    waiting.put(_Workers(free=0))(replace(ASKED, private=True))  # type: ignore[arg-type]
    await waiting.close()

    assert [] == web.calls


async def test_an_opinion_waits_without_a_word() -> None:
    """Only questions have a status."""
    web, waiting = FakeWeb(), Waiting(FakeWeb())
    waiting.put(_Workers(free=0))(replace(ASKED, kind="feedback"))  # type: ignore[arg-type]
    await waiting.close()

    assert [] == web.calls


async def test_a_status_does_not_outlive_an_answer_of_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody here begins the question: what was said of its waiting is taken back after a while."""
    monkeypatch.setattr(waiting_module, "SHOWN_SECONDS", 0.01)
    web = FakeWeb({"assistant.threads.setStatus": {}})
    waiting = Waiting(web)
    waiting.put(_Workers(free=0))(ASKED)  # type: ignore[arg-type]
    async with asyncio.timeout(5):
        while "" not in _statuses(web):  # noqa: ASYNC110 - it is the calls that are watched
            await asyncio.sleep(0.001)

    assert [phrases.waiting(1), ""] == _statuses(web)


@pytest.mark.parametrize(
    ("thread_ts", "kept", "may", "told"),
    [
        ("1.0", True, True, 1),
        ("1.0", False, True, 0),
        ("1.0", True, False, 0),
        ("", True, True, 0),
    ],
)
async def test_who_asks_behind_a_kept_question_is_told_so(
    thread_ts: str, told: int, *, kept: bool, may: bool
) -> None:
    """In private, and only where an earlier question of the very thread is kept."""
    web, lanes = FakeWeb({"chat.postEphemeral": {}}), list[str]()

    async def is_kept(lane: str) -> bool:
        lanes.append(lane)
        return kept

    async def allowed(_: Inbound) -> bool:
        return may

    waiting = Waiting(web, allowed, is_kept)
    waiting.put(_Workers(free=1))(replace(ASKED, thread_ts=thread_ts))  # type: ignore[arg-type]
    await waiting.close()

    assert told == len(web.called("chat.postEphemeral"))
    assert (["T1:C1:1.0"] if thread_ts else []) == lanes


@pytest.mark.parametrize(
    ("source", "lets"), [("mention", False), ("thread", True), ("auto", True), ("channel", True)]
)
async def test_nothing_is_shown_before_it_is_known_who_is_meant(source: str, lets: bool) -> None:
    """Issue 6.12, complaint A7: no status for who may not ask, or may not speak to the bot."""
    web, workers = FakeWeb({"assistant.threads.setStatus": {}}), _Workers(free=0)
    asked = asyncio.Event()

    async def may(_: Inbound) -> bool:
        asked.set()
        return lets

    waiting = Waiting(web, may)
    waiting.put(workers)(replace(ASKED, source=source))  # type: ignore[arg-type]
    if source == "mention":
        await asyncio.wait_for(asked.wait(), 5)
    await waiting.close()

    assert [] == web.calls
