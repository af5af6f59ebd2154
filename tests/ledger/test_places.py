"""Tests of retrieval/ledger/places.py: what was decided for a channel stays decided."""

from __future__ import annotations

from datetime import timedelta

from retrieval.ledger.ledger import Ledger
from retrieval.ports import KnownPlace, Liking, Opinion, Posting
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
    """The first reason stands until it is let again; muting is another matter."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        off = [await ledger.places.auto_off("T1", "C1", why) for why in ("disliked", "told")]
        kept = await ledger.places.find("T1", "C1")
        on = [await ledger.places.auto_on("T1", "C1") for _ in range(2)]
        taken_back = await ledger.places.find("T1", "C1")

    assert [True, False] == off
    assert KnownPlace(auto_off_reason="disliked") == kept
    assert [True, False] == on
    assert KnownPlace(auto_since=clock.now()) == taken_back


async def test_answers_that_nobody_asked_for_are_counted_with_what_people_think(
    ledger_url: str,
) -> None:
    """The newest count, of that channel, since it was let again; one thumbs-up evens one down."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        for number, source in enumerate(["auto", "mention", "auto", "auto", "auto"]):
            clock.pass_by(1)
            where = ("T1", "C1", f"{number}.0", (f"{number}.5",), "U1", f"{number}.0")
            await ledger.postings.keep(Posting(f"t{number}", *where, "answered", source))
            for person, value in (("U1", -1), ("U2", 1))[: 1 + number % 3 // 2]:
                opinion = Opinion(f"t{number}", person, value, "button", "C1", clock.now())
                await ledger.feedback.give(opinion)
        every = await ledger.places.liking("T1", "C1", most=40)
        newest = await ledger.places.liking("T1", "C1", most=2)
        elsewhere = await ledger.places.liking("T1", "C2", most=40)
        await ledger.places.auto_off("T1", "C1", "disliked")
        await ledger.places.auto_on("T1", "C1")
        afresh = await ledger.places.liking("T1", "C1", most=40)

    assert [Liking(4, 3), Liking(2, 2)] == [every, newest]
    assert [Liking(0, 0)] * 2 == [elsewhere, afresh]
