"""A run beside earlier ones -> what fell, on the same cases, and whether that can be chance.

A run is compared with the run before, and with the best of the last four weeks, so that a slow
decay is seen as well as a fall. The best of many is sometimes too good by chance, so a fall from it
must be five times less probable.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from retrieval.learn.paired import Paired, paired
from retrieval.learn.records import scores
from retrieval.learn.scoring import CaseScore
from retrieval.ports import NightlyRun

POINTS = 0.02
"""What a measure may fall without anything being said of it."""
LEAST = 100
"""Cases below which a drop is said, and no ticket is made."""
BEFORE, WEEKS = "before", "weeks"
P = {BEFORE: 0.05, WEEKS: 0.01}
"""Below this a drop is no chance: from the run before, and from the best of the last weeks."""
LOOK_BACK = timedelta(days=28)

Scores = Mapping[str, CaseScore]

MEASURES: Mapping[str, Callable[[CaseScore], bool | None]] = {
    "found": lambda score: score.found,
    "said": lambda score: score.said_right,
    "refused": lambda score: score.refused_right,
    "valid": lambda score: score.cited_right,
}
"""What is compared, the number itself first: each says of a case whether it was right."""

NAMES = {
    "found": "recall@5",
    "said": "right answers",
    "refused": "right refusals",
    "valid": "valid citations",
}


@dataclass(frozen=True, slots=True)
class Drop:
    """A measure that fell by more than two points; `kind` says whether from before or from weeks.

    A `certain` one is over enough cases, and improbable enough, for a ticket.
    """

    measure: str
    kind: str
    against: NightlyRun
    paired: Paired

    @property
    def points(self) -> float:
        """By how many points it fell."""
        return 100 * (self.paired.before - self.paired.after)

    @property
    def enough(self) -> bool:
        """Whether there are enough cases to tell."""
        return self.paired.n >= LEAST

    @property
    def certain(self) -> bool:
        """Whether it opens a ticket."""
        return self.enough and self.paired.p < P[self.kind]


def by_case(run: NightlyRun) -> dict[str, CaseScore]:
    """Return the scores of a run by the id of the case."""
    return {score.case: score for score in scores(run.scores)}


@dataclass(frozen=True, slots=True)
class Reference:
    """A run to compare another with, and its scores by case."""

    run: NightlyRun
    scores: Scores

    @classmethod
    def of(cls, run: NightlyRun) -> Reference:
        """Read the scores of a whole run."""
        return cls(run, by_case(run))


def verdicts(found: Scores, measure: str) -> dict[str, bool]:
    """Return which cases were right in a measure, those left out of which it says nothing."""
    judged = {case: MEASURES[measure](score) for case, score in found.items()}
    return {case: right for case, right in judged.items() if right is not None}


def compare(before: Scores, after: Scores, measure: str) -> Paired:
    """Compare two runs on the cases whose right pages are the same in both."""
    same = {
        case for case in before.keys() & after.keys() if before[case].right == after[case].right
    }
    return paired(
        verdicts({case: before[case] for case in same}, measure),
        verdicts({case: after[case] for case in same}, measure),
    )


def drops(
    after: Scores,
    references: Mapping[str, Reference],
    known: Mapping[str, Collection[str]],
) -> list[Drop]:
    """Return what fell, the certain ones first.

    Args:
        after: The scores of the run.
        references: The runs to hold it against, by kind.
        known: The cases of each measure for whose loss there is a ticket already: left out.
    """
    found = []
    for kind, reference in references.items():
        before = reference.scores
        for measure in MEASURES:
            left = {c: s for c, s in before.items() if c not in known.get(measure, ())}
            drop = Drop(measure, kind, reference.run, compare(left, after, measure))
            if drop.points > 100 * POINTS + 1e-9:
                found.append(drop)
    return sorted(found, key=lambda drop: (not drop.certain, list(MEASURES).index(drop.measure)))


def references(
    earlier: Sequence[NightlyRun], now: NightlyRun, since: datetime | None = None
) -> dict[str, NightlyRun]:
    """Choose the runs to compare a run with: the one before, and the best of the last weeks.

    Args:
        earlier: Earlier runs, the newest first, without their scores.
        now: The run. Others of its own period, which may be its own first try, are references only
            where there are no others: on the first day.
        since: When what had fallen was last accepted as it is: older runs do not count.
    """
    known = [
        run
        for run in earlier
        if not run.failure and run.started < now.started and (since is None or run.started >= since)
    ]
    usable = [run for run in known if run.period != now.period] or known
    if not usable:
        return {}
    weeks = [run for run in usable if run.started >= now.started - LOOK_BACK] or usable[:1]
    best = max(weeks, key=lambda run: (_number(run), run.started))
    return {BEFORE: usable[0], **({WEEKS: best} if best.id != usable[0].id else {})}


def _number(run: NightlyRun) -> float:
    """Return the recall of a run."""
    return float((run.figures.get("all") or {}).get("r5") or 0.0)
