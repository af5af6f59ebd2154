"""Tests of retrieval/explaining.py: what each hop of an explanation tells."""

from __future__ import annotations

from dataclasses import replace

from retrieval.explaining import explain
from retrieval.explanation import Hop
from retrieval.values import LeftOut, LegResult, Ranked, Trace, Turn
from tests.test_tracing import QUESTION, RANKED, TRACE


def _hop(trace: Trace, name: str) -> Hop:
    return next(hop for hop in explain(trace).hops if hop.name == name)


def test_every_stage_is_a_hop() -> None:
    """A question that went all the way has a hop a stage, in the order of the path."""
    names = [hop.name for hop in explain(TRACE).hops]

    assert ["question", "rewrite", "search", "rank", "pack", "write", "verify", "answer"] == names


def test_a_stage_that_was_not_reached_is_absent() -> None:
    """A question that failed early is explained as far as it came."""
    explanation = explain(Trace("t1", "2026-01-02", "", QUESTION))

    assert ["question"] == [hop.name for hop in explanation.hops]
    assert "not finished" == explanation.outcome


def test_the_history_is_told() -> None:
    """The turns before the question stand with who said them."""
    trace = replace(TRACE, question=replace(QUESTION, history=(Turn("user", "Before?"),)))

    assert (("user", "Before?"),) == _hop(trace, "question").tables[0].rows


def test_each_leg_has_its_hits_with_ranks_and_scores() -> None:
    """What a leg found stands with rank and score."""
    (table,) = _hop(TRACE, "search").tables

    assert table.title.startswith("words: q (1 hits")
    assert (("1", "7", "a.md › A", "Secret it"),) == table.rows


def test_a_leg_that_failed_says_why() -> None:
    """The reason stands with the leg."""
    assert TRACE.candidates
    failed = LegResult("meaning", "q", (), error="the model is down")
    trace = replace(TRACE, candidates=replace(TRACE.candidates, legs=(failed,)))

    assert "failed: the model is down" in explain(trace).hops[2].tables[0].title


def test_what_was_noted_of_a_leg_stands_with_it() -> None:
    """How a leg came to its hits is told beside them."""
    assert TRACE.candidates
    noted = LegResult("words", "q", (), note="searched again")
    trace = replace(TRACE, candidates=replace(TRACE.candidates, legs=(noted,)))

    assert ", searched again)" in explain(trace).hops[2].tables[0].title


def test_what_was_left_out_stands_with_its_reason() -> None:
    """A chunk that ranking or packing left out is named, with why."""
    assert TRACE.ranked
    assert TRACE.packed
    left = (LeftOut("c9", "d9", "old.md", "its status is archived"),)
    trace = replace(
        TRACE,
        ranked=replace(TRACE.ranked, left_out=left),
        packed=replace(TRACE.packed, left_out=left),
    )

    for name in ("rank", "pack"):
        assert ("old.md", "its status is archived", "c9") in _hop(trace, name).tables[-1].rows


def test_what_packing_did_not_reach_is_counted() -> None:
    """Hits below the last one that was looked at are told by their number, and why."""
    other = replace(RANKED, chunk=replace(RANKED.chunk, id="c2"), rank=2)
    trace = replace(TRACE, ranked=Ranked((RANKED, other), (), "identity"))

    assert ("not reached", "1 hits further down; there were enough passages") in _hop(
        trace, "pack"
    ).facts


def test_each_verdict_names_the_check() -> None:
    """A dropped claim stands with the check that it failed and what failed it."""
    (table,) = _hop(TRACE, "verify").tables

    assert (
        ("replaced", "Secret claim", "numbers"),
        ("dropped", "Secret claim", "numbers: 7 is not in the quote"),
    ) == table.rows


def test_the_answer_has_its_citations() -> None:
    """Each citation stands with claim, page, span and quote."""
    citations = _hop(TRACE, "answer").tables[0]

    assert ("Secret claim", "S1", "https://x/a", "0-6", "Secret", "c1 digest") == citations.rows[0]


def test_tokens_of_all_stages_are_added_up() -> None:
    """What the models charged for stands once for the whole question."""
    assert 15 == explain(TRACE).usage.prompt


def test_what_was_respelt_is_told() -> None:
    """Where nothing was, nothing is said of it."""
    assert TRACE.candidates
    found = replace(TRACE.candidates, respelt=(("vaccation", "vacation"),))
    hop = _hop(replace(TRACE, candidates=found), "search")

    assert ("respelt", "vaccation → vacation") in hop.facts
    assert "respelt" not in dict(_hop(TRACE, "search").facts)
