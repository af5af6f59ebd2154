"""Tests of retrieval/learn/lost_in_search.py: scope, rewrite, legs, order and pack."""

from __future__ import annotations

import pytest

from retrieval.answer.pack import Budget
from retrieval.errors import ModelUnavailable
from retrieval.learn.evidence import Wanted
from retrieval.learn.stages import Stage, Step
from retrieval.ports import Rewrite
from tests.fakes.planted import ZEPPELINS, Planted, Reversing, turns
from tests.fakes.team import BagEmbedder, ScriptedRewriter

SALARY = "When are salaries paid?"


async def test_what_is_outside_the_scope(planted: Planted) -> None:
    """A page of a collection that this asker may not search in this place."""
    found = await planted.diagnose("How much is severance?", "hr:secret.md")

    assert Stage.OUTSIDE_SCOPE == found.stage
    assert "U1 may not search in C1" in found.said


async def test_a_rewrite_that_drifted(planted: Planted) -> None:
    """The person's own words find the page, the rewrite does not."""
    rewriter = ScriptedRewriter(Rewrite("zeppelin timetable tuesday departures"))
    found = await planted.diagnose(
        "And the quokka allowance?",
        "quokka/right.md",
        history=turns(ZEPPELINS),
        rewriter=rewriter,
    )

    assert Stage.REWRITE_DRIFTED == found.stage
    assert "“zeppelin timetable tuesday departures”" in found.said


async def test_a_follow_up_that_nobody_worded_anew(planted: Planted) -> None:
    """The wording that is known to be right finds the page; what was searched does not."""
    found = await planted.diagnose(
        "And how is that for tuesday departures?",
        "lonely.md",
        history=turns("What of the zeppelin timetable?"),
        wanted=Wanted(standalone="Who replaces lost cards?"),
    )

    assert (Stage.REWRITE_DRIFTED, 1) == (found.stage, found.reference)


async def test_what_no_leg_found(planted: Planted) -> None:
    """Neither words nor meaning have the page among their hits; both are told."""
    found = await planted.diagnose(ZEPPELINS, "lonely.md")

    assert (Stage.NOT_FOUND, Step.IN_SCOPE) == (found.stage, found.reached)
    assert "By words: not among its 100 chunks" in found.said
    assert "by meaning: not among its 100 chunks" in found.said


async def test_what_words_alone_did_not_find(planted: Planted) -> None:
    """Where meaning could not be searched it is words that did not find the page."""
    found = await planted.diagnose(
        ZEPPELINS, "lonely.md", embedder=BagEmbedder(error=ModelUnavailable("it is down"))
    )

    assert Stage.NOT_FOUND_BY_WORDS == found.stage
    assert "by meaning: not searched (meaning: it is down)" in found.said


async def test_what_fusion_lost(planted: Planted) -> None:
    """The first by words alone falls behind those that both legs have."""
    found = await planted.diagnose(ZEPPELINS + " Or wombat?", "fusion.md")

    assert (Stage.FUSION, 1, None) == (found.stage, found.places.words, found.places.meaning)
    assert "By words at 1, by meaning not there, fused at" in found.said


async def test_what_the_reranker_lost(planted: Planted) -> None:
    """The first of the fused order, put last."""
    found = await planted.diagnose(SALARY, "salary.md", reranker=Reversing())

    assert (Stage.RERANKER, 1) == (found.stage, found.places.fused)
    assert "the reranker scripted put it at" in found.said


@pytest.mark.parametrize(
    ("question", "page", "budget", "said"),
    [
        ("When are parcels frankated by the postroom?", "twin-b.md", Budget(), "says the same as"),
        (
            "Which quokka allowance of group?",
            "quokka/02.md",
            Budget(sources=2),
            "2 passages were packed before it",
        ),
    ],
)
async def test_what_the_budget_lost(
    planted: Planted, question: str, page: str, budget: Budget, said: str
) -> None:
    """A page that says what another says, and one that comes too late."""
    found = await planted.diagnose(question, page, budget=budget)

    assert Stage.BUDGET == found.stage
    assert said in found.said


async def test_what_the_freshness_rules_left_out(planted: Planted) -> None:
    """An archived page is found and left out."""
    found = await planted.diagnose("Who lights the pottery kiln?", "old.md")

    assert Stage.STALE_OR_CONFLICTING == found.stage
    assert "its status is archived" in found.said
