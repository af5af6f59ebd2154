"""Each hop is told in words that two runs can be compared by."""

from __future__ import annotations

from dataclasses import fields, replace

from retrieval.learn.hops_told import HOPS
from retrieval.values import Question, Trace, Turn, VerifiedClaim
from tests.fakes.replayed import ASKED, answered
from tests.fakes.team import OPEN


def test_every_hop_of_a_trace_is_told() -> None:
    """In the order of the path."""
    others = {"id", "started", "configuration", "question"}

    assert [f.name for f in fields(Trace) if f.name not in others] == list(HOPS)


async def test_a_hop_is_told_by_what_it_is_about() -> None:
    """What was searched, found, packed, said and shown."""
    trace = await answered()
    told = {name: tell(getattr(trace, name)) for name, tell in HOPS.items()}

    assert "asked, weight 1" == told["queries"][f"search {ASKED.text!r}"]
    assert "rank 1" == told["candidates"][f"words {ASKED.text!r}: leave.md[0]"]
    assert ("g1", "1") == (
        told["candidates"]["index of docs"],
        told["candidates"]["chunks with 'days'"],
    )
    assert ("rank 1", "scripted") == (told["ranked"]["leave.md[0]"], told["ranked"]["reranker"])
    assert told["packed"]["S1"].startswith("leave.md[0-2], 14 tokens, text ")
    assert 'S1 "Staff get 30 days of leave."' in told["draft"]["claim 1"]
    assert "Staff get 30 days of leave. (shown)" == told["verdicts"]["claim 1"]
    assert 'leave.md "Staff get 30 days of leave."' == told["answer"]["citation 1.1"]


async def test_a_claim_that_was_replaced_says_so() -> None:
    """With the reason; a refusal names the nearest pages."""
    trace = await answered()
    replaced = tuple(
        replace(one, replaced="a number differs")
        for one in trace.verdicts
        if isinstance(one, VerifiedClaim)
    )
    assert "(replaced: a number differs)" in HOPS["verdicts"](replaced)["claim 1"]

    assert trace.answer
    assert trace.ranked
    refused = replace(trace.answer, claims=(), nearest=trace.ranked.hits[:1])
    assert "leave.md" == HOPS["answer"](refused)["nearest 1"]


async def test_a_thread_is_no_part_of_what_is_told() -> None:
    """What came of it is: another search."""
    question = Question("and for that?", OPEN, (Turn("user", "How many days of leave?"),))
    trace = await answered(question)

    assert any("lent" in told for told in HOPS["queries"](trace.queries).values())
