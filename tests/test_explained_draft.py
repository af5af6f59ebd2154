"""Tests of retrieval/explained_draft.py: what is told of a draft, and of what was not quoted."""

from __future__ import annotations

from dataclasses import replace

from retrieval.explained_draft import written
from retrieval.values import Draft, Weighed, Weighing
from tests.test_tracing import TRACE

WEIGHING = Weighing(
    "Secret?", 0.4123, 0.53, (Weighed("S1", 0, 6, 0.91, 0.5),), {"near": 0.5, "report": 0.0}
)
REFUSAL = Draft("quoting", "NOT_IN_CONTEXT", (), weighed=(WEIGHING,))


def test_the_claims_stand_with_their_quotes() -> None:
    """What the writer said is told before what it weighed."""
    assert TRACE.draft
    (claims,) = written(TRACE.draft, TRACE.packed).tables

    assert 2 * (("Secret claim", "", "S1: “Secret”"),) == claims.rows


def test_a_refusal_tells_how_far_the_best_place_was_from_being_quoted() -> None:
    """Its probability stands beside the threshold, with what it was weighed by."""
    hop = written(REFUSAL, TRACE.packed)
    (table,) = hop.tables

    assert (
        "“Secret?”: the best place answers it with 0.412, too little beside the threshold of 0.530",
    ) == hop.notes
    assert ("weighed by", "near 0.5") == hop.facts[-1]
    assert (("1", "0.910", "0.500", "S1", "a.md", "Secret"),) == table.rows


def test_an_answer_tells_it_too() -> None:
    """How sure the writer was is told of what it quoted."""
    sure = replace(REFUSAL, weighed=(replace(WEIGHING, probability=0.53),))

    assert "enough beside the threshold of 0.530" in written(sure, TRACE.packed).notes[0]


def test_a_wording_with_nothing_to_weigh_says_so() -> None:
    """Then there is no place, and nothing to compare."""
    nothing = replace(REFUSAL, weighed=(Weighing("Zebra?", 0.0, 0.5),))
    hop = written(nothing, TRACE.packed)

    assert ("“Zebra?”: the passages have no sentence to weigh",) == hop.notes
    assert () == hop.tables


def test_a_place_whose_source_is_not_kept_has_no_words() -> None:
    """Its scores are told all the same."""
    (table,) = written(REFUSAL, None).tables

    assert (("1", "0.910", "0.500", "S1", "", ""),) == table.rows
