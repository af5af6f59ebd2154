"""Scores of the same cases before and after -> whether what is new may go live, and why not.

It may unless one of three measures falls: right pages found among the first five, citations that
all pass, refusals where they are right. A measure falls when more cases got worse than chance
explains (exact sign test, p < 0.05); of fewer than a hundred cases any one that got worse counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from retrieval.learn.paired import Paired, paired
from retrieval.learn.scoring import MOST_FAILING, CaseScore
from retrieval.ports import EvalCase, LostCase, Measured

ENOUGH = 100
"""Cases from which one that got worse may be chance."""
CHANCE = 0.05

MEASURES: Mapping[str, Callable[[CaseScore], bool | None]] = {
    "found": lambda score: score.found,
    "citations": lambda score: score.cited_right,
    "refusals": lambda score: score.refused_right,
}
NAMES = {
    "found": "right pages among the first five",
    "citations": "answers whose citations all pass",
    "refusals": "answered or refused rightly",
}
"""What each measure is called."""
NO_CASES = "No labelled case says what would be right, so nothing was compared."


@dataclass(frozen=True, slots=True)
class Compared:
    """What the cases say: `fell` names the measures that fell."""

    cases: int
    measures: tuple[Measured, ...] = ()
    lost: tuple[LostCase, ...] = ()
    fell: tuple[str, ...] = ()
    unmeasured: str = ""
    """Why a case could not be asked in one of the runs, or its question was not embedded."""

    @property
    def passes(self) -> bool:
        """Whether what is new may go live."""
        return not self.fell and not self.unmeasured


def compare(
    cases: Sequence[EvalCase], before: Sequence[CaseScore], after: Sequence[CaseScore]
) -> Compared:
    """Compare two runs over the same cases."""
    former, latter = ({score.case: score for score in run} for run in (before, after))
    pairs = {name: paired_by(measure, former, latter) for name, measure in MEASURES.items()}
    asked = {case.id: str(case.content.get("question", "")) for case in cases}
    unmeasured = not_alike(former, latter)
    lost = [
        LostCase(case, asked.get(case, ""), name, former[case].rank, latter[case].rank)
        for name, pair in pairs.items()
        for case in pair.worse
    ]
    return Compared(
        cases=len(asked) - len(_unindexed(former, latter)),
        measures=tuple(_measured(name, pair) for name, pair in pairs.items() if pair.n),
        lost=() if unmeasured else tuple(lost),
        fell=tuple(name for name, pair in pairs.items() if fell(pair)),
        unmeasured=unmeasured,
    )


def fell(pair: Paired) -> bool:
    """Whether a measure fell."""
    return bool(pair.worse) and (pair.n < ENOUGH or pair.p < CHANCE)


def paired_by(
    measure: Callable[[CaseScore], bool | None],
    former: Mapping[str, CaseScore],
    latter: Mapping[str, CaseScore],
) -> Paired:
    """Compare the cases that a measure says something of in both runs."""
    return paired(_told(measure, former), _told(measure, latter))


def _told(
    measure: Callable[[CaseScore], bool | None], run: Mapping[str, CaseScore]
) -> dict[str, bool]:
    """Return which cases are right by a measure; one that it says nothing of is left out."""
    found = {name: measure(score) for name, score in run.items()}
    return {name: right for name, right in found.items() if right is not None}


def _measured(name: str, pair: Paired) -> Measured:
    worse, better = len(pair.worse), len(pair.better)
    return Measured(name, pair.n, pair.before, pair.after, better, worse, pair.p)


def not_alike(former: Mapping[str, CaseScore], latter: Mapping[str, CaseScore]) -> str:
    """Return why two runs cannot be compared; empty where they can."""
    runs = map(without_vectors, (list(former.values()), list(latter.values())))
    return asked_one_way(former, latter) or next(filter(None, runs), "")


def asked_one_way(former: Mapping[str, CaseScore], latter: Mapping[str, CaseScore]) -> str:
    """Return why a case could be asked in one run alone, so that the two cannot be compared."""
    for name in former.keys() & latter.keys():
        failures = former[name].failure, latter[name].failure
        if any(failures) and not all(failures):
            return next(filter(None, failures))
    return ""


def without_vectors(run: Sequence[CaseScore]) -> str:
    """Say why too many questions could not be embedded for what was found to mean anything."""
    away = [score.unembedded for score in run if score.unembedded]
    return away[0] if len(away) > MOST_FAILING * len(run) else ""


def _unindexed(former: Mapping[str, CaseScore], latter: Mapping[str, CaseScore]) -> set[str]:
    """Return the cases that neither run could ask, for a collection of theirs is not indexed."""
    return {
        name
        for name in former.keys() & latter.keys()
        if former[name].unindexed and latter[name].unindexed
    }


def sentence(compared: Compared) -> str:
    """Say what the cases say."""
    if not compared.cases:
        return NO_CASES
    if compared.unmeasured:
        return f"It could not be measured: {compared.unmeasured}"
    figures = "; ".join(map(figure, compared.measures))
    lost = len({one.case for one in compared.lost})
    if not compared.fell:
        worse = f"{lost} of {compared.cases} cases got worse, no more than chance" if lost else ""
        return f"{worse or f'None of {compared.cases} cases got worse'}: {figures}."
    why = f", and of fewer than {ENOUGH} any one counts" if compared.cases < ENOUGH else ""
    return f"{lost} of {compared.cases} cases got worse{why}: {figures}."


def figure(one: Measured) -> str:
    """Word one measure."""
    odds = f", p = {one.p:.3f}" if one.worse else ""
    return f"{NAMES[one.name]} {one.before:.3f} -> {one.after:.3f} of {one.n}{odds}"


def line(one: LostCase) -> str:
    """Word a case that got worse, without its question, which not everybody may read."""
    if one.measure == "found":
        return f"{one.case}: rank {one.before or 'none'} -> {one.after or 'none'}"
    what = "a citation does not pass" if one.measure == "citations" else "answered or refused wrong"
    return f"{one.case}: {what}"
