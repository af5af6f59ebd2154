"""Tests of retrieval/learn/ticketing.py: each drop is one ticket, whatever breaks on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from retrieval.learn.drops import BEFORE, Drop, Reference, by_case, drops
from retrieval.learn.nightly_told import Night
from retrieval.learn.scoring import CaseScore
from retrieval.learn.ticketing import Ticketing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import NightlyRun
from tests.fakes.tracker import Tracker
from tests.learn.test_drops import run, scored

GOOD = scored([True] * 120)
BAD = scored([True] * 90 + [False] * 30)


@pytest.fixture(name="ledger")
async def _ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        yield ledger


async def _fallen(ledger: Ledger, bad: list[CaseScore] = BAD) -> Night:
    """Make a night on which recall fell."""
    runs = []
    for made in (run(1, GOOD), run(0, bad)):
        key = await ledger.nightly_runs.record(made)
        runs += await ledger.nightly_runs.whole([key])
    before, now = runs
    return Night(now, [before], drops=drops(by_case(now), {BEFORE: Reference.of(before)}, {}))


def _scores(found: list[CaseScore]) -> dict[str, CaseScore]:
    return {score.case: score for score in found}


def _at(ledger: Ledger, tracker: Tracker | None) -> Ticketing:
    return Ticketing(ledger.tickets, ledger.nightly_runs, tracker)


async def test_a_ticket_is_opened_once_and_known(ledger: Ledger) -> None:
    """The same night given again opens no other; its cases are known from then on."""
    tracker, night = Tracker(), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    (opened,), problems = await ticketing.give(night)
    again = await ticketing.give(night)
    (standing,) = await ledger.tickets.standing()

    assert ([], ([], [])) == (problems, again)
    assert 1 == len(tracker.opened)
    assert ("open", "tracker", opened.url) == (standing.state, standing.by, standing.url)
    assert {"found": {f"{n:03}" for n in range(90, 120)}} == await ticketing.known()


async def test_what_may_be_chance_opens_nothing(ledger: Ledger) -> None:
    """Three of a hundred and twenty."""
    night = await _fallen(ledger, scored([True] * 117 + [False] * 3))

    assert ([], []) == await _at(ledger, Tracker()).give(night)
    assert 1 == len(night.drops)


async def test_a_tracker_that_is_down_is_asked_again(ledger: Ledger) -> None:
    """The ticket is begun, and opened when the tracker is back."""
    tracker, night = Tracker(broken=True), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    opened, (problem,) = await ticketing.give(night)
    still = await ticketing.settle()
    tracker.broken = False
    settled, problems = await ticketing.settle()

    assert ([], ([], [problem])) == (opened, still)
    assert "The ticket could not be opened, and will be tried again: The tracker" in problem
    assert (1, [], 1) == (len(settled), problems, len(tracker.opened))


async def test_a_run_killed_after_the_tracker_took_it_opens_no_other(ledger: Ledger) -> None:
    """The tracker is asked for the key first."""
    tracker, night = Tracker(), await _fallen(ledger)
    killed = _at(ledger, tracker)
    tracker.dies = True
    with pytest.raises(KeyboardInterrupt):
        await killed.give(night)
    tracker.dies = False
    settled, _ = await _at(ledger, tracker).settle()

    assert (1, 1) == (len(settled), len(tracker.opened))
    assert [] == [one for one in await ledger.tickets.standing() if one.state != "open"]


async def test_it_is_closed_when_the_same_cases_are_back(ledger: Ledger) -> None:
    """Within two points of what they were; not before."""
    tracker, night = Tracker(), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    await ticketing.give(night)
    later = run(-1, [], id=99)
    half = await ticketing.recover(later, _scores(scored([True] * 117 + [False] * 3)))
    closed, _ = await ticketing.recover(later, _scores(scored([True] * 118 + [False] * 2)))

    assert ([], []) == half
    assert 1 == len(closed)
    assert [
        "On the same 120 cases recall@5 is back at 98.3 %, 100.0 % before the drop."
    ] == tracker.closed
    assert [] == await ledger.tickets.standing()


async def test_cases_that_are_measured_no_more_keep_no_ticket_open(ledger: Ledger) -> None:
    """Whoever drops the lost cases has decided."""
    tracker, night = Tracker(), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    await ticketing.give(night)
    closed, _ = await ticketing.recover(run(-1, [], id=99), {})

    assert (1, ["None of its cases is measured any more."]) == (len(closed), tracker.closed)


async def test_without_the_run_of_then_the_lost_cases_decide(ledger: Ledger) -> None:
    """A pruned run can be compared with no more."""
    night = await _fallen(ledger)
    pruned = Night(night.run, drops=[_against(drop, 999) for drop in night.drops])
    ticketing = _at(ledger, None)
    await ticketing.give(pruned)
    later = run(-1, [], id=99)
    not_yet = await ticketing.recover(later, _scores(BAD))
    closed, _ = await ticketing.recover(later, _scores(GOOD))

    assert (([], []), 1) == (not_yet, len(closed))


def _against(drop: Drop, number: int) -> Drop:
    gone = NightlyRun("d", drop.against.started, 0.0, id=number)
    return Drop(drop.measure, drop.kind, gone, drop.paired)


async def test_a_tracker_that_does_not_close_keeps_it_open(ledger: Ledger) -> None:
    """It is tried again with the next run."""
    tracker, night = Tracker(), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    await ticketing.give(night)
    tracker.broken = True
    closed, (problem,) = await ticketing.recover(run(-1, [], id=99), _scores(GOOD))

    assert ([], 1) == (closed, len(await ledger.tickets.standing()))
    assert "could not be closed: The tracker does not answer." in problem


async def test_a_ticket_of_another_tracker_is_left_to_people(ledger: Ledger) -> None:
    """Settings change; what was opened elsewhere is named."""
    await _at(ledger, Tracker()).give(await _fallen(ledger))
    closed, (problem,) = await _at(ledger, None).recover(run(-1, [], id=99), _scores(GOOD))

    assert 1 == len(closed)
    assert "by hand: it is in tracker, which is not set any more." in problem


async def test_what_is_accepted_is_compared_with_no_more(ledger: Ledger) -> None:
    """Its ticket is closed, and it says since when."""
    tracker, night = Tracker(), await _fallen(ledger)
    ticketing = _at(ledger, tracker)
    (opened,), _ = await ticketing.give(night)
    accepted = await ticketing.accept(opened.key[:12])
    again = await ticketing.accept(opened.key)

    assert ("accepted", ["A maintainer accepted it."]) == (accepted.state, tracker.closed)
    assert accepted == again
    assert night.run.started.isoformat() == accepted.content["since"]
