"""The same cases by two ways of answering -> which is better, by how much, and by chance?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from retrieval.learn.compare import Difference, paired
from retrieval.learn.paired import Paired, sign_test
from retrieval.learn.ruling import CHANCE, ENOUGH, MEASURES, NAMES, fell, not_alike, paired_by
from retrieval.learn.scoring import CaseScore, failing

RANKS = "MRR@10"

WORSE, BETTER, EQUAL, UNMEASURED = "worse", "better", "equal", "unmeasured"

_MEASURES: Mapping[str, Callable[[CaseScore], bool | None]] = {
    **MEASURES,
    "said": lambda score: score.said_right,
}
_NAMES = {**NAMES, "said": "answers that say what they must"}


@dataclass(frozen=True, slots=True)
class Row:
    """One measure over the `n` cases that both ways know; `before` and `after` are shares.

    `p_worse` is how probable so many worse ones are by chance, `p_better` so many better ones
    (both exact sign tests, one-sided).
    """

    name: str
    said: str
    n: int
    before: float
    after: float
    better: int
    worse: int
    p_worse: float
    p_better: float


@dataclass(frozen=True, slots=True)
class Moved:
    """A case that was right one way and wrong the other, by a measure; ranks are those of both."""

    case: str
    question: str
    measure: str
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the cases say of two ways of answering.

    `verdict` is WORSE, BETTER or EQUAL: no difference that chance does not explain; or UNMEASURED,
    where too few cases could be asked either way to say anything. `cases` counts those that were
    asked, `unasked` says of those that could not be, either way, why. `ranks` is the difference of
    MRR@10, with its interval by paired bootstrap. `unmeasured` says why nothing was measured, or
    why a case could be asked one way alone: then the verdict is WORSE.
    """

    verdict: str
    cases: int
    rows: tuple[Row, ...] = ()
    ranks: Difference | None = None
    lost: tuple[Moved, ...] = ()
    gained: tuple[Moved, ...] = ()
    unmeasured: str = ""
    unasked: Mapping[str, str] = field(default_factory=dict)

    @property
    def few(self) -> bool:
        """Whether there are too few cases to tell a difference from chance."""
        return self.cases < ENOUGH


def comparison(
    before: Sequence[CaseScore], after: Sequence[CaseScore], questions: Mapping[str, str]
) -> Comparison:
    """Compare the scores of the same cases; `questions` are what the cases ask, by their ids.

    It is worse where a measure fell as the gate has it: more cases got worse than chance explains,
    and of fewer than a hundred any one.
    """
    former, latter = ({score.case: score for score in run} for run in (before, after))
    pairs = {name: paired_by(measure, former, latter) for name, measure in _MEASURES.items()}
    rows = tuple(_row(name, pair) for name, pair in pairs.items() if pair.n)
    nothing = failing(before) and failing(after)
    apart = not_alike(former, latter)
    unasked = _unasked(former, latter)

    def moved(kind: str) -> tuple[Moved, ...]:
        return tuple(
            Moved(case, questions.get(case, ""), name, former[case].rank, latter[case].rank)
            for name, pair in pairs.items()
            for case in getattr(pair, kind)
        )

    return Comparison(
        verdict=UNMEASURED if nothing else _verdict(rows, pairs.values(), apart),
        cases=len(former.keys() & latter.keys()) - len(unasked),
        rows=rows,
        ranks=paired(_ranks(latter), _ranks(former), RANKS),
        lost=moved("worse"),
        gained=moved("better"),
        unmeasured=nothing or apart,
        unasked=unasked,
    )


def _row(name: str, pair: Paired) -> Row:
    worse, better = len(pair.worse), len(pair.better)
    return Row(
        name,
        _NAMES[name],
        pair.n,
        pair.before,
        pair.after,
        better,
        worse,
        p_worse=pair.p,
        p_better=sign_test(better, worse),
    )


def _verdict(rows: Sequence[Row], pairs: Iterable[Paired], unmeasured: str) -> str:
    """Say which is better."""
    return WORSE if unmeasured or any(map(fell, pairs)) else _risen(rows)


def _unasked(former: Mapping[str, CaseScore], latter: Mapping[str, CaseScore]) -> dict[str, str]:
    """Say of each case that could be asked neither way why."""
    return {
        name: score.failure
        for name, score in latter.items()
        if score.failure and name in former and former[name].failure
    }


def _risen(rows: Sequence[Row]) -> str:
    """Say whether a measure rose more than chance explains, where none fell."""
    return BETTER if any(row.better and row.p_better < CHANCE for row in rows) else EQUAL


def _ranks(run: Mapping[str, CaseScore]) -> dict[str, int | None]:
    """Return the rank of the first right page of each case that has one."""
    return {name: score.rank for name, score in run.items() if score.right and not score.failure}
