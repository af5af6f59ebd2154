"""Tests of retrieval/ledger/tables_cases.py, and of the migration that made the tables so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, text

from retrieval.ledger import tables
from retrieval.ledger.engine import migrate
from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Opinion
from tests.fakes.clock import FakeClock
from tests.ledger.filled import done
from tests.test_tracing import TRACE


def test_the_ledger_has_them() -> None:
    """They are declared with all other tables."""
    assert {"cases", "case_events"} <= set(tables.metadata.tables)


async def test_complaints_go_back_and_come_again(ledger_url: str) -> None:
    """The former schema has the complaints alone; brought up again they say what was asked."""
    now = FakeClock().now()
    async with Ledger.open(ledger_url) as ledger:
        for name, value in (("t1", -1), ("t2", 1), ("t3", -1)):
            await ledger.record(replace(TRACE, id=name))
            await ledger.feedback.give(Opinion(name, "U1", value, "button", "C1", now))
        await ledger.cases.move("t1", "fixed", note="", by="U1")
        await ledger.cases.fold("t3", "t1", by="U1")
        await ledger.cases.add(EvalCase("h", "", now, "new", "U1", "C1", {}, kind="human"))

    def back(connection: Connection) -> list[Any]:
        migrate(connection, "010")
        return list(connection.execute(text("SELECT id, state, content FROM cases ORDER BY id")))

    former = await done(ledger_url, back)
    async with Ledger.open(ledger_url) as ledger:
        again = await ledger.cases.list()
        wordings = await ledger.cases.wordings()

    assert [("t1", "new"), ("t3", "new")] == [(row.id, row.state) for row in former]
    assert "Secret question?" in str(former[0].content)
    assert {("t1", "complaint", ""), ("t3", "complaint", "")} == {
        (case.id, case.kind, case.into) for case in again
    }
    assert {"Secret question?"} == {one.text for one in wordings}
