"""Tests of retrieval/ledger/asked.py: people see their own questions, and what many ask."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion, PastOpinion, Popular, Posting
from retrieval.values import Scope
from tests.fakes.clock import FakeClock
from tests.test_tracing import QUESTION, TRACE


async def _ask(ledger: Ledger, clock: FakeClock, name: str, text: str, **where: str) -> None:
    """Record a question with its posting; `where` may name team, channel, asker, outcome, ts."""
    clock.pass_by(1)
    said = {"team": "T1", "channel": "C1", "asker": "U1", "outcome": "answered", "ts": f"{name}.1"}
    said |= where
    question = replace(QUESTION, text=text, scope=Scope(("docs",)))
    await ledger.record(replace(TRACE, id=name, question=question, started=clock.now().isoformat()))
    messages = (said["ts"],) if said["ts"] else ()
    posting = Posting(name, said["team"], said["channel"], "1.0", messages, said["asker"], "1.0")
    await ledger.postings.keep(replace(posting, outcome=said["outcome"]))


async def test_people_see_their_own_questions(ledger_url: str) -> None:
    """Newest first, with what they thought of each; not those of others or another workspace."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        await _ask(ledger, clock, "a", "How?")
        await _ask(ledger, clock, "b", "In private?", ts="", outcome="not_in_context")
        await _ask(ledger, clock, "c", "Theirs?", asker="U2")
        await _ask(ledger, clock, "d", "Elsewhere?", team="T2")
        for person, value in (("U1", -1), ("U2", 1)):
            await ledger.feedback.give(Opinion("a", person, value, "button", "C1", clock.now()))
        found = await ledger.asked.by("T1", "U1")
        one = await ledger.asked.by("T1", "U1", most=1)

    assert [
        ("b", "In private?", "C1", "", "not_in_context", 0),
        ("a", "How?", "C1", "a.1", "answered", -1),
    ] == [(q.trace_id, q.text, q.channel, q.ts, q.outcome, q.opinion) for q in found]
    assert found[:1] == one


async def test_opinions_of_others_answers_come_without_their_words(ledger_url: str) -> None:
    """Where the answer stands and what was thought of it, and no question of anybody else's."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        await _ask(ledger, clock, "a", "Mine?")
        await _ask(ledger, clock, "b", "Theirs?", asker="U2")
        for trace in ("a", "b"):
            await ledger.feedback.give(Opinion(trace, "U1", 1, "button", "C1", clock.now()))
        found = await ledger.asked.judged("T1", "U1")

    assert [PastOpinion("b", 1, clock.now(), "C1", "b.1")] == found


async def test_what_several_people_asked_is_popular(ledger_url: str) -> None:
    """What one person asked, what was not answered and what is long ago is left out."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        await _ask(ledger, clock, "old", "How?", asker="U9")
        clock.pass_by(7_200)
        since = clock.now() - timedelta(hours=1)
        await _ask(ledger, clock, "a", "How?")
        await _ask(ledger, clock, "b", "how", asker="U2", channel="C2")
        await _ask(ledger, clock, "c", "Mine alone?")
        await _ask(ledger, clock, "d", "Mine alone?")
        await _ask(ledger, clock, "e", "Refused?", outcome="not_in_context")
        await _ask(ledger, clock, "f", "Refused?", asker="U2", outcome="not_in_context")
        found = await ledger.asked.popular("T1", since=since)

    assert [Popular("how", ("docs",), ("C1", "C2"), 2)] == found
