"""States in their order + a judge -> the change between the last right and the first wrong one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from retrieval.learn.scoring import CaseScore

ALL = "all"
MEASURES = (ALL, "found", "refusal", "said")
"""What a case is judged by: a right page among the first five, answered or refused as is right,
said what it must."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a case is right in a state, and why; None where that cannot be told."""

    right: bool | None
    why: str


Judge = Callable[[int], Awaitable[Verdict]]
"""Judges the case in the state at a place."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Between which two states a case broke; `skipped` are those between that no one can judge."""

    good: int
    bad: int
    judged: Mapping[int, Verdict] = field(default_factory=dict)

    @property
    def skipped(self) -> tuple[int, ...]:
        """The places between the two that could not be judged."""
        return tuple(
            place
            for place, verdict in sorted(self.judged.items())
            if self.good < place < self.bad and verdict.right is None
        )


@dataclass(frozen=True, slots=True)
class NotBroken:
    """There is nothing between the two states to find, and why."""

    why: str
    judged: Mapping[int, Verdict] = field(default_factory=dict)


def verdict(score: CaseScore, by: str = ALL) -> Verdict:
    """Judge a case by its score: all that its label says must be so, or one thing (`by`) alone."""
    if score.failure:
        return Verdict(None, score.failure)
    said = "it says what it must" if score.said_right else "it does not say what it must"
    told = {
        "found": (score.found, _rank(score)),
        "refusal": (score.refused_right, f"the outcome is {score.outcome}"),
        "said": (score.said_right, said),
    }
    known = [told[name] for name in told if by in {ALL, name} and told[name][0] is not None]
    why = "; ".join(words for _, words in known)
    if not known:
        return Verdict(None, "its label says nothing to judge it by")
    return Verdict(all(right for right, _ in known), why)


def _rank(score: CaseScore) -> str:
    return (
        f"the right page is at rank {score.rank}" if score.rank else "the right page is not found"
    )


async def bisect(good: int, bad: int, judge: Judge) -> Broken | NotBroken:
    """Halve the states between a right one and a wrong one until two neighbours are left.

    One that cannot be judged is stepped around, to its nearest neighbours first.
    """
    judged: dict[int, Verdict] = {}

    async def right(place: int) -> bool | None:
        if place not in judged:
            judged[place] = await judge(place)
        return judged[place].right

    if good == bad:
        return NotBroken(
            "Good and bad are one version, so there is no change to find. --list has all versions."
        )
    if good > bad:
        return NotBroken("The good version must come before the bad one.")
    if await right(good) is not True:
        return NotBroken(_unlike("good", "right", judged[good]), judged)
    if await right(bad) is not False:
        return NotBroken(_unlike("bad", "wrong", judged[bad]), judged)
    low, high = good, bad
    while (place := _between(low, high, judged)) is not None:
        answer = await right(place)
        if answer is True:
            low = place
        elif answer is False:
            high = place
    return Broken(low, high, judged)


def _unlike(name: str, wanted: str, found: Verdict) -> str:
    """Say that a version is not what it was said to be."""
    if found.right is None:
        return f"The case cannot be judged at the {name} version: {found.why}"
    return f"The case is not {wanted} at the {name} version: {found.why}."


def _between(low: int, high: int, judged: Mapping[int, Verdict]) -> int | None:
    """Return the place nearest to the middle that nobody has tried; None where there is none."""
    middle = (low + high) // 2
    open_places = [place for place in range(low + 1, high) if place not in judged]
    return min(open_places, key=lambda place: (abs(place - middle), place), default=None)


def steps(states: Sequence[object]) -> int:
    """Return how many states are judged at most: both ends, and one for each halving."""
    return 2 + max(0, len(states) - 2).bit_length()
