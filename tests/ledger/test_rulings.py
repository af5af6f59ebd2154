"""Tests of retrieval/ledger/rulings.py: what was ruled about something new."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import LostCase, Measured, Ruling

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
HELD = Ruling(
    "generation",
    "docs",
    "0002",
    "held",
    NOW,
    against="0001",
    fingerprints=("aa", "bb"),
    cases=40,
    measures=(Measured("found", 40, 0.9, 0.85, 1, 3, 0.3125),),
    lost=(LostCase("c1", "How?", "found", 1, None),),
    said="3 of 40 cases got worse.",
)


async def test_a_ruling_comes_back_as_it_was_kept(ledger_url: str) -> None:
    """Measures, lost cases and all; the newer one about the same counts."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.rulings.keep(replace(HELD, said="An earlier one."))
        await ledger.rulings.keep(HELD)
        await ledger.rulings.keep(replace(HELD, name="0003", made=NOW + timedelta(days=1)))
        found = await ledger.rulings.find("generation", "docs", "0002")
        newest = await ledger.rulings.latest("generation", "docs", states=("held",))

        assert HELD == found
        assert ["0003", "0002"] == [one.name for one in newest]
        assert await ledger.rulings.find("generation", "hr", "0002") is None
        assert [] == list(await ledger.rulings.latest("generation", states=("passed",)))


async def test_what_is_decided_is_decided_once(ledger_url: str) -> None:
    """Who comes later is told that it is not held back any more."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.rulings.keep(HELD)
        first = await ledger.rulings.decide(HELD, "accepted", by="U1")
        second = await ledger.rulings.decide(HELD, "discarded", by="U2")
        kept = await ledger.rulings.find("generation", "docs", "0002")

        assert (None, first) == (second, kept)
        assert first
        assert ("accepted", "U1") == (first.state, first.by)
        assert first.decided


async def test_what_was_thrown_away_is_forgotten_by_its_fingerprint(ledger_url: str) -> None:
    """Only what was thrown away, and only where it was made so."""
    async with Ledger.open(ledger_url) as ledger:
        await ledger.rulings.keep(replace(HELD, state="discarded"))
        await ledger.rulings.keep(replace(HELD, name="0003"))

        assert [False, True, False] == [
            await ledger.rulings.forget("docs", mark) for mark in ("cc", "bb", "bb")
        ]
        assert await ledger.rulings.find("generation", "docs", "0002") is None
        assert await ledger.rulings.find("generation", "docs", "0003")
