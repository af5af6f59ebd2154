"""Tests of retrieval/ledger/places.py: what was decided for a channel stays decided."""

from __future__ import annotations

from datetime import timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import KnownPlace
from tests.fakes.clock import FakeClock

DAY = timedelta(days=1)


async def test_a_channel_is_muted_until_it_is_not(ledger_url: str) -> None:
    """Who muted it and when is kept, for that channel of that workspace alone."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        before = await ledger.places.find("T1", "C1")
        muted = [await ledger.places.mute("T1", "C1", who) for who in ("U1", "U2")]
        found = [await ledger.places.find(*where) for where in (("T1", "C1"), ("T2", "C1"))]
        ended = [await ledger.places.unmute("T1", "C1") for _ in range(2)]
        after = await ledger.places.find("T1", "C1")

    assert KnownPlace() == before
    assert [True, False] == muted
    assert [KnownPlace("U1", clock.now()), KnownPlace()] == found
    assert [True, False] == ended
    assert KnownPlace() == after


async def test_a_channel_is_greeted_once_a_day(ledger_url: str) -> None:
    """A second invitation within the day finds it greeted; muting does not change that."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        first = await ledger.places.greet("T1", "C1", again=DAY)
        await ledger.places.mute("T1", "C1", "U1")
        clock.pass_by(86_399)
        second = await ledger.places.greet("T1", "C1", again=DAY)
        clock.pass_by(1)
        third = await ledger.places.greet("T1", "C1", again=DAY)

    assert (True, False, True) == (first, second, third)


async def test_why_it_no_longer_answers_by_itself_is_kept(ledger_url: str) -> None:
    """An empty reason takes it back, and muting is another matter."""
    async with Ledger.open(ledger_url, clock=FakeClock()) as ledger:
        await ledger.places.auto_off("T1", "C1", "disliked")
        kept = await ledger.places.find("T1", "C1")
        await ledger.places.auto_off("T1", "C1", "")
        taken_back = await ledger.places.find("T1", "C1")

    assert KnownPlace(auto_off_reason="disliked") == kept
    assert KnownPlace() == taken_back
