"""Tests of retrieval/ledger/nightly.py: runs and tickets come back as they went in."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.errors import TicketMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import NightlyRun
from tests.fakes.clock import FakeClock

NIGHT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)
RUN = NightlyRun(
    "2026-11-30",
    NIGHT,
    1.5,
    "c1",
    "",
    {"all": {"r5": 0.5}},
    {"pages": {"docs:a.md": "d"}},
    {"a": 1},
)


async def test_a_run_comes_back_whole_and_light(ledger_url: str) -> None:
    """The newest first without what is large, and whole by id."""
    older = replace(RUN, period="2026-11-29", started=NIGHT - timedelta(days=1))
    async with Ledger.open(ledger_url) as ledger:
        first, second = [await ledger.nightly_runs.record(run) for run in (older, RUN)]
        light = await ledger.nightly_runs.latest()
        since = await ledger.nightly_runs.latest(since=NIGHT)
        whole = await ledger.nightly_runs.whole([second, 99, first])

    assert [replace(RUN, id=second, index={}, scores={}), second] == [light[0], since[0].id]
    assert [[second, first], [second]] == [[run.id for run in light], [run.id for run in since]]
    assert [replace(RUN, id=second), replace(older, id=first)] == whole


async def test_the_life_of_a_ticket(ledger_url: str) -> None:
    """Begun once, then open, then closed; what is over is not ended again."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        tickets = ledger.tickets
        begun = [await tickets.open("drop-1", {"run": 1}) for _ in range(2)]
        opening = await tickets.standing()
        await tickets.opened("drop-1", by="github", ref="7", url="https://x/7")
        standing = await tickets.standing()
        closed = [await tickets.closed("drop-1", "accepted") for _ in range(2)]
        found, accepted = await tickets.find("drop"), await tickets.accepted()
        after = await tickets.standing()

    assert ([True, False], ["opening"]) == (begun, [one.state for one in opening])
    assert ("open", "github", "7", "https://x/7", {"run": 1}, clock.now()) == (
        standing[0].state,
        standing[0].by,
        standing[0].ref,
        standing[0].url,
        standing[0].content,
        standing[0].opened,
    )
    assert ([True, False], "accepted", [found], []) == (closed, found.state, accepted, after)


async def test_a_ticket_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    """An id that nobody has is told in a sentence."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        with pytest.raises(TicketMissing, match="holds no ticket drop-9"):
            await ledger.tickets.find("drop-9")
