"""Search is down: the question is kept and told so once, answered later, or closed with a word."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.slack import outage, phrases
from bot.slack.outage import keep
from bot.slack.reply import Pace, Posted, Reply, Target
from bot.slack.resume import progress
from bot.slack.work import Later, Work
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from tests.fakes.slack import FakeWeb

WHERE = Target("T1", "C1", "5.0", "U1", direct=False, question="T1:C1:5.0")


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


async def _work(ledger: Ledger) -> Work:
    (job,) = await ledger.inbox.lease(seconds=60.0)
    return Work(job, ledger.inbox)


def _reply(web: FakeWeb, work: Work) -> Reply:
    async def on_posted(posted: Posted) -> None:
        await work.note(progress(posted))

    return Reply(web, WHERE, Pace(), on_posted=on_posted)


async def _kept(work: Work, web: FakeWeb, seconds: float) -> float | str:
    """Keep a question; return the seconds until it is tried again, or how it ended."""
    try:
        return await keep(work, _reply(web, work), "no answer", seconds=seconds)
    except Later as later:
        return later.seconds


async def test_the_first_attempt_tells_and_the_next_are_silent(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One message, noted with the moment; what follows comes ever more seldom, and in time."""
    now = [1_000.0]
    monkeypatch.setattr(outage.time, "time", lambda: now[0])
    web = FakeWeb({"chat.postMessage": {"ts": "6.0"}, "chat.update": {}})
    await ledger.inbox.put("question", "lane", {}, ["k"])
    pauses = []
    for seconds in (0.0, 20.0, 80.0, 299.0):
        now[0] = 1_000.0 + seconds
        work = await _work(ledger)
        pauses.append(await _kept(work, web, 300.0))
        await ledger.inbox.later(work.job, seconds=0.0)

    assert [2.0, 5.0, 15.0, 1.0] == pauses
    assert 1 == len(web.called("chat.postMessage"))
    assert {"down": 1_000.0, "channel": "C1", "ts": ["6.0"], "streamed": False} == dict(
        work.job.progress
    )
    assert 2 == work.job.attempts


async def test_after_its_time_a_question_is_closed_with_a_word(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever for what does not come."""
    now = [1_000.0]
    monkeypatch.setattr(outage.time, "time", lambda: now[0])
    web = FakeWeb({"chat.postMessage": {"ts": "6.0"}, "chat.update": {}})
    await ledger.inbox.put("question", "lane", {}, ["k"])
    work = await _work(ledger)
    await _kept(work, web, 300.0)
    await ledger.inbox.later(work.job, seconds=0.0)
    now[0] += 300.0

    assert "search_down" == await _kept(await _work(ledger), web, 300.0)
    assert phrases.search_stayed_down()[:20] in str(web.calls)
