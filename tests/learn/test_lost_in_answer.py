"""Tests of retrieval/learn/lost_in_answer.py: not used, dropped, outdone."""

from __future__ import annotations

from retrieval.learn.evidence import Wanted
from retrieval.learn.stages import Stage, Step
from retrieval.values import Claim, Quote
from tests.fakes.planted import Both, LastLine, Planted
from tests.fakes.team import ScriptedWriter

SALARY = "When are salaries paid?"


async def test_what_the_writer_did_not_use(planted: Planted) -> None:
    """The page was packed, and the writer said that nothing answers."""
    found = await planted.diagnose(
        SALARY, "salary.md", writer=ScriptedWriter(status="NOT_IN_CONTEXT")
    )

    assert (Stage.NOT_USED, Step.PACKED) == (found.stage, found.reached)
    assert "the writer scripted ended with NOT_IN_CONTEXT" in found.said


async def test_what_the_writer_wrote_from_other_passages_and_nobody_saw(planted: Planted) -> None:
    """It did not end with an answer: none of it passed the checks."""
    writer = ScriptedWriter(claims=(Claim("The moon is far.", (Quote("S9", "Far."),)),))
    found = await planted.diagnose(SALARY, "salary.md", writer=writer)

    assert Stage.NOT_USED == found.stage
    assert "nothing that the writer scripted wrote from other passages passed" in found.said


def _claims(text: str, quote: str) -> ScriptedWriter:
    return ScriptedWriter(claims=(Claim(text, (Quote("S1", quote),)),))


async def test_what_verification_dropped(planted: Planted) -> None:
    """The writer's claim rested on the page, and its quote does not stand there."""
    writer = _claims("Salaries are paid on Mondays.", "Salaries are paid on Mondays")
    found = await planted.diagnose(SALARY, "salary.md", writer=writer)

    assert (Stage.CLAIM_DROPPED, "quote") == (found.stage, found.reason)
    assert "the check “quote” dropped it" in found.said


async def test_what_a_page_of_another_date_said_otherwise(planted: Planted) -> None:
    """A page was cited, and the right one says another number; no answer adds an older page."""
    writer = LastLine("leave-2025.md")
    found = await planted.diagnose("How much holiday for sailors?", "leave-2023.md", writer=writer)

    assert Stage.STALE_OR_CONFLICTING == found.stage
    assert "leave-2025.md (2025-11-01) was cited" in found.said
    assert "leave-2023.md (2023-02-01) says" in found.said


async def test_a_newer_page_that_says_otherwise_is_cited_beside_the_older(planted: Planted) -> None:
    """Whatever the writer cites: so the answer has the right page, too."""
    writer = LastLine("leave-2023.md")
    found = await planted.diagnose("How much holiday for sailors?", "leave-2025.md", writer=writer)

    assert Stage.RIGHT == found.stage


async def test_what_contradicts_is_a_sentence_and_no_heading(planted: Planted) -> None:
    """A heading has most of the words and says nothing; the sentence is shown without its marks."""
    writer = LastLine("ferry-2023.md")
    found = await planted.diagnose("When does the ferry sail?", "ferry-2025.md", writer=writer)

    assert Stage.STALE_OR_CONFLICTING == found.stage
    assert "says “The ferry sails Monday to Thursday from 9:00 to 16:00.”" in found.said


async def test_what_was_cited_and_not_said(planted: Planted) -> None:
    """The page is cited for something else than what the answer has to say."""
    wanted = Wanted(groups=(("The hall is heated.",),))
    found = await planted.diagnose("When is the hall open?", "hall.md", wanted=wanted)

    assert (Stage.NOT_USED, Step.SHOWN) == (found.stage, found.reached)
    assert "does not say “The hall is heated.”" in found.said


async def test_an_expected_answer_is_held_against_what_was_shown(planted: Planted) -> None:
    """Where it stands in the page as it is; in other words it proves nothing."""
    found = [
        await planted.diagnose("When is the hall open?", "hall.md", wanted=Wanted(answer))
        for answer in (
            "The hall is heated.",
            "The hall is open until nine.",
            "Warm enough for anybody.",
        )
    ]

    assert [Stage.NOT_USED, Stage.RIGHT, Stage.RIGHT] == [one.stage for one in found]


async def test_what_was_said_though_it_must_not(planted: Planted) -> None:
    """The right page is cited beside an older one whose number must not be said."""
    writer = Both("leave-2023.md", "leave-2025.md")
    wanted = Wanted(never=("30 days",))
    found = await planted.diagnose(
        "How much holiday for sailors?", "leave-2025.md", writer=writer, wanted=wanted
    )

    assert Stage.STALE_OR_CONFLICTING == found.stage


async def test_what_the_answer_cannot_have_said(planted: Planted) -> None:
    """Cited, without words that stand nowhere in the page: nothing known explains it."""
    wanted = Wanted(groups=(("by cheque",),))
    found = await planted.diagnose(SALARY, "salary.md", wanted=wanted)

    assert Stage.UNKNOWN == found.stage
