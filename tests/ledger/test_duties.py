"""Tests of retrieval/ledger/duties.py: what falls due once is done once, whoever does it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from retrieval.ledger.duties import MOST_ATTEMPTS
from retrieval.ledger.ledger import Ledger
from tests.fakes.clock import FakeClock


async def test_of_many_who_begin_one_has_it(ledger_url: str) -> None:
    """Two processes that begin at once are told apart, on either database."""
    async with Ledger.open(ledger_url) as one, Ledger.open(ledger_url) as other:
        begun = await asyncio.gather(
            *(ledger.duties.begin("nightly", "2026-11-30") for ledger in (one, other) * 3)
        )
        holder, waiting = (one, other) if begun[0::2].count(True) else (other, one)
        ended = await waiting.duties.end("nightly", "2026-11-30")
        done = await holder.duties.end("nightly", "2026-11-30")
        again = await waiting.duties.begin("nightly", "2026-11-30")

    assert (1, False, True, False) == (sum(begun), ended, done, again)


async def test_another_period_is_another_duty(tmp_path: Path) -> None:
    """What is done today is to be done tomorrow, and the latest is told."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        nothing = await ledger.duties.latest("nightly")
        days = [await ledger.duties.begin("nightly", f"2026-11-{day}") for day in (29, 30)]
        other = await ledger.duties.begin("gaps", "2026-W48")
        latest = await ledger.duties.latest("nightly")

    assert (None, [True, True], True) == (nothing, days, other)
    assert latest
    assert ("2026-11-30", 1, None) == (latest.period, latest.attempts, latest.ended)


async def test_a_hold_that_ran_out_is_taken_over(tmp_path: Path) -> None:
    """Whoever renews keeps it; whoever is dead loses it, and cannot end what another does."""
    clock, url = FakeClock(), f"sqlite:///{tmp_path}/l.db"
    async with Ledger.open(url, clock=clock) as dead, Ledger.open(url, clock=clock) as heir:
        await dead.duties.begin("nightly", "d", seconds=10)
        clock.pass_by(9)
        renewed = await dead.duties.renew("nightly", "d", seconds=10)
        clock.pass_by(9)
        early = await heir.duties.begin("nightly", "d", seconds=10)
        clock.pass_by(2)
        late = await heir.duties.begin("nightly", "d", seconds=10)
        lost = await dead.duties.renew("nightly", "d"), await dead.duties.end("nightly", "d")
        latest = await heir.duties.latest("nightly")

    assert (True, False, True, (False, False)) == (renewed, early, late, lost)
    assert latest
    assert 2 == latest.attempts


async def test_what_is_given_up_may_be_begun_at_once_but_not_for_ever(tmp_path: Path) -> None:
    """A run that fails is tried again, and after a few times left alone, if it counts."""
    begun = 0
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db", clock=FakeClock()) as ledger:
        while await ledger.duties.begin("nightly", "d"):
            begun += 1
            await ledger.duties.release("nightly", "d")
        for _ in range(MOST_ATTEMPTS + 1):
            assert await ledger.duties.begin("gaps", "d")
            await ledger.duties.release("gaps", "d", counted=False)

    assert MOST_ATTEMPTS == begun
