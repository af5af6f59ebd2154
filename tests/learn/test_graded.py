"""Tests of retrieval/learn/graded.py: which case a grade makes or labels."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from retrieval.learn.graded import meant, settle
from retrieval.learn.labelled import counts
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label, Opinion
from retrieval.ports.grades import Grade
from retrieval.values import Outcome, Trace
from tests.test_tracing import TRACE

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
assert TRACE.answer
REFUSED = replace(
    TRACE, answer=replace(TRACE.answer, outcome=Outcome.NOT_IN_CONTEXT, claims=(), sources=())
)
PAGES = [c.document for claim in TRACE.answer.claims for c in claim.citations]
CITED = tuple(f"{page.collection}:{page.path}" for page in PAGES)


async def _settled(tmp_path: Path, trace: Trace, *grades: str, dislike: bool = False) -> EvalCase:
    """Grade an answer, one time after the other; return its case."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.record(trace)
        if dislike:
            opinion = Opinion(trace.id, "U1", -1, "button", "C1", NOON)
            await ledger.feedback.give(opinion)
        for grade in grades:
            await settle(ledger.cases, trace, Grade(trace.id, "U9", grade, NOON), NOON)
        return await ledger.cases.find(trace.id)


async def test_right_makes_the_cited_pages_right(tmp_path: Path) -> None:
    """Such a case is measured from then on, with all that was known of the answer."""
    case = await _settled(tmp_path, TRACE, "right")

    assert ("grade", "triaged", tuple(dict.fromkeys(CITED))) == (
        case.kind, case.state, case.label.right,
    )  # fmt: skip
    assert TRACE.question.text == case.content["question"]
    assert counts(case)


async def test_should_have_refused_says_that_no_page_answers(tmp_path: Path) -> None:
    """So does "right" of a refusal, and "should have refused" of one means just that."""
    case = await _settled(tmp_path, TRACE, "refuse")

    assert (False, (), "triaged") == (case.label.answerable, case.label.right, case.state)
    assert ("right", "refuse") == (meant(REFUSED, "refuse"), meant(TRACE, "refuse"))


async def test_a_right_refusal_is_one_to_keep(tmp_path: Path) -> None:
    """It is measured as a question that no page answers."""
    case = await _settled(tmp_path, REFUSED, "right")

    assert (False, True) == (case.label.answerable, counts(case))


async def test_wrong_waits_for_somebody_to_say_what_is_right(tmp_path: Path) -> None:
    """It is new, as a complaint is, and does not count yet."""
    for number, grade in enumerate(("wrong", "partly")):
        folder = tmp_path / str(number)
        folder.mkdir()
        case = await _settled(folder, TRACE, grade)

        assert ("grade", "new", Label(), False) == (case.kind, case.state, case.label, counts(case))


async def test_a_grade_that_is_changed_changes_its_case(tmp_path: Path) -> None:
    """Going back takes back what the first one said."""
    case = await _settled(tmp_path, TRACE, "right", "wrong")

    assert ("new", (), None) == (case.state, case.label.right, case.label.answerable)


async def test_a_dislike_outweighs_a_right_and_takes_a_refuse(tmp_path: Path) -> None:
    """A complaint stays one; that no page answers it is worth knowing."""
    stays = await _settled(tmp_path, TRACE, "right", dislike=True)
    assert ("complaint", "new", Label()) == (stays.kind, stays.state, stays.label)
    other = tmp_path / "other"
    other.mkdir()
    labelled = await _settled(other, TRACE, "refuse", dislike=True)
    assert ("complaint", False) == (labelled.kind, labelled.label.answerable)


async def test_what_somebody_labelled_stays(tmp_path: Path) -> None:
    """A grade takes away nothing that was said with more care."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.record(TRACE)
        await ledger.feedback.give(Opinion(TRACE.id, "U1", -1, "button", "C1", NOON))
        said = Label(right=("docs:right.md",), note="by hand")
        await ledger.cases.label(TRACE.id, said, by="U2")
        for grade in ("refuse", "wrong"):
            await settle(ledger.cases, TRACE, Grade(TRACE.id, "U9", grade, NOON), NOON)

        assert said == (await ledger.cases.find(TRACE.id)).label
