"""Configurations are listed in the order of their first use, and found by the start of an id."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.errors import ConfigurationMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import NightlyRun
from tests.fakes.clock import FakeClock
from tests.test_tracing import TRACE


async def test_nightly_runs_are_uses(tmp_path: Path) -> None:
    """Whatever measured a night was in use then, though nobody asked a question by it."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        used, tried = [await ledger.configure({"a": n}) for n in (1, 2)]
        for hours in (1, 2):
            when = clock.now() + timedelta(hours=hours)
            await ledger.nightly_runs.record(NightlyRun(f"d{hours}", when, 1.0, used))
        found = {one.id: one for one in await ledger.configurations.list()}

    assert [(0, 2), (0, 0)] == [(found[one].questions, found[one].nights) for one in (used, tried)]
    assert clock.now() + timedelta(hours=2) == found[used].last


async def test_they_stand_in_the_order_of_their_first_use(tmp_path: Path) -> None:
    """With how many questions were asked by each; one that none was asked by is there too."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        never = await ledger.configure({"a": 1})
        one, two = [await ledger.configure({"a": n}) for n in (2, 3)]
        for number, (name, day) in enumerate([(one, 5), (two, 2), (two, 3)]):
            asked = datetime(2020, 1, day, tzinfo=UTC).isoformat()
            await ledger.record(replace(TRACE, id=f"t{number}", started=asked, configuration=name))
        found = await ledger.configurations.list()

        assert [two, one, never] == [item.id for item in found]
        assert [(2, 3, 2), (5, 5, 1)] == [
            (item.since.day, item.last.day, item.questions) for item in found[:2]
        ]
        assert {"a": 3} == (await ledger.configurations.find(two[:12])).content
        assert (0, clock.now()) == (found[2].questions, found[2].since)
        with pytest.raises(ConfigurationMissing, match="no configuration zz"):
            await ledger.configurations.find("zz")
