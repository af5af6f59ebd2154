"""Tests of retrieval/ledger/escalations.py: each change is made once, however often it is tried."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from retrieval.errors import EscalationMissing
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Change, Escalation, EscalationTimes
from retrieval.ports.escalations import CLAIMED, OPEN, RESOLVED, SOLVED, UNRESOLVED
from tests.fakes.clock import FakeClock

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ONE = Escalation(
    "e1", "T1:C1:5.0:UANN", "t1", "T1", "C1", "5.0", "UANN", "CHELP", "docs", NOON,
    NOON + timedelta(hours=4), {"question": "How?\x00"},
)  # fmt: skip
CLAIM = Change("k1", "claimed", "UBEN", among=(OPEN,), state=CLAIMED, holder="UBEN")


@pytest.fixture(name="clock")
def _clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(name="ledger")
async def _ledger(ledger_url: str, clock: FakeClock) -> AsyncIterator[Ledger]:
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        yield ledger


async def test_one_is_opened_once(ledger: Ledger) -> None:
    """The same occasion again finds it with its event, another one of the same subject without."""
    opened = await ledger.escalations.open(ONE, key="k0", by="UANN", note={"a": 1})
    again = await ledger.escalations.open(replace(ONE, id="e2"), key="k0", by="UANN")
    other = await ledger.escalations.open(replace(ONE, id="e3"), key="k9", by="UBEN")

    assert opened == again
    assert opened.event
    assert ("opened", "UANN", {"a": 1}, False) == (
        opened.event.what,
        opened.event.by,
        opened.event.note,
        opened.event.told,
    )
    assert (ONE, None) == (other.escalation, other.event)
    assert ONE == await ledger.escalations.find("e")


async def test_a_subject_may_be_opened_again_once_it_is_over(ledger: Ledger) -> None:
    """Then it is another escalation."""
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    await ledger.escalations.change("e1", Change("k1", "solved", "UANN", state=SOLVED))
    opened = await ledger.escalations.open(replace(ONE, id="e2"), key="k2", by="UANN")

    assert opened.event
    assert ["e2"] == [one.id for one in await ledger.escalations.list(states=UNRESOLVED)]


async def test_the_first_who_claims_has_it(ledger: Ledger, clock: FakeClock) -> None:
    """All at once: one wins, and the others see who it is; the same press again is the same."""
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    clock.pass_by(60)
    people = [replace(CLAIM, key=f"k{n}", by=f"U{n}", holder=f"U{n}") for n in range(1, 6)]
    claims = await asyncio.gather(*(ledger.escalations.change("e1", one) for one in people))
    won = [one for one in claims if one.event]
    again = await ledger.escalations.change("e1", people[claims.index(won[0])])

    assert 1 == len(won)
    assert won[0] == again
    assert won[0] == await ledger.escalations.done(people[claims.index(won[0])].key)
    assert await ledger.escalations.done("k99") is None
    now = await ledger.escalations.find("e1")
    assert {now.holder} == {one.escalation.holder for one in claims}
    assert (CLAIMED, clock.now()) == (now.state, now.claimed)
    assert 2 == now.changes


async def test_what_happened_stands_in_its_history(ledger: Ledger, clock: FakeClock) -> None:
    """Handed back it is told to others, until another deadline, with its reminders counted anew."""
    later = NOON + timedelta(days=1)
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    await ledger.escalations.change("e1", CLAIM)
    await ledger.escalations.remind(ONE, 2)
    back = Change(
        "k2", "handed_back", "UBEN", state=OPEN, holder="", to="CMAIN", collection="", due=later,
        content={"more": "x"}, note={"from": "CHELP"},
    )  # fmt: skip
    handed = (await ledger.escalations.change("e1", back)).escalation
    await ledger.escalations.remind(ONE, 3)
    done = Change("k3", "resolved", "UCAT", state=RESOLVED, content={"answer": "So."})
    resolved = (await ledger.escalations.change("e1", done)).escalation
    late = await ledger.escalations.change("e1", replace(CLAIM, key="k4"))
    history = await ledger.escalations.history("e1")

    assert ("CMAIN", "", OPEN, "", later) == (
        handed.to, handed.collection, handed.state, handed.holder, handed.due,
    )  # fmt: skip
    assert (2, 0) == (handed.routed, resolved.reminded)
    assert {**ONE.content, "more": "x", "answer": "So."} == resolved.content
    assert clock.now() == resolved.closed
    assert (resolved, None) == (late.escalation, late.event)
    assert ["opened", "claimed", "handed_back", "resolved"] == [one.what for one in history]
    assert {"from": "CHELP"} == history[2].note


async def test_events_wait_until_everybody_was_told(ledger: Ledger, clock: FakeClock) -> None:
    """Those of one workspace, once they are old enough, the oldest first."""
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    other = replace(ONE, id="e2", subject="s", team="T2")
    await ledger.escalations.open(other, key="k9", by="UANN")
    clock.pass_by(60)
    await ledger.escalations.change("e1", CLAIM)
    young = await ledger.escalations.untold("T1", clock.now())
    waiting = await ledger.escalations.untold("T1", clock.now() + timedelta(seconds=1))
    await ledger.escalations.told(waiting[0])
    left = await ledger.escalations.untold("T1", clock.now() + timedelta(seconds=1))

    assert ["opened"] == [one.what for one in young]
    assert ["opened", "claimed"] == [one.what for one in waiting]
    assert ["claimed"] == [one.what for one in left]


async def test_they_are_found_by_what_is_known_of_them(ledger: Ledger) -> None:
    """By thread, by state and workspace, newest first; private ones stand in no thread."""
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    newer = replace(ONE, id="f2", subject="s2", asker="UBEN", opened=NOON + timedelta(hours=1))
    private = replace(ONE, id="g3", subject="s3", thread="", team="T2")
    await ledger.escalations.open(newer, key="k7", by="UBEN")
    await ledger.escalations.open(private, key="k8", by="UANN")
    await ledger.escalations.change("e1", CLAIM)

    found = await ledger.escalations.in_thread("T1", "C1", "5.0")
    assert ["f2", "e1"] == [one.id for one in found]
    assert [] == list(await ledger.escalations.in_thread("T2", "C1", ""))
    assert ["f2"] == [one.id for one in await ledger.escalations.list(states=[OPEN], team="T1")]
    assert 3 == len(await ledger.escalations.list())
    with pytest.raises(EscalationMissing, match="holds no escalation x"):
        await ledger.escalations.find("x")
    with pytest.raises(EscalationMissing):
        await ledger.escalations.change("e", replace(CLAIM, key="k9"))


async def test_its_times_make_figures(ledger: Ledger, clock: FakeClock) -> None:
    """When it was opened, due, claimed first and closed."""
    await ledger.escalations.open(ONE, key="k0", by="UANN")
    clock.pass_by(60)
    await ledger.escalations.change("e1", CLAIM)
    claimed = clock.now()
    clock.pass_by(60)
    await ledger.escalations.change("e1", Change("k2", "resolved", "UBEN", state=RESOLVED))

    expected = EscalationTimes("docs", RESOLVED, NOON, ONE.due, claimed, clock.now())
    assert [expected] == list(await ledger.escalations.times(NOON))
    assert [] == list(await ledger.escalations.times(NOON + timedelta(seconds=1)))
