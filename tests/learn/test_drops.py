"""Tests of retrieval/learn/drops.py: what fell, from when, and whether that is chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from retrieval.learn.drops import BEFORE, WEEKS, Reference, by_case, compare, drops, references
from retrieval.learn.records import columns
from retrieval.learn.scoring import CaseScore
from retrieval.ports import NightlyRun

NOW = datetime(2026, 11, 30, 3, tzinfo=UTC)


def scored(found: Iterable[bool], **more: object) -> list[CaseScore]:
    """Make a score for each case."""
    right = ("docs:a.md",)
    return [
        CaseScore(f"{n:03}", "docs", 1 if one else None, right=right, **more)  # type: ignore[arg-type]
        for n, one in enumerate(found)
    ]


def run(days: int, scores: list[CaseScore], *, r5: float = 0.0, **more: object) -> NightlyRun:
    """Make a run of some days ago."""
    started = NOW - timedelta(days=days)
    made = NightlyRun(
        f"{started:%Y-%m-%d}", started, 1.0, "c", "", {"all": {"r5": r5}}, {}, columns(scores), days
    )
    return replace(made, **more)  # type: ignore[arg-type]


def test_a_fall_of_many_cases_is_certain() -> None:
    """Ten of a hundred lost, none gained: no chance."""
    before, after = run(1, scored([True] * 100)), scored([True] * 90 + [False] * 10)
    (drop,) = drops({s.case: s for s in after}, {BEFORE: Reference.of(before)}, {})

    assert ("found", BEFORE, True) == (drop.measure, drop.kind, drop.certain)
    assert 10.0 == round(drop.points, 6)
    assert tuple(f"{n:03}" for n in range(90, 100)) == drop.paired.worse


def test_two_points_are_let_pass() -> None:
    """Two of a hundred are no drop, three are one that may be chance."""
    before = run(1, scored([True] * 100))
    two, three = (scored([True] * (100 - n) + [False] * n) for n in (2, 3))

    assert [] == drops({s.case: s for s in two}, {BEFORE: Reference.of(before)}, {})
    assert [False] == [
        drop.certain
        for drop in drops({s.case: s for s in three}, {BEFORE: Reference.of(before)}, {})
    ]


def test_below_a_hundred_cases_it_is_said_and_no_more() -> None:
    """However much was lost."""
    before, after = run(1, scored([True] * 99)), scored([False] * 99)
    (drop,) = drops({s.case: s for s in after}, {BEFORE: Reference.of(before)}, {})

    assert (False, False) == (drop.enough, drop.certain)


def test_a_slow_decay_is_seen_against_the_best_of_the_weeks() -> None:
    """A case a night is nothing; ten in ten nights are a drop."""
    nights = [
        run(day, scored([True] * (90 + day) + [False] * (10 - day)), r5=(90 + day) / 100)
        for day in range(1, 11)
    ]
    now = run(0, scored([True] * 90 + [False] * 10))
    chosen = references(nights, now)
    held_against = {kind: Reference.of(one) for kind, one in chosen.items()}
    (drop,) = drops(by_case(now), held_against, {})

    assert (1, 10) == (chosen[BEFORE].id, chosen[WEEKS].id)
    assert (WEEKS, True) == (drop.kind, drop.certain)


def test_what_there_is_a_ticket_for_is_not_told_again() -> None:
    """The lost cases of a ticket are left out; what is lost besides is a drop of its own."""
    before, after = run(1, scored([True] * 120)), scored([True] * 100 + [False] * 20)
    known = {"found": {f"{n:03}" for n in range(100, 110)}}
    (drop,) = drops({s.case: s for s in after}, {BEFORE: Reference.of(before)}, known)

    assert (110, 10) == (drop.paired.n, len(drop.paired.worse))
    every = {"found": {f"{n:03}" for n in range(100, 120)}}
    assert [] == drops({s.case: s for s in after}, {BEFORE: Reference.of(before)}, every)


def test_a_label_that_changed_is_no_drop() -> None:
    """A case whose right page is another one now is not compared."""
    before = {s.case: s for s in scored([True] * 3)}
    after = {case: replace(s, rank=None, right=("docs:b.md",)) for case, s in before.items()}

    assert 0 == compare(before, after, "found").n


def test_each_measure_is_compared_on_its_own() -> None:
    """Citations and refusals fall while pages are found; the number itself comes first."""
    good = {"citations": 1, "valid": 1, "refused_right": True, "said_right": True}
    bad = {"citations": 1, "valid": 0, "refused_right": False, "said_right": False}
    before = run(1, scored([True] * 100, **good))
    after = {s.case: s for s in scored([False] * 100, **bad)}

    assert ["found", "said", "refused", "valid"] == [
        drop.measure for drop in drops(after, {BEFORE: Reference.of(before)}, {})
    ]


def test_runs_that_cannot_be_compared_with() -> None:
    """Failed ones, those before what was accepted, and those of the same period beside others."""
    now = run(0, [])
    same, failed = run(0, [], id=9), run(1, [], failure="No document is indexed.")
    accepted, older, ancient = run(2, []), run(3, [], r5=1.0), run(60, [], r5=1.0)
    since = accepted.started

    assert {} == references([same, failed], now)
    assert {BEFORE: 2} == _ids(references([same, failed, accepted, older], now, since))
    assert {BEFORE: 2, WEEKS: 3} == _ids(references([accepted, older, ancient], now))
    assert {BEFORE: 60} == _ids(references([ancient], now))

    first = replace(same, started=now.started - timedelta(hours=1))

    assert {BEFORE: 9} == _ids(references([first, failed], now))
    assert {BEFORE: 2} == _ids(references([first, accepted], now))


def _ids(chosen: dict[str, NightlyRun]) -> dict[str, int]:
    return {kind: one.id for kind, one in chosen.items()}
