"""Tests of retrieval/ledger/absent.py: what stands in for a ledger that cannot be opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.errors import LedgerError
from retrieval.ledger.absent import NoLedger
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Traces
from tests.test_tracing import TRACE


async def test_it_fills_the_port_and_says_why_nothing_is_kept() -> None:
    """Recording and finding fail with the sentence that it was given."""
    traces: Traces = NoLedger("The ledger is busy.")

    with pytest.raises(LedgerError, match=r"^The ledger is busy\.$"):
        await traces.record(TRACE)
    with pytest.raises(LedgerError, match=r"^The ledger is busy\.$"):
        await traces.find("t1")


async def test_a_configuration_has_the_id_that_the_ledger_gives_it(tmp_path: Path) -> None:
    """Kept or not, a configuration's id is the same."""
    configuration = {"writer": "ü", "depth": 60}
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        kept = await ledger.configure(configuration)

    assert kept == await NoLedger("").configure(configuration)
