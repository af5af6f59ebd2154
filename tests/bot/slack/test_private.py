"""A private question is answered at most once, and else its asker is told to ask again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.inbound import Inbound
from bot.slack.private import Private
from bot.slack.refused import SlackRefused
from bot.slack.web import RESPONSE
from bot.slack.work import ATTEMPTS, Work
from retrieval import policy
from retrieval.ledger.ledger import Ledger
from retrieval.values import Answer, Note, Outcome
from tests.fakes.desk import Answering, a_desk, leased_work, working_slack
from tests.fakes.slack import FakeWeb

ASKED = Inbound(
    "question", "k", "T1:C1:command", "T1", "C1", "channel", "UANN", "", text="How long?",
    source="command", private=True, response_url="https://hooks.slack.com/commands/T1/1/x",
)  # fmt: skip


def _slack(**replies: Any) -> FakeWeb:
    web = working_slack(**replies)
    web.replies.setdefault(RESPONSE, {})
    return web


async def _ask(ledger: Ledger, web: FakeWeb, asked: Inbound = ASKED, **parts: Any) -> str:
    return await Private(a_desk(ledger, web, **parts))(await leased_work(ledger, asked))


def _told(web: FakeWeb) -> str:
    return str(web.called(RESPONSE))


async def test_an_answer_is_kept_under_its_trace_and_makes_no_thread_ours(ledger: Ledger) -> None:
    """It has no message of which others could think something, and no status is shown."""
    web = _slack()

    assert "answered" == await _ask(ledger, web)
    kept = await ledger.postings.of_trace("t1")
    assert kept
    assert ((), "UANN", "", "") == (kept.ts, kept.asker, kept.thread_ts, kept.question_ts)
    assert 1 == len(web.called(RESPONSE))
    assert "26 weeks" in _told(web)
    assert [] == [name for name, _ in web.calls if name.startswith("assistant.")]


async def test_after_a_kill_while_it_spoke_the_asker_is_told_to_ask_again(ledger: Ledger) -> None:
    """Once: whoever takes over a second time says nothing more."""
    web = _slack()
    private = Private(a_desk(ledger, web))
    work = await leased_work(ledger, ASKED)
    for noted in ({"saying": True}, {"saying": True, "regretted": True}):
        job = replace(work.job, progress=noted, attempts=2)

        assert "interrupted" == await private(Work(job, ledger.inbox))
    assert 1 == len(web.called(RESPONSE))
    assert "ask again" in _told(web)


async def test_before_it_spoke_another_attempt_answers(ledger: Ledger) -> None:
    """An error is raised until the last attempt, which says so."""

    async def broken() -> None:
        raise ValueError("a bug")

    web, work = _slack(), await leased_work(ledger, ASKED)
    private = Private(a_desk(ledger, web, answerer=Answering(before=broken)))
    with pytest.raises(ValueError, match="a bug"):
        await private(work)
    last = Work(replace(work.job, attempts=ATTEMPTS), ledger.inbox)

    assert "failed" == await private(last)
    assert f"job {work.job.id}" in _told(web)


async def test_a_place_that_the_bot_is_not_in_is_as_a_direct_message(ledger: Ledger) -> None:
    """Its asker alone reads the answer; a channel shared with others is refused all the same."""
    unseen = SlackRefused("conversations.info", "channel_not_found")
    rules = policy.Policy({"docs": policy.CollectionPolicy(people=frozenset({"UANN"}))})
    web = _slack(conversations__info=unseen)

    assert "answered" == await _ask(ledger, web, policy=rules)
    shared = _slack(conversations__info={"channel": {"is_channel": True, "is_ext_shared": True}})
    other = replace(ASKED, key="k2", message_key="m2", user="UBEN")
    assert "not_allowed" == await _ask(ledger, shared, other)


async def test_nobody_is_given_more_than_the_place_may_see(ledger: Ledger) -> None:
    """In a channel it is the channel that counts, so that the answer could be shared there."""
    rules = policy.Policy({"docs": policy.CollectionPolicy(people=frozenset({"UANN"}))})
    web = _slack()

    assert "not_allowed" == await _ask(ledger, web, policy=rules)
    assert "26 weeks" not in _told(web)


async def test_while_search_is_down_it_says_so(ledger: Ledger) -> None:
    """A private question is not kept: its address would be over."""
    given = Answer(Outcome.FAILED, (), (), (), (Note("search_down", ""),), "", 0.1, "Down.")
    web = _slack()

    assert "search_down" == await _ask(ledger, web, answerer=Answering(given))
    assert "Search is down" in _told(web)


async def test_what_cannot_be_said_anywhere_ends(ledger: Ledger) -> None:
    """The row is closed with Slack's word for it."""
    names = (RESPONSE, "chat__postEphemeral", "chat__postMessage")
    gone = {name: SlackRefused(name, "account_inactive") for name in names}

    assert "undeliverable_account_inactive" == await _ask(ledger, _slack(**gone))


async def test_public_questions_go_elsewhere(ledger: Ledger) -> None:
    """The handler before it sees what is private only."""

    async def public(_: Work) -> str:
        return "public"

    handle = Private(a_desk(ledger, _slack())).before(public)
    plain = replace(ASKED, private=False, key="k2", message_key="m2", user="UBEN")

    assert "public" == await handle(await leased_work(ledger, plain))
    assert "answered" == await handle(await leased_work(ledger, ASKED))
