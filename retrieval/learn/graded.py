"""A grade -> an eval case: what was graded is measured from then on.

"Right" makes the cited pages the right ones (of a refusal: refusing is right), "should have
refused" says that no page answers the question, and "partly" or "wrong" is a complaint that
names nobody: somebody has yet to say what would have been right.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from retrieval.errors import CaseMissing
from retrieval.ports import Cases, EvalCase, Label
from retrieval.ports.grades import Grade
from retrieval.values import Outcome, Trace

KIND = "grade"


def meant(trace: Trace, grade: str) -> str:
    """Return what a grade means: of a refusal, "should have refused" means right."""
    return "right" if grade == "refuse" and _refused(trace) else grade


async def settle(cases: Cases, trace: Trace, grade: Grade, now: datetime) -> EvalCase:
    """Make the case of a graded answer, or label the one that stands; return it.

    What a person said of a case before, other than by grading, always stays.
    Raises LedgerError.
    """
    found = await _case(cases, trace, grade, now)
    label = _label(trace, grade.grade)
    ours = found.kind in {KIND, "praise"} or found.label == Label()
    if not ours or (found.kind == "complaint" and grade.grade == "right"):
        return found
    if label is not None:
        said = replace(label, note=found.label.note)
        return found if said == found.label else await _labelled(cases, found, said, grade)
    if found.label != Label():
        await cases.label(found.id, Label(), by=grade.person)
    if found.state == "new":
        return found
    return await cases.move(found.id, "new", note=f"graded {grade.grade}", by=grade.person)


async def _case(cases: Cases, trace: Trace, grade: Grade, now: datetime) -> EvalCase:
    """Return the case of an answer, made where there is none."""
    try:
        return await cases.find(trace.id)
    except CaseMissing:
        place = trace.question.place
        made = EvalCase(trace.id, trace.id, now, "new", grade.person, place, {}, kind=KIND)
        await cases.add(made)
        return await cases.find(trace.id)


async def _labelled(cases: Cases, case: EvalCase, label: Label, grade: Grade) -> EvalCase:
    """Say what is right about a case, and have it count."""
    labelled = await cases.label(case.id, label, by=grade.person)
    if labelled.state in {"triaged", "fixed", "kept"}:
        return labelled
    return await cases.move(case.id, "triaged", note=label.note, by=grade.person)


def _label(trace: Trace, grade: str) -> Label | None:
    """Return what a grade says is right; None where it only says what is wrong."""
    if grade == "refuse" or (grade == "right" and _refused(trace)):
        return Label(answerable=False)
    if grade != "right" or trace.answer is None:
        return None
    cited = [c.document for claim in trace.answer.claims for c in claim.citations]
    return Label(right=tuple(dict.fromkeys(f"{one.collection}:{one.path}" for one in cited)))


def _refused(trace: Trace) -> bool:
    return trace.answer is None or trace.answer.outcome is Outcome.NOT_IN_CONTEXT
