"""Diagnoses of a set -> its funnel: how many right pages come how far, and what loses most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.learn.diagnose import Diagnosis
from retrieval.learn.stages import (
    IN_NO_SOURCE,
    MEND,
    MEND_NOWHERE,
    STEP_TITLES,
    STEPS,
    TITLES,
    Stage,
    Step,
)

INNOCENT = frozenset({Stage.RIGHT, Stage.UNKNOWN})
"""Stages that lose nothing that could be mended."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """How many of the right pages came through a step, and how many came to it.

    Of the step "whole" only those count of which an answer's text is known to stand in the page.
    """

    step: Step
    came: int
    passed: int

    @property
    def share(self) -> float | None:
        """The share that came through; None where none came to it."""
        return self.passed / self.came if self.came else None


@dataclass(frozen=True, slots=True)
class Funnel:
    """What became of the right pages of a set, one a question.

    `words` and `meaning` count those that each leg found. `lost` counts by stage, the answered
    and the unknown too; `nowhere` of those not read the ones that are in no source. `worst` says in
    a sentence which stage loses most and what to do.
    """

    pages: int
    gauges: tuple[Gauge, ...]
    words: int
    meaning: int
    lost: Mapping[Stage, int]
    nowhere: int
    worst: str

    def passed(self, step: Step) -> int:
        """How many pages came through a step."""
        return next(gauge.passed for gauge in self.gauges if gauge.step is step)


def funnel(found: Sequence[Diagnosis]) -> Funnel:
    """Count how far the right pages of some questions came."""
    gauges = tuple(_gauge(found, at) for at in range(len(STEPS)))
    counted = Counter(one.stage for one in found)
    lost = {stage: counted[stage] for stage in Stage if counted[stage]}
    nowhere = sum(one.named == IN_NO_SOURCE for one in found)
    return Funnel(
        pages=len(found),
        gauges=gauges,
        words=sum(one.places.words is not None for one in found),
        meaning=sum(one.places.meaning is not None for one in found),
        lost=lost,
        nowhere=nowhere,
        worst=_worst(lost, gauges, len(found), nowhere),
    )


def _gauge(found: Sequence[Diagnosis], at: int) -> Gauge:
    """Count who came to a step, and who came through it."""
    step = STEPS[at]
    came = [one for one in found if not at or one.came_to(STEPS[at - 1])]
    if step is Step.WHOLE:
        came = [one for one in came if one.whole is not None]
    return Gauge(step, len(came), sum(one.came_to(step) for one in came))


def _worst(lost: Mapping[Stage, int], gauges: Sequence[Gauge], pages: int, nowhere: int) -> str:
    """Name the stage that loses most, the earliest of equals, and what to do."""
    losing = {stage: count for stage, count in lost.items() if stage not in INNOCENT}
    if not pages:
        return "There is no question with a right page."
    if not losing:
        return "No stage loses a page."
    worst = max(losing, key=lambda stage: losing[stage])
    gauge = _where(worst, gauges)
    rate = "" if gauge is None or gauge.share is None else f", {_name(gauge)} {gauge.share:.2f}"
    count = f"{losing[worst]} of {pages}"
    mend = MEND[worst]
    if worst is Stage.NOT_READ and nowhere:
        count = f"{count}, {nowhere} in no source"
        mend = MEND_NOWHERE if nowhere == losing[worst] else f"{MEND_NOWHERE}, and {mend}"
    return f"Most are lost here: {TITLES[worst]} ({count}{rate}). Stop here: {mend}."


_AT: Mapping[Stage, Step] = {
    Stage.NOT_READ: Step.READ,
    Stage.NOT_INDEXED: Step.INDEXED,
    Stage.CUT_APART: Step.WHOLE,
    Stage.OUTSIDE_SCOPE: Step.IN_SCOPE,
    Stage.REWRITE_DRIFTED: Step.FOUND,
    Stage.NOT_FOUND: Step.FOUND,
    Stage.NOT_FOUND_BY_WORDS: Step.FOUND,
    Stage.NOT_FOUND_BY_MEANING: Step.FOUND,
    Stage.FUSION: Step.FUSED,
    Stage.RERANKER: Step.RERANKED,
    Stage.BUDGET: Step.PACKED,
    Stage.NOT_USED: Step.CITED,
    Stage.CLAIM_DROPPED: Step.SHOWN,
}
"""The step at which a stage loses pages; those out of date are lost at several."""


def _where(stage: Stage, gauges: Sequence[Gauge]) -> Gauge | None:
    step = _AT.get(stage)
    return next((gauge for gauge in gauges if gauge.step is step), None)


def _name(gauge: Gauge) -> str:
    return "integrity" if gauge.step is Step.WHOLE else STEP_TITLES[gauge.step]
