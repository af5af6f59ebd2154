"""A question that is changed, deleted or stopped, and what becomes of its answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.actions import AGAIN_ACTION
from bot.slack.refused import SlackRefused
from bot.slack.reply.places import Target, metadata
from bot.slack.revising import Revising
from bot.slack.work import Work
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.desk import ASKED, all_said, leased_work
from tests.fakes.slack import FakeWeb

EDITED = replace(ASKED, kind="edited", key="e1", text="How long is sick leave?")
DELETED = replace(ASKED, kind="deleted", key="d1", text="")


async def _answered(ledger: Ledger, *ts: str, question_ts: str = "5.0", trace: str = "t1") -> None:
    posting = Posting(trace, "T1", "C1", "5.0", ts or ("6.0",), "UANN", question_ts)
    await ledger.postings.keep(posting)


def _revising(ledger: Ledger, web: FakeWeb) -> Revising:
    return Revising(web, ledger.postings)


async def _row(ledger: Ledger, found: Inbound) -> Work:
    return await leased_work(ledger, found)


async def test_an_edit_of_an_answered_question_offers_to_answer_again(ledger: Ledger) -> None:
    """To its author alone, with the new words in the button; once, whoever takes the row over."""
    await _answered(ledger)
    web = FakeWeb({"chat.postEphemeral": {}})
    work = await _row(ledger, EDITED)
    ended = await _revising(ledger, web).edited(work)
    again = await _revising(ledger, web).edited(replace_job(work, progress={"told": True}))
    (sent,) = web.called("chat.postEphemeral")
    (press,) = sent["blocks"][1]["elements"]

    assert ("offered_to_answer_again", "told_before") == (ended, again)
    assert ("UANN", "5.0") == (sent["user"], sent["thread_ts"])
    assert AGAIN_ACTION == press["action_id"]
    assert ["5.0", "5.0", EDITED.text] == json.loads(press["value"])


def replace_job(work: Work, **more: object) -> Work:
    """Return the work as another attempt has it."""
    return Work(replace(work.job, **more), work.queue)  # type: ignore[arg-type]


async def test_what_is_too_long_for_a_button_is_to_be_asked_anew(ledger: Ledger) -> None:
    """Nothing is cut off without a word."""
    await _answered(ledger)
    web = FakeWeb({"chat.postEphemeral": {}})
    work = await _row(ledger, replace(EDITED, text="long " * 500))

    assert "told_to_ask_again" == await _revising(ledger, web).edited(work)
    assert phrases.ask_again_after_edit()[:30] in all_said(web)


async def test_an_edit_that_cannot_be_answered_to_is_let_go(ledger: Ledger) -> None:
    """One of a question without an answer, and one that Slack lets nobody speak to."""
    web = FakeWeb({"chat.postEphemeral": SlackRefused("chat.postEphemeral", "user_not_in_channel")})
    work = await _row(ledger, EDITED)

    assert "edited_unanswered" == await _revising(ledger, web).edited(work)
    await _answered(ledger)
    assert "not_told" == await _revising(ledger, web).edited(work)


def _thread(*authors: str) -> FakeWeb:
    marked = metadata(Target("", "", "", "", question=ASKED.message_key), "t1", part=1, done=True)
    answer = {"ts": "6.0", "user": "UBOT", "bot_id": "BBOT", "metadata": marked}
    said = [{"ts": f"{n}.0", "user": user} for n, user in enumerate(authors, 7)]
    return FakeWeb(
        {
            "auth.test": {"user_id": "UBOT", "bot_id": "BBOT"},
            "conversations.replies": {"messages": [answer, *said]},
            "chat.delete": {},
            "chat.postMessage": {"ts": "9.0"},
        }
    )


async def test_every_answer_to_a_deleted_question_goes(ledger: Ledger) -> None:
    """That which was given again, too; those to other questions of the thread stay."""
    await _answered(ledger, "6.0")
    await _answered(ledger, "6.5", trace="t2")
    await _answered(ledger, "6.7", question_ts="5.5", trace="t3")
    web = _thread()

    assert "answer_removed" == await _revising(ledger, web).deleted(await _row(ledger, DELETED))
    assert ["6.0", "6.5"] == sorted(given["ts"] for given in web.called("chat.delete"))


async def test_why_an_answer_stays_is_said_once(ledger: Ledger) -> None:
    """Others have written after it."""
    await _answered(ledger)
    web = _thread("UBEN")
    work = await _row(ledger, DELETED)
    ended = [
        await _revising(ledger, web).deleted(one)
        for one in (work, replace_job(work, progress={"told": True}))
    ]
    (sent,) = web.called("chat.postMessage")

    assert ["answer_stays"] * 2 == ended
    assert [] == web.called("chat.delete")
    assert ("5.0", phrases.answer_stays()) == (sent["thread_ts"], sent["text"])


@pytest.mark.parametrize(("reply", "ended"), [({}, "nothing_to_stop"), (None, "not_told_x")])
async def test_slack_is_told_that_nothing_is_worked_on(
    ledger: Ledger, reply: dict[str, str] | None, ended: str
) -> None:
    """It would show its stop button for ever."""
    method = "agents.sessions.setStatus"
    web = FakeWeb({method: SlackRefused(method, "x") if reply is None else reply})
    stop = replace(ASKED, kind="stop", key="s1", thread_ts="5.0")

    assert ended == await _revising(ledger, web).stopped(await _row(ledger, stop))
    assert [{"channel_id": "C1", "thread_ts": "5.0", "status": "active"}] == web.called(method)
