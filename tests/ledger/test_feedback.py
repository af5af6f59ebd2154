"""Tests of retrieval/ledger/feedback.py: that opinion and case stand or fall together.

What all feedback keeps to stands in tests/contracts/test_opinion_contract.py.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from tests.fakes.clock import FakeClock
from tests.test_tracing import TRACE


async def test_no_opinion_without_its_case(tmp_path: Path) -> None:
    """Where the case cannot be written the opinion is not kept either: giving it again helps."""
    now = FakeClock().now()
    opinion = Opinion("t1", "U2", -1, "button", "C1", now)
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.record(TRACE)
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection, connection:
            connection.execute("ALTER TABLE cases RENAME TO elsewhere")
        with pytest.raises(LedgerError):
            await ledger.feedback.give(opinion)
        kept = await ledger.feedback.of("t1")
        with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection, connection:
            connection.execute("ALTER TABLE elsewhere RENAME TO cases")
        again = await ledger.feedback.give(opinion)

    assert [] == list(kept)
    assert "t1" == again
