"""What is said of a question: the answer, with where it stands kept, or why there is none."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.converse import Converse
from bot.slack.refused import SlackRefused
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from tests.fakes.desk import (
    ASKED,
    Answering,
    Pages,
    a_desk,
    all_said,
    begun,
    leased_work,
    working_slack,
)


async def test_an_answer_is_posted_noted_and_kept(ledger: Ledger) -> None:
    """The message is known to the row and to the postings, under the answer's trace."""
    web = working_slack()
    work = await leased_work(ledger)
    outcome = await Converse(a_desk(ledger, web))(work)
    posting = await ledger.postings.of_question("T1", "C1", "5.0")

    assert "answered" == outcome
    assert 1 == begun(web)
    assert posting is not None
    assert ("t1", ("6.0",), "UANN", "answered") == (
        posting.trace_id,
        posting.ts,
        posting.asker,
        posting.outcome,
    )


@pytest.mark.parametrize(
    ("replies", "parts", "said"),
    [
        ({"users__info": SlackRefused("users.info", "fatal_error")}, {}, phrases.place_unknown()),
        ({}, {"store": Pages(pages=0)}, phrases.no_index()),
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
    web, answerer = working_slack(**replies), Answering()
    await Converse(a_desk(ledger, web, answerer=answerer, **parts))(await leased_work(ledger))

    assert [] == answerer.asked
    assert 1 == begun(web)
    assert said[:25] in all_said(web)
    assert None is await ledger.postings.of_question("T1", "C1", "5.0")


async def test_what_slack_says_of_sharing_in_the_event_counts(ledger: Ledger) -> None:
    """A channel that is shared by the event, and not yet by the lookup, is shared."""
    answerer = Answering()
    work = await leased_work(ledger, replace(ASKED, shared=True))
    await Converse(a_desk(ledger, working_slack(), answerer=answerer))(work)

    assert [] == answerer.asked


async def test_an_answer_past_its_deadline_ends_with_what_was_shown(ledger: Ledger) -> None:
    """The claims so far stay, and a sentence says that it took too long."""

    async def for_ever() -> None:
        await asyncio.Event().wait()

    web = working_slack()
    desk = a_desk(ledger, web, answerer=Answering(before=for_ever), seconds=0.05)
    outcome = await Converse(desk)(await leased_work(ledger))

    assert "failed" == outcome
    assert phrases.too_late(0)[:10] in all_said(web)


@pytest.mark.parametrize(
    "text", ["hi", "thanks!", "What can you do?", "How do I ask you a question?"]
)
async def test_small_talk_gets_the_how_to(ledger: Ledger, text: str) -> None:
    """Nothing is searched for it, and nobody is refused."""
    web, answerer = working_slack(), Answering()
    work = await leased_work(ledger, replace(ASKED, text=text))

    assert "help" == await Converse(a_desk(ledger, web, answerer=answerer))(work)
    assert [] == answerer.asked
    assert phrases.help_()[:40] in str(web.called("chat.postMessage"))
