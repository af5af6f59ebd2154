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
