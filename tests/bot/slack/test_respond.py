"""What is said of a question: the answer, with where it stands kept, or why there is none."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.slack import phrases
from bot.slack.actions import HUMAN_ACTION
from bot.slack.converse import Converse
from bot.slack.facts import Lookup
from bot.slack.payload import Facts
from bot.slack.reading import Reading
from bot.slack.refused import SlackRefused
from bot.slack.thread import Kept, Threads
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from retrieval.values import Note, Outcome
from tests.fakes.desk import (
    ASKED,
    GIVEN,
    Answering,
    Pages,
    a_desk,
    all_said,
    begun,
    leased_work,
    working_slack,
)
from tests.test_tracing import TRACE


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


async def test_that_is_not_it_is_searched_without_those_pages(ledger: Ledger) -> None:
    """The question, the note and the offer of people come from the thread's answer before."""
    await ledger.record(replace(TRACE, configuration=""))
    await ledger.postings.keep(Posting(TRACE.id, "T1", "C1", "5.0", ("6.0",), "UANN", "5.0"))
    asked = replace(ASKED, text="No, that is not it", thread_ts="5.0", ts="7.0", source="again",
                    subject="not_it", message_key="T1:C1:7.0")  # fmt: skip
    answering, web = Answering(), working_slack()
    desk = a_desk(ledger, web, answerer=answering)
    await Converse(desk)(await leased_work(ledger, asked))
    (question,) = answering.asked

    assert question.without
    assert question.as_is
    assert phrases.note("set_aside", "") in all_said(web)
    assert HUMAN_ACTION in all_said(web)


async def test_a_question_is_asked_again_although_it_was_answered(ledger: Ledger) -> None:
    """Its asker changed what is searched: that is searched as it is, and learnt from."""
    await ledger.record(replace(TRACE, configuration=""))
    await ledger.postings.keep(Posting(TRACE.id, "T1", "C1", "5.0", ("6.0",), "UANN", "5.0"))
    again = replace(ASKED, text="leave weeks", source="again", subject="searched", key="again:v1",
                    message_key="again.v1:T1:C1:5.0", trace_id=TRACE.id)  # fmt: skip
    answering = Answering()
    desk = a_desk(ledger, working_slack(), answerer=answering)
    outcome = await Converse(desk)(await leased_work(ledger, again))

    assert "answered" == outcome
    assert [("leave weeks", True)] == [(one.text, one.as_is) for one in answering.asked]
    assert ["leave weeks"] == [case.wanted for case in await ledger.rewrites.list()]


@pytest.mark.parametrize(
    ("outcome", "searched"),
    [
        (Outcome.ANSWERED, [("team",)]),
        (Outcome.NOT_IN_CONTEXT, [("team",), ("docs", "team")]),
    ],
)
async def test_what_belongs_to_the_channel_beside_is_searched_first(
    ledger: Ledger, outcome: Outcome, searched: list[tuple[str, ...]]
) -> None:
    """Then all that the asker may see; never anything else."""
    every = {
        "docs": policy.CollectionPolicy(open=True),
        "team": policy.CollectionPolicy(open=True, support="C9"),
        "secret": policy.CollectionPolicy(channels=frozenset({"C9"})),
    }
    answering = Answering(replace(GIVEN, outcome=outcome))
    parts = {"policy": policy.Policy(every), "answerer": answering, "store": _Three()}
    web = working_slack(conversations__info={"channel": {"is_im": True}})
    desk = a_desk(ledger, web, **parts)
    asked = replace(ASKED, channel_kind="direct", source="direct", about="C9")
    await Converse(desk)(await leased_work(ledger, asked))

    assert searched == [question.scope.collections for question in answering.asked]


class _Three(Pages):
    """Three collections."""

    async def collections(self) -> list[str]:
        """Name them."""
        return ["docs", "team", "secret"]


async def test_files_alone_that_are_no_text_are_named(ledger: Ledger) -> None:
    """How to ask, and the names of what was not read, whose marks mean nothing."""
    told = {"file": {"name": "a *b*.png", "filetype": "png", "mode": "hosted"}}
    web = working_slack(files__info=told)
    kept = Kept(ledger.postings, ledger)
    threads = Threads(web, kept, Facts("UBOT"), Reading(web, Lookup(web, "T1", "UBOT"), None))
    work = await leased_work(ledger, replace(ASKED, text="", files=1, file_ids=("F1",)))

    assert "help" == await Converse(replace(a_desk(ledger, web), threads=threads))(work)
    assert r"not read: a \\*b\\*.png" in all_said(web)


@pytest.mark.parametrize(
    ("cut", "notes", "told"),
    [
        (True, (), [str(len(ASKED.text))]),
        (True, (Note("question_cut", "4000"),), ["4000"]),
        (False, (), []),
    ],
)
async def test_a_message_that_was_cut_is_noted_once(
    ledger: Ledger, cut: bool, notes: tuple[Note, ...], told: list[str]
) -> None:
    """With how much of it was read, where the answerer read all that it was given."""
    web, answerer = working_slack(), Answering(replace(GIVEN, notes=notes))
    await Converse(a_desk(ledger, web, answerer=answerer))(
        await leased_work(ledger, replace(ASKED, cut=cut))
    )
    said = all_said(web)

    assert bool(told) is ("characters of the question were read" in said)
    assert all(said.count(phrases.note("question_cut", one)) for one in told)
