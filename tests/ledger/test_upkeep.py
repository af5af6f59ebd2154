"""Tests of retrieval/ledger/upkeep.py: runs, alarms and watchers are kept as they were given."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Run
from tests.fakes.clock import FakeClock


async def test_runs_come_newest_first_and_are_forgotten(tmp_path: Path) -> None:
    """Each collection has its own, with every count; old ones go."""
    clock = FakeClock()
    first = Run("docs", "/a", "command", clock.now(), 1.5, "0001", *range(1, 10), error="Why.")
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        later = replace(first, started=clock.now() + timedelta(hours=1), by="watch")
        for run in (first, later, replace(first, collection="team")):
            await ledger.runs.record(run)
        found = await ledger.runs.latest("docs")
        newest = await ledger.runs.latest("docs", most=1)
        gone = await ledger.runs.purge(later.started)

        assert [later] == await ledger.runs.latest("docs")
    assert [later, first] == found
    assert [later] == newest
    assert 2 == gone


async def test_an_alarm_lasts_until_it_is_well(tmp_path: Path) -> None:
    """Given again it is the same one with the newer words; after it was well it is another one."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        first = await ledger.alarms.give("empty", "docs /a", "Nothing there.")
        clock.pass_by(60)
        same = await ledger.alarms.give("empty", "docs /a", "Still nothing.")
        other = await ledger.alarms.give("stale", "docs /a", "Late.")
        standing = await ledger.alarms.standing()
        ended = [await ledger.alarms.end("empty", "docs /a") for _ in range(2)]
        again = await ledger.alarms.give("empty", "docs /a", "Nothing there.")

    assert first.key == same.key
    assert "Still nothing." == same.said
    assert [True, False, True, True] == [one.new for one in (first, same, other, again)]
    assert [same, replace(other, new=False)] == standing
    assert [True, False] == ended
    assert first.key != again.key


async def test_a_watcher_is_known_until_it_leaves(tmp_path: Path) -> None:
    """The last beat counts; who was killed stays, with the time of the last beat."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        await ledger.watchers.beat("docs", "/a")
        await ledger.watchers.beat("docs", "/b")
        clock.pass_by(60)
        await ledger.watchers.beat("docs", "/a", clock.now())
        await ledger.watchers.leave("docs", "/b")
        (found,) = await ledger.watchers.all()

    assert ("docs", "/a", clock.now(), clock.now()) == (
        found.collection,
        found.root,
        found.beat,
        found.behind,
    )
