"""Grades of a sample -> how often answers are right, and whether people agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retrieval.learn.proportion import wilson
from retrieval.ports.grades import GRADES, Gradable, Grade

RIGHT = GRADES[0]
NO_PAGE = "no page cited"
"""Where what cites no page is counted, such as a refusal, if several collections were searched."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What was made of some answers: `right` of `graded`, with the ends of the 95 % interval.

    `clustered` are the ends where the answers of one asker count as alike as they are: the
    interval to quote where a few people ask most. `counts` is of each grade.
    """

    graded: int
    askers: int
    counts: Mapping[str, int]
    right: float
    interval: tuple[float, float]
    clustered: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Report:
    """A sample and its grades: all of it, and by the collections of the pages that were cited.

    `twice` answers were graded by several people; `agreement` is the share of pairs of their
    grades that are the same, and `alpha` Krippendorff's, in which 0 is what chance alone gives;
    None where nobody graded the same.
    """

    sample: str
    drawn: int
    whole: Tally
    by_collection: Mapping[str, Tally]
    twice: int
    agreement: float | None
    alpha: float | None


def report(
    sample: str, traces: Sequence[str], answers: Sequence[Gradable], grades: Sequence[Grade]
) -> Report:
    """Report on a sample; `answers` say whose question each was and what it cites."""
    known = {one.trace_id: one for one in answers}
    given: dict[str, list[str]] = {}
    for one in grades:
        given.setdefault(one.trace_id, []).append(one.grade)
    decided = {name: verdict(given[name]) for name in traces if name in given}
    of = {name: _counted_in(known[name]) for name in decided if name in known}
    names = sorted(
        {one for names in of.values() for one in names}, key=lambda one: (one == NO_PAGE, one)
    )
    by = {
        collection: tally({n: g for n, g in decided.items() if collection in of.get(n, ())}, known)
        for collection in names
    }
    several = [values for name, values in given.items() if name in decided and len(values) > 1]
    return Report(
        sample=sample,
        drawn=len(traces),
        whole=tally(decided, known),
        by_collection=by,
        twice=len(several),
        agreement=_agreement(several),
        alpha=_alpha(several),
    )


def verdict(grades: Sequence[str]) -> str:
    """Return what most people made of an answer; of equals the worst."""
    counts = Counter(grades)
    return max(counts, key=lambda grade: (counts[grade], GRADES.index(grade)))


def tally(decided: Mapping[str, str], known: Mapping[str, Gradable]) -> Tally:
    """Count grades by answer."""
    counts = Counter(decided.values())
    graded, right = len(decided), counts[RIGHT]
    clusters: dict[str, list[bool]] = {}
    for name, grade in decided.items():
        asker = known[name].asker if name in known else name
        clusters.setdefault(asker, []).append(grade == RIGHT)
    return Tally(
        graded=graded,
        askers=len(clusters),
        counts={grade: counts[grade] for grade in GRADES},
        right=right / graded if graded else float("nan"),
        interval=wilson(right, graded),
        clustered=_clustered(list(clusters.values())),
    )


def _clustered(clusters: Sequence[Sequence[bool]]) -> tuple[float, float]:
    """Return Wilson's interval at the size that is left when answers of one asker are alike.

    The size is divided by the design effect: the variance of the share over askers (Cochran
    1977, 11.7, the ratio estimator's) by that of as many independent answers, at least 1.
    """
    graded = sum(map(len, clusters))
    right = sum(map(sum, clusters))
    share = right / graded if graded else 0.0
    plain = share * (1 - share) / graded if graded else 0.0
    if len(clusters) < 2:
        return wilson(share, min(graded, 1))  # One asker tells of nobody else.
    if not plain:
        return wilson(right, graded)
    apart = sum((sum(one) - share * len(one)) ** 2 for one in clusters)
    variance = len(clusters) / (len(clusters) - 1) * apart / graded**2
    size = graded / max(1.0, variance / plain)
    return wilson(share * size, size)


def _counted_in(answer: Gradable) -> tuple[str, ...]:
    """Return the collections that an answer cites; of what cites none, the one that was asked."""
    if answer.cited or len(answer.collections) == 1:
        return answer.cited or answer.collections
    return (NO_PAGE,)


def _agreement(several: Sequence[Sequence[str]]) -> float | None:
    """Return the share of pairs of grades of one answer that are the same."""
    pairs = [
        (len(v) * (len(v) - 1), sum(c * (c - 1) for c in Counter(v).values())) for v in several
    ]
    every = sum(pair for pair, _ in pairs)
    return sum(same for _, same in pairs) / every if every else None


def _alpha(several: Sequence[Sequence[str]]) -> float | None:
    """Return Krippendorff's alpha for nominal data; None where all grades are one and the same."""
    counts = Counter(grade for values in several for grade in values)
    size = counts.total()
    expected = size**2 - sum(count**2 for count in counts.values())
    if not expected:
        return None
    observed = sum(
        (len(values) ** 2 - sum(c**2 for c in Counter(values).values())) / (len(values) - 1)
        for values in several
    )
    return 1 - (size - 1) * observed / expected
