"""Tests of retrieval/ledger/grades.py: what may be graded, samples, and grades."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from retrieval.ports.grades import Gradable, Grade, Sample
from retrieval.values import Answer, Outcome, Question, Scope, Trace
from tests.fakes.answers import answer, citation, claim, page

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _trace(name: str, outcome: Outcome = Outcome.ANSWERED, days: int = 0) -> Trace:
    answer = Answer(outcome, (), (), (), (), name, 0.1)
    when = (NOON - timedelta(days=days)).isoformat()
    return Trace(name, when, "", Question("a b?", Scope(("docs",)), asker="U1"), answer=answer)


async def test_fresh_answers_and_refusals_may_be_graded(ledger_url: str) -> None:
    """What failed and what is older may not; each comes with where it stands."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.record(_trace("t1", days=1))
        await ledger.record(_trace("t2", Outcome.NOT_IN_CONTEXT))
        await ledger.record(_trace("t3", Outcome.FAILED))
        await ledger.record(_trace("t4", days=9))
        posting = Posting("t2", "T1", "C1", "", ("2.0",), "U1", "1.0", kind="channel")
        await ledger.postings.keep(posting)

        found = await ledger.grades.gradable(NOON - timedelta(days=7))

    assert [
        Gradable("t1", "U1", ("docs",)),
        Gradable("t2", "U1", ("docs",), "T1", "C1", "channel"),
    ] == found


async def test_a_sample_is_drawn_once(ledger_url: str) -> None:
    """Whoever draws it again gets the one that stands; without an id the newest is meant."""
    first = Sample("s1", NOON, NOON, 7, ("t2", "t1"))
    second = Sample("s2", NOON + timedelta(days=1), NOON, 8, ("t3",))
    async with Ledger.open(ledger_url) as ledger:
        assert await ledger.grades.sample() is None
        assert first == await ledger.grades.draw(first)
        assert first == await ledger.grades.draw(Sample("s1", NOON, NOON, 9, ("t9",)))
        assert second == await ledger.grades.draw(second)

        assert second == await ledger.grades.sample()
        assert first == await ledger.grades.sample("s1")
        assert await ledger.grades.sample("s9") is None


async def test_one_grade_a_person_and_answer(ledger_url: str) -> None:
    """The last one counts, other people's stay, and one can be taken back."""
    async with Ledger.open(ledger_url) as ledger:
        for person, grade, minute in (("U1", "right", 0), ("U2", "wrong", 1), ("U1", "partly", 2)):
            given = NOON + timedelta(minutes=minute)
            await ledger.grades.give(Grade("t1", person, grade, given, "s1"))

        found = await ledger.grades.of(("t1", "t2"))
        assert [("U2", "wrong"), ("U1", "partly")] == [(one.person, one.grade) for one in found]
        assert await ledger.grades.withdraw("t1", "U1")
        assert not await ledger.grades.withdraw("t1", "U1")
        assert ["U2"] == [one.person for one in await ledger.grades.of(("t1",))]


async def test_each_of_a_sample_says_which_collections_it_cites(ledger_url: str) -> None:
    """Each once; a refusal none."""
    pay = replace(page("bands"), collection="payroll")
    told = claim("Leave is 25 days.", citation(), citation("Bands.", pay), citation("So.", pay))
    cites = replace(_trace("t1"), answer=answer(told, trace_id="t1"))
    async with Ledger.open(ledger_url) as ledger:
        await ledger.record(cites)
        await ledger.record(_trace("t2", Outcome.NOT_IN_CONTEXT))
        found = await ledger.grades.drawn(Sample("s1", NOON, NOON, 7, ("t2", "t1")))

    assert [("t2", ()), ("t1", ("docs", "payroll"))] == [(one.trace_id, one.cited) for one in found]
