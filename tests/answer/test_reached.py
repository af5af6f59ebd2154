"""A trace has the hops that were reached, also where the next one failed."""

from __future__ import annotations

from retrieval.answer.answerer import Answerer, Team
from retrieval.answer.reached import Reached
from retrieval.errors import StoreUnavailable
from retrieval.values import Draft, Outcome, Queries, Question, Trace
from tests.fakes.team import (
    OPEN,
    BagEmbedder,
    FirstSentence,
    FixedClock,
    MemoryStore,
    MemoryTraces,
    ScriptedReranker,
)

QUESTION = Question("How is leave booked?", OPEN)


async def test_each_hop_is_put_into_the_trace_and_told_on() -> None:
    """In the order in which they come; what is no hop is only told on."""
    told: list[object] = []

    async def watch(hop: object) -> None:
        told.append(hop)

    reached = Reached(Trace("t", "2026-01-01", "c", QUESTION), watch)
    hops = [Queries(QUESTION, "q", (), "none"), Draft("w", "answered", ()), "else"]
    for hop in hops:
        await reached(hop)

    assert hops == told
    assert (hops[0], hops[1], None) == (
        reached.trace.queries,
        reached.trace.draft,
        reached.trace.packed,
    )


async def test_a_question_that_failed_has_the_hops_before() -> None:
    """Whoever looks into a failure sees what was searched for."""
    traces, writer = MemoryTraces(), FirstSentence()
    store = MemoryStore(error=StoreUnavailable("It is down."))
    team = Team(store, BagEmbedder(), ScriptedReranker(), writer, writer, traces, FixedClock())

    answer = await Answerer(team).answer(QUESTION)

    assert (Outcome.FAILED, "It is down.") == (answer.outcome, answer.reason)
    assert traces.kept[0].queries is not None
    assert QUESTION.text == traces.kept[0].queries.standalone
    assert traces.kept[0].candidates is None
