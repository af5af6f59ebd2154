"""Tests of retrieval/ledger/rewrites.py: what people made of searches is kept once."""

from __future__ import annotations

from dataclasses import replace

from retrieval.ledger.ledger import Ledger
from retrieval.ports import RewriteCase
from retrieval.values import Turn
from tests.fakes.clock import FakeClock

CASE = RewriteCase(
    "v1", "t1", "U1", "C1", "and on mac?", (Turn("user", "VPN on Linux?"),), "vpn linux mac", "vpn"
)


async def test_a_case_comes_back_as_it_was_given(ledger_url: str) -> None:
    """The newest first; kept again it is the same one."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        kept = [await ledger.rewrites.keep(CASE) for _ in range(2)]
        clock.pass_by(60)
        later = replace(CASE, id="v2", turns=())
        await ledger.rewrites.keep(later)

        assert [later, CASE] == list(await ledger.rewrites.list())
        assert [later] == list(await ledger.rewrites.list(most=1))
    assert [True, False] == kept
