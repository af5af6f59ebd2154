"""Tests of retrieval/learn/lost_in_search.py: scope, rewrite, legs, order and pack."""

from __future__ import annotations

import pytest

from retrieval.answer.pack import Budget
from retrieval.errors import ModelUnavailable
from retrieval.learn.evidence import Evidence, PageFacts, Places, Wanted, places
from retrieval.learn.lost_in_search import _fused_out, lost_in_search
from retrieval.learn.stages import Stage, Step
from retrieval.ports import Rewrite
from retrieval.values import (
    Candidates,
    Hit,
    LegResult,
    Packed,
    Queries,
    Query,
    Question,
    Ranked,
    RankedHit,
    Trace,
)
from tests.fakes.planted import ZEPPELINS, Planted, Reversing, turns
from tests.fakes.team import OPEN, BagEmbedder, ScriptedRewriter, chunks, facts, ranked

SALARY = "When are salaries paid?"


async def test_what_is_outside_the_scope(planted: Planted) -> None:
    """A page of a collection that this asker may not search in this place."""
    found = await planted.diagnose("How much is severance?", "hr:secret.md")

    assert Stage.OUTSIDE_SCOPE == found.stage
    assert "U1 may not search in C1" in found.said


async def test_what_was_never_asked_of_its_collection(planted: Planted) -> None:
    """A case that nobody asked anywhere is asked of what it names: no policy is at fault."""
    found = await planted.diagnose("How much is severance?", "hr:secret.md", asker="", place="")

    assert (Stage.OUTSIDE_SCOPE, "secret.md is in hr, and this was asked of docs only.") == (
        found.stage,
        found.said,
    )
    assert "policy" not in found.do


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
    assert "the leg that does not have it" in found.do


def test_what_both_legs_have_too_low() -> None:
    """No leg is said to lack it."""
    loss = _fused_out(Places(words=71, meaning=46, fused=54))

    assert loss
    assert loss.do.startswith("Both legs have it too low")


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


async def test_a_page_that_was_packed_without_its_answer(planted: Planted) -> None:
    """Another passage of the right page was packed: the one with the answer is followed."""
    wanted = Wanted("Ring 5 of them is brass.")
    found = await planted.diagnose(
        "How does the boiler valve turn?", "manual.md", wanted=wanted, budget=Budget(sources=1)
    )

    assert (Stage.BUDGET, True) == (found.stage, found.whole)
    assert "manual.md is packed, but not the passage that has the answer" in found.said


def _evidence(*legs: LegResult, ranked_: tuple[RankedHit, ...] = ()) -> Evidence:
    question = Question("how?", OPEN)
    searches = (Query("how?", "asked", ()),)
    trace = Trace(
        "",
        "",
        "",
        question,
        Queries(question, "how?", searches, "none"),
        Candidates(legs),
        Ranked(ranked_, (), "scripted"),
        Packed(()),
    )
    return Evidence(trace, PageFacts("docs", "f.md", chunks("f.md", "about")))


def _hits(*paths: str) -> tuple[Hit, ...]:
    found = [(facts(path), chunks(path, "about")[0]) for path in paths]
    return tuple(Hit(chunk, page, rank, 1.0) for rank, (page, chunk) in enumerate(found, 1))


def test_what_meaning_alone_did_not_find() -> None:
    """Where the words could not be searched it is meaning that did not find the page."""
    evidence = _evidence(
        LegResult("words", "how?", (), error="the index of words is damaged"),
        LegResult("meaning", "how?", _hits("a.md")),
    )
    loss = lost_in_search(evidence, places(evidence))

    assert loss
    assert Stage.NOT_FOUND_BY_MEANING == loss.stage
    assert "By words: not searched (the index of words is damaged)" in loss.said


def test_what_newer_pages_were_put_before() -> None:
    """The best by its score, and behind by the freshness rules."""
    paths = ("a.md", "b.md", "c.md", "d.md", "e.md", "f.md")
    order = tuple(
        ranked(hit.chunk, hit.document, rank, score=2.0 if path == "f.md" else 1.0)
        for rank, (path, hit) in enumerate(zip(paths, _hits(*paths), strict=True), start=1)
    )
    evidence = _evidence(LegResult("words", "how?", _hits("f.md")), ranked_=order)
    loss = lost_in_search(evidence, places(evidence))

    assert loss
    assert (Stage.STALE_OR_CONFLICTING, "newer first") == (loss.stage, loss.reason)
    assert "from 1 at 6" in loss.said
