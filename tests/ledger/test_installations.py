"""Tests of retrieval/ledger/installations.py: where the app is, and who may come back once."""

from __future__ import annotations

from dataclasses import replace

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Installation, Installations
from tests.fakes.clock import FakeClock

ONE = Installation("T1", "A1", "UBOT", "BBOT", "sealed", "chat:write", "UANN")


async def test_an_installation_is_kept_until_it_is_removed(ledger_url: str) -> None:
    """One a workspace, the last one; its token is in no repr."""
    async with Ledger.open(ledger_url) as ledger:
        books: Installations = ledger.installations
        await books.keep(ONE)
        await books.keep(replace(ONE, token="sealed anew"))
        await books.keep(replace(ONE, team="T2"))
        found = await books.find("T1")
        every = [one.team for one in await books.all()]
        removed = [await books.remove("T1") for _ in range(2)]
        after = await books.find("T1")

    assert replace(ONE, token="sealed anew") == found
    assert ["T1", "T2"] == every
    assert [True, False] == removed
    assert after is None
    assert "sealed" not in repr(ONE)


async def test_a_state_is_good_once_and_for_a_while(ledger_url: str) -> None:
    """Whoever knows another, or comes twice or too late, does not come in."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        books = ledger.installations
        for state in ("a", "b"):
            await books.ask(state, seconds=600)
        spent = [await books.spend(state) for state in ("a", "a", "c", "")]
        clock.pass_by(600)
        late = await books.spend("b")
        await books.ask("d", seconds=600)

    assert [True, False, False, False] == spent
    assert not late
