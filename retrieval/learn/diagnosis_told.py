"""Diagnoses -> lines for people, and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.diagnosing import Diagnosed
from retrieval.learn.funnel import INNOCENT, Funnel, funnel
from retrieval.learn.stages import STEP_TITLES, TITLES, Stage, Step
from retrieval.text.counted import number_of
from retrieval.text.shorten import shorten_line

LONGEST = 300
"""Characters of a question that are printed."""


def told(diagnosis: Diagnosis) -> list[str]:
    """Tell one diagnosis: the stage, the evidence, what to do, the places."""
    lines = [
        f"{TITLES[diagnosis.stage]}: {diagnosis.page}",
        f"  {diagnosis.said}",
        f"  To do: {diagnosis.do}",
    ]
    if where := _places(diagnosis):
        lines.append(f"  Places among the pages: {where}.")
    return lines


def case_lines(found: Diagnosed) -> list[str]:
    """Tell what becomes of one case now, and then, where that differs or is all there is."""
    question = _short(found.asked.question.text)
    printed = [f"{found.asked.id}: {question}", "", f"now: {_first(found.diagnosis)}"]
    printed += told(found.diagnosis)[1:]
    if found.then is None:
        return [*printed, "", "then: nothing was recorded."]
    if not found.differs:
        return [*printed, "", "then: the same."]
    return [*printed, "", f"then: {_first(found.then)}", *told(found.then)[1:]]


def _first(diagnosis: Diagnosis) -> str:
    return told(diagnosis)[0]


def lines(found: Sequence[Diagnosed], *, most: int | None = None) -> list[str]:
    """Tell a set: its funnel, what lost how many, the worst stage, and the questions lost."""
    counted = funnel([one.diagnosis for one in found])
    lost = [one for one in found if one.diagnosis.stage is not Stage.RIGHT]
    shown = lost if most is None else lost[:most]
    printed = [*_funnel(counted), "", *_losses(counted), "", counted.worst]
    for one in shown:
        said = told(one.diagnosis)
        if one.differs and one.then:
            said.append(f"  Then it was: {TITLES[one.then.stage]}. {one.then.said}")
        printed += ["", f"{one.asked.id}: {_short(one.asked.question.text)}", *said]
    if len(shown) < len(lost):
        printed += ["", f"and {len(lost) - len(shown)} more (--all lists them)"]
    return printed


def as_json(found: Sequence[Diagnosed]) -> dict[str, Any]:
    """Tell a set in the form that other programs read."""
    counted = funnel([one.diagnosis for one in found])
    return {
        "pages": counted.pages,
        "funnel": [
            {"step": gauge.step, "came": gauge.came, "passed": gauge.passed, "share": gauge.share}
            for gauge in counted.gauges
        ],
        "found_by": {"words": counted.words, "meaning": counted.meaning},
        "lost": {
            stage: {"count": count, "share": count / counted.pages}
            for stage, count in counted.lost.items()
        },
        "in_no_source": counted.nowhere,
        "worst": counted.worst,
        "questions": [case_as_json(one) for one in found],
    }


def case_as_json(one: Diagnosed) -> dict[str, Any]:
    """Tell one question in the form that other programs read."""
    return {
        "id": one.asked.id,
        "question": one.asked.question.text,
        **one_as_json(one.diagnosis),
        "then": one_as_json(one.then) if one.then else None,
        "differs": one.differs,
    }


def one_as_json(diagnosis: Diagnosis) -> dict[str, Any]:
    """Tell one diagnosis in the form that other programs read."""
    told = asdict(diagnosis)
    return {**told, "title": TITLES[diagnosis.stage]}


def _places(diagnosis: Diagnosis) -> str:
    """Tell where the page stood in each order."""
    found: Mapping[str, int | None] = {
        **asdict(diagnosis.places),
        "right wording": diagnosis.reference,
    }
    orders = [f"{name} {at}" for name, at in found.items() if at is not None]
    return ", ".join(orders)


def _funnel(counted: Funnel) -> list[str]:
    """Draw the funnel: of all right pages, how many came through each step."""
    printed = [number_of(counted.pages, "right page")]
    for gauge in counted.gauges:
        share = "  -  " if gauge.share is None else f"{gauge.share:.3f}"
        known = f" of {gauge.came} known" if gauge.step is Step.WHOLE else f" of {gauge.came}"
        name = STEP_TITLES[gauge.step]
        printed.append(f"  {name:<26} {gauge.passed:>6}{known:<16} {share}")
        if gauge.step is Step.FOUND:
            printed.append(f"    by words {counted.words}, by meaning {counted.meaning}")
    return printed


def _losses(counted: Funnel) -> list[str]:
    """List what lost how many."""
    printed = ["what became of them"]
    for stage, count in counted.lost.items():
        mark = " " if stage in INNOCENT else "-"
        share = count / counted.pages
        printed.append(f"  {mark} {TITLES[stage]:<48} {count:>6}  {share:.3f}")
        if stage is Stage.NOT_READ and counted.nowhere:
            printed.append(f"    of them in no source {counted.nowhere}")
    return printed


def _short(question: str) -> str:
    """Put a question on one line, cut where it is long; the JSON has it whole."""
    return shorten_line(question, LONGEST)
