"""Tests of retrieval/learn/diagnose.py: the first loss is named, from a small corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.learn.diagnose import Diagnosis, furthest
from retrieval.learn.evidence import Wanted
from retrieval.learn.stages import Stage, Step
from retrieval.readers.folder import document_id
from retrieval.values import Claim, Quote
from tests.fakes.planted import ZEPPELINS, Planted, Reversing
from tests.fakes.team import ScriptedWriter

SALARY = "When are salaries paid?"


async def test_what_is_cited_and_shown_has_not_died(planted: Planted) -> None:
    """A right page that is cited in what is shown is answered rightly."""
    found = await planted.diagnose(SALARY, "salary.md")

    assert (Stage.RIGHT, Step.SHOWN) == (found.stage, found.reached)
    assert (1, 1, 1, 1) == (
        found.places.words,
        found.places.meaning,
        found.places.fused,
        found.places.reranked,
    )


def _claims(text: str, quote: str) -> ScriptedWriter:
    return ScriptedWriter(claims=(Claim(text, (Quote("S1", quote),)),))


async def test_of_two_losses_the_earlier_is_named(planted: Planted, cut: str) -> None:
    """Cut apart and badly reranked; out of scope and unused; unfound and archived; and so on."""
    late = ScriptedWriter(status="NOT_IN_CONTEXT")
    wrong = _claims("Salaries are paid on Mondays.", "on Mondays")
    found = [
        await planted.diagnose(
            "Which rule names the canteen?", "cut.md", wanted=Wanted(cut), reranker=Reversing()
        ),
        await planted.diagnose("How much is severance?", "hr:secret.md", writer=late),
        await planted.diagnose(ZEPPELINS, "old.md"),
        await planted.diagnose(SALARY, "salary.md", reranker=Reversing(), writer=wrong),
        await planted.diagnose(
            "Who lights the pottery kiln?",
            "old.md",
            wanted=Wanted("The kiln is lit by nobody."),
            writer=late,
        ),
    ]

    assert [
        Stage.CUT_APART,
        Stage.OUTSIDE_SCOPE,
        Stage.NOT_FOUND,
        Stage.RERANKER,
        Stage.STALE_OR_CONFLICTING,
    ] == [one.stage for one in found]


@pytest.mark.parametrize(
    ("text", "without", "said"),
    [
        (SALARY, True, "it was said not to be this page"),
        ("???", False, "There are no words in the question"),
    ],
)
async def test_what_is_of_no_known_kind(
    planted: Planted, text: str, *, without: bool, said: str
) -> None:
    """A page that the asker had turned down, and a question that came to nothing, are unknown."""
    key = _key(planted) if without else ""
    found = await planted.diagnose(text, "salary.md", without=(key,) if key else ())

    assert Stage.UNKNOWN == found.stage
    assert said in found.said


def _key(planted: Planted) -> str:
    return f"docs:{document_id(str(Path(planted.pages).resolve()), 'salary.md')}"


def test_of_several_right_pages_the_furthest_counts() -> None:
    """Any one right page is enough."""
    lost = Diagnosis(Stage.NOT_INDEXED, "", "", reached=Step.READ)
    packed = Diagnosis(Stage.NOT_USED, "", "", reached=Step.PACKED)
    unread = Diagnosis(Stage.NOT_READ, "", "")

    assert packed is furthest([unread, packed, lost])
