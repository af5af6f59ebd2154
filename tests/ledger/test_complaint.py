"""Tests of retrieval/ledger/complaint.py: what an eval case keeps of a trace."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import HealthCheck, given, settings

from retrieval.ledger.complaint import content
from retrieval.values import Candidates, Ranked, Trace, Turn
from tests.test_tracing import QUESTION, RANKED, TRACE, _built

KEYS = {
    *("question", "history", "collections", "standalone", "queries", "hits", "packed"),
    *("versions", "outcome", "answer", "reason", "citations"),
}


def test_everything_that_was_known_is_in_it() -> None:
    """Thread, queries, hits with each leg's rank and score, sources, versions, proof."""
    hit = replace(RANKED, ranks={"words": 3}, scores={"words": 7.5})
    trace = replace(
        TRACE,
        question=replace(QUESTION, history=(Turn("user", "Before"),)),
        ranked=Ranked((hit,), (), "lexical"),
        candidates=Candidates((), generations={"docs": "0002"}),
    )
    found = content(trace)

    assert [{"role": "user", "text": "Before"}] == found["history"]
    assert [{"text": "Secret question?", "origin": "asked", "weight": 1.0}] == found["queries"]
    assert {
        "rank": 1,
        "collection": "docs",
        "path": "a.md",
        "chunk": "digest",
        "score": 0.5,
        "fused": 0.03,
        "legs": {"words": {"rank": 3, "score": 7.5}},
    } == found["hits"][0]
    assert ("S1", ["digest"]) == (found["packed"][0]["label"], found["packed"][0]["chunks"])
    assert {
        "configuration": "conf",
        "generations": {"docs": "0002"},
        "rewriter": "none",
        "reranker": "lexical",
        "writer": "quoting",
        "model": "",
    } == found["versions"]
    assert (1, "S1", "Secret") == tuple(
        found["citations"][0][name] for name in ("claim", "label", "quote")
    )


def test_a_question_that_got_no_answer_has_all_keys() -> None:
    """Where no hop was reached its part is empty, and the wording is the person's own."""
    found = content(Trace("t2", "2026-01-02T03:04:05", "", QUESTION))

    assert KEYS == set(found)
    assert ("none", "Secret question?", []) == (
        found["outcome"],
        found["standalone"],
        found["hits"],
    )


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(_built(Trace))
def test_any_trace_makes_json(trace: Trace) -> None:
    """The content is plain data that strict JSON can hold, scores that are no number too."""
    found = content(trace)

    assert KEYS == set(found)
    assert found == json.loads(json.dumps(found, allow_nan=False))
