"""A question is answered in place once, or it is said why not, whatever fails on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest

from bot.slack import phrases
from bot.slack.converse import CRASHES, Converse
from bot.slack.refused import SlackRefused
from bot.slack.work import ATTEMPTS, LeaseLost, Work
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.desk import (
    ASKED,
    Answering,
    a_desk,
    all_said,
    begun,
    leased_work,
    working_slack,
)


async def _until(ready: Callable[[], bool]) -> None:
    """Let everybody run until something is so."""
    async with asyncio.timeout(10):
        for _ in range(1_000_000):
            if ready():
                return
            await asyncio.sleep(0)


async def test_a_question_whose_row_was_forgotten_is_not_answered_again(ledger: Ledger) -> None:
    """An edit of an old mention is sent as a new event: its answer is known, and that is all."""
    web = working_slack()
    await ledger.postings.keep(Posting("t0", "T1", "C1", "5.0", ("5.5",), "UANN", "5.0"))
    outcome = await Converse(a_desk(ledger, web))(await leased_work(ledger))

    assert "answered_before" == outcome
    assert [] == web.calls


async def test_a_second_attempt_finds_what_the_first_said(ledger: Ledger) -> None:
    """A whole answer that stands in the thread is kept, and not given again."""
    payload = {"question": ASKED.message_key, "trace_id": "t1", "part": 1, "done": True}
    standing = {
        "ts": "6.0",
        "metadata": {"event_type": "footnote_answer", "event_payload": payload},
    }
    web = working_slack(conversations__replies={"messages": [standing]})
    await leased_work(ledger, seconds=0.0)
    (job,) = await ledger.inbox.lease(seconds=60)
    outcome = await Converse(a_desk(ledger, web))(Work(job, ledger.inbox))

    assert "found_answered" == outcome
    assert 0 == begun(web)
    assert await ledger.postings.find("T1", "C1", "6.0") is not None


async def test_a_second_attempt_goes_on_in_the_firsts_message(ledger: Ledger) -> None:
    """What was begun is finished where it stands; no second message is begun."""
    web = working_slack(
        conversations__replies={"messages": [{"ts": "6.0", "user": "UBOT", "bot_id": "BBOT"}]}
    )
    await leased_work(ledger, seconds=0.0)
    (job,) = await ledger.inbox.lease(seconds=60)
    outcome = await Converse(a_desk(ledger, web))(Work(job, ledger.inbox))

    assert "answered" == outcome
    assert 0 == begun(web)
    assert "26 weeks" in all_said(web)


async def test_nothing_is_said_under_a_lost_lease(ledger: Ledger) -> None:
    """Another worker took the question over while this one thought: it says nothing."""
    web = working_slack()
    work = await leased_work(ledger, seconds=0.0)

    async def taken_over() -> None:
        assert 1 == len(await ledger.inbox.lease(seconds=60))

    converse = Converse(a_desk(ledger, web, answerer=Answering(before=taken_over)))
    work.task = asyncio.ensure_future(converse(work))
    with pytest.raises((asyncio.CancelledError, LeaseLost)):
        await work.task

    assert "lost" == work.stopped
    assert 0 == begun(web)


@pytest.mark.parametrize("error", ["thread_not_found", "message_not_found"])
async def test_a_deleted_question_is_dropped_quietly(ledger: Ledger, error: str) -> None:
    """Slack says that the thread is gone: nothing is posted elsewhere, nobody is told."""
    refused = SlackRefused("chat.startStream", error)
    web = working_slack(chat__startStream=refused, chat__postMessage=refused)
    outcome = await Converse(a_desk(ledger, web))(await leased_work(ledger))

    assert "deleted" == outcome
    assert [] == list(await ledger.outbox.due(seconds=1))


async def test_who_asked_where_the_bot_may_not_write_is_told_directly(ledger: Ledger) -> None:
    """By the outbox, once; the row is closed."""
    refused = SlackRefused("chat.postMessage", "not_in_channel")
    web = working_slack(chat__startStream=refused, chat__postMessage=refused)
    outcome = await Converse(a_desk(ledger, web))(await leased_work(ledger))
    notices = await ledger.outbox.due(seconds=1)

    assert "undeliverable_not_in_channel" == outcome
    assert [("UANN", phrases.not_in_channel("C1"))] == [
        (notice.payload["to"], notice.payload["text"]) for notice in notices
    ]


async def test_a_slack_that_is_down_is_tried_again(ledger: Ledger) -> None:
    """What may pass is raised, so that the row is worked on again."""
    down = SlackRefused("chat.postMessage", "internal_error")
    web = working_slack(chat__startStream=down, chat__postMessage=down)
    with pytest.raises(SlackRefused):
        await Converse(a_desk(ledger, web))(await leased_work(ledger))


@pytest.mark.parametrize("attempts", [ATTEMPTS, CRASHES + 1])
async def test_after_the_last_attempt_somebody_is_told(ledger: Ledger, attempts: int) -> None:
    """A question that keeps failing, or keeps killing its process, ends with a sentence."""

    async def breaks() -> None:
        raise ValueError("a bug")

    web, answerer = working_slack(), Answering(before=breaks)
    work = await leased_work(ledger)
    work.job = replace(work.job, attempts=attempts)
    outcome = await Converse(a_desk(ledger, web, answerer=answerer))(work)

    assert "failed" == outcome
    assert phrases.broken("")[:40] in all_said(web)
    assert 1 == begun(web)


async def test_what_was_given_up_is_not_given_up_twice(ledger: Ledger) -> None:
    """Whoever said that it is broken may have been killed before the row was closed."""
    payload = {"question": ASKED.message_key, "trace_id": "", "part": 1, "done": True}
    standing = {
        "ts": "6.0",
        "metadata": {"event_type": "footnote_answer", "event_payload": payload},
    }
    web = working_slack(conversations__replies={"messages": [standing]})
    work = await leased_work(ledger)
    work.job = replace(work.job, attempts=CRASHES + 2)

    assert "found_answered" == await Converse(a_desk(ledger, web))(work)
    assert 0 == begun(web)


@pytest.mark.parametrize("broken", [False, True])
async def test_no_status_outlives_its_question(ledger: Ledger, *, broken: bool) -> None:
    """Whatever the end, the last that is said of a status is that there is none."""
    web = working_slack()

    def statuses() -> list[str]:
        return [call["status"] for call in web.called("assistant.threads.setStatus")]

    async def shown() -> None:
        await _until(lambda: bool(statuses()))
        if broken:
            raise RuntimeError("It broke.")

    desk = a_desk(ledger, web, answerer=Answering(before=shown))
    with pytest.raises(RuntimeError) if broken else nullcontext():
        await Converse(desk)(await leased_work(ledger))

    assert statuses()[0]
    assert "" == statuses()[-1]


@pytest.mark.parametrize(
    ("why", "said"),
    [("stopped", "*Stopped.*"), ("draining", "restarted"), ("deleted", "")],
)
async def test_what_is_broken_off_is_left_as_its_reason_asks(
    ledger: Ledger, why: str, said: str
) -> None:
    """A stop says so below what stays, a restart that it goes on; a deletion leaves nothing."""
    web = working_slack(chat__delete={})
    shown = asyncio.Event()

    async def for_ever(_hop: object) -> None:
        shown.set()
        await asyncio.Event().wait()

    answering = Answering(after=for_ever)
    work = await leased_work(ledger)
    work.task = asyncio.ensure_future(Converse(a_desk(ledger, web, answerer=answering))(work))
    await shown.wait()
    await _until(lambda: bool(work.noted))
    work.stop(why)
    with pytest.raises(asyncio.CancelledError):
        await work.task

    assert said in all_said(web)
    assert ("deleted" == why) == bool(web.called("chat.delete"))
    assert not work.noted or 1 == begun(web)


async def test_a_stop_before_the_first_word_is_said_in_place(ledger: Ledger) -> None:
    """Whoever asked sees that nothing will come."""
    web = working_slack()

    async def for_ever() -> None:
        await asyncio.Event().wait()

    work = await leased_work(ledger)
    desk = a_desk(ledger, web, answerer=Answering(before=for_ever))
    work.task = asyncio.ensure_future(Converse(desk)(work))
    await _until(lambda: bool(web.called("assistant.threads.setStatus")))
    work.stop("stopped")
    with pytest.raises(asyncio.CancelledError):
        await work.task

    assert ["*Stopped.*"] == [
        given["blocks"][0]["text"] for given in web.called("chat.postMessage")
    ]
    assert "" == web.called("assistant.threads.setStatus")[-1]["status"]
