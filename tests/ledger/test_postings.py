"""Tests of retrieval/ledger/postings.py: the rows of it.

What all postings keep to stands in tests/contracts/test_opinion_contract.py.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Posting
from tests.fakes.clock import FakeClock


async def test_a_posting_without_messages_stays_only_if_it_never_had_any(tmp_path: Path) -> None:
    """One whose messages another took over goes; one that waits for its first message stays."""
    begun = Posting("t1", "T1", "C1", "", ("2.0",), "U1", "1.0")
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.postings.keep(begun)
        await ledger.postings.keep(replace(begun, trace_id="t2", ts=()))
        await ledger.postings.keep(replace(begun, trace_id="t3", ts=("2.0", "2.0", "3.0")))
        found = await ledger.postings.find("T1", "C1", "3.0")
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection:
        traces = connection.execute("SELECT trace FROM postings ORDER BY trace").fetchall()

    assert found
    assert ("t3", ("2.0", "3.0")) == (found.trace_id, found.ts)
    assert [("t2",), ("t3",)] == traces


async def test_the_postings_of_a_thread_come_oldest_first(ledger_url: str) -> None:
    """Those of other threads and channels are not among them."""
    clock = FakeClock()
    async with Ledger.open(ledger_url, clock=clock) as ledger:
        for trace, channel, root in (
            ("a", "C1", "1.0"),
            ("b", "C1", "1.0"),
            ("c", "C1", "2.0"),
            ("d", "C2", "1.0"),
        ):
            await ledger.postings.keep(
                Posting(trace, "T1", channel, root, (f"{trace}.1",), "U", "9")
            )
            clock.pass_by(1)
        found = await ledger.postings.in_thread("T1", "C1", "1.0")

    assert ["a", "b"] == [posting.trace_id for posting in found]
    assert ("a.1",) == found[0].ts
