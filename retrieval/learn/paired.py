"""The same cases before and after a change -> what got better, what worse, and by chance?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb


@dataclass(frozen=True, slots=True)
class Paired:
    """Two runs over the `n` cases that both know; `before` and `after` are shares of right ones.

    `better` and `worse` name the cases that changed. `p` is how probable it is that at least so
    many of the changed cases got worse if a change were as likely to mend a case as to break it:
    small means that it got worse. It says nothing of getting better: for that turn the two round.
    """

    n: int
    before: float
    after: float
    better: tuple[str, ...]
    worse: tuple[str, ...]
    p: float


def paired(before: Mapping[str, bool], after: Mapping[str, bool]) -> Paired:
    """Compare two runs on the cases that they share.

    The test is McNemar's, exact and one-sided: the sign test on the cases that changed (McNemar
    1947; Dietterich, Neural Computation 1998, for comparing two systems on the same cases).
    """
    shared = sorted(before.keys() & after.keys())
    better = tuple(case for case in shared if after[case] and not before[case])
    worse = tuple(case for case in shared if before[case] and not after[case])
    return Paired(
        n=len(shared),
        before=_share(before, shared),
        after=_share(after, shared),
        better=better,
        worse=worse,
        p=sign_test(len(worse), len(better)),
    )


def sign_test(worse: int, better: int) -> float:
    """Return P(X >= worse) for X binomial over all that changed, each with probability one half."""
    changed = worse + better
    ways, one = 0, comb(changed, worse)
    for many in range(worse, changed + 1):
        ways += one
        one = one * (changed - many) // (many + 1)
    return float(Fraction(ways, 2**changed))


def _share(run: Mapping[str, bool], cases: list[str]) -> float:
    """Return the share of right cases, 0 where there is none."""
    return sum(run[case] for case in cases) / len(cases) if cases else 0.0
