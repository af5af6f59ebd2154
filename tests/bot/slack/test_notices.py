"""A greeting and a hint are said once, and a row of an unknown kind is no fault."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.notices import Notices, dispatch, target
from bot.slack.refused import SlackRefused
from bot.slack.work import Work
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from retrieval.settings import load
from tests.fakes.slack import FakeWeb

EDITED = Inbound("edited", "k", "T1:C1:5.0", "T1", "C1", "channel", "UANN", "5.0", source="mention")
JOINED = replace(EDITED, kind="joined", key="j")


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    """A real ledger in a file of the test."""
    async with wiring.open_ledger(load(data=tmp_path)) as ledger:
        yield ledger


async def _work(ledger: Ledger, found: Inbound, progress: Mapping[str, Any] | None = None) -> Work:
    await ledger.inbox.put(found.kind, found.lane, found.payload(), found.keys)
    (job,) = await ledger.inbox.lease(seconds=60)
    return Work(replace(job, progress=progress or {}), ledger.inbox)


def _notices(ledger: Ledger, web: FakeWeb) -> Notices:
    return Notices(web, ledger.postings, ledger.outbox)


async def _answered(ledger: Ledger) -> None:
    await ledger.postings.keep(Posting("t1", "T1", "C1", "5.0", ("6.0",), "UANN", "5.0"))


async def test_a_channel_is_greeted_once(ledger: Ledger) -> None:
    """The greeting goes through the outbox, under a key of its own."""
    notices, work = _notices(ledger, FakeWeb()), await _work(ledger, JOINED)

    assert "greeted" == await notices.joined(work)
    assert "greeted_before" == await notices.joined(work)
    assert ["C1"] == [job.payload["to"] for job in await ledger.outbox.due(seconds=1)]


async def test_an_edit_of_an_answered_question_is_told_to_its_author(ledger: Ledger) -> None:
    """To them alone, in the thread, and at most once."""
    await _answered(ledger)
    web = FakeWeb({"chat.postEphemeral": {}})
    notices, work = _notices(ledger, web), await _work(ledger, EDITED)
    again = Work(replace(work.job, progress={"told": True}), ledger.inbox)

    assert "told_to_ask_again" == await notices.edited(work)
    assert "told_before" == await notices.edited(again)
    assert [("UANN", "5.0")] == [
        (told["user"], told["thread_ts"]) for told in web.called("chat.postEphemeral")
    ]


async def test_an_edit_of_an_unanswered_question_needs_no_hint(ledger: Ledger) -> None:
    """There is no answer that could be out of date."""
    notices = _notices(ledger, FakeWeb())

    assert "edited_unanswered" == await notices.edited(await _work(ledger, EDITED))


async def test_a_hint_that_slack_refuses_is_let_go(ledger: Ledger) -> None:
    """The row is closed all the same."""
    await _answered(ledger)
    web = FakeWeb({"chat.postEphemeral": SlackRefused("chat.postEphemeral", "not_in_channel")})

    assert "not_told" == await _notices(ledger, web).edited(await _work(ledger, EDITED))


async def test_a_row_goes_to_the_handler_of_its_kind(ledger: Ledger) -> None:
    """A kind that a newer version put is closed and said."""

    async def edited(_: Work) -> str:
        return "edited"

    work = await _work(ledger, EDITED)

    assert "edited" == await dispatch({"edited": edited})(work)
    assert "of_unknown_kind" == await dispatch({})(work)


def test_an_answer_goes_under_the_question() -> None:
    """The thread is the question's own, or the one it stands in."""
    assert ["5.0", "1.0"] == [
        target(found).thread_ts for found in (EDITED, replace(EDITED, thread_ts="1.0"))
    ]
