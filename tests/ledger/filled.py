"""A ledger with rows in every table, and what stands in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from sqlalchemy import Connection, func, select

from retrieval.ledger import tables
from retrieval.ledger.database import Database
from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ports import (
    Installation,
    Label,
    Opinion,
    Page,
    Posting,
    Recall,
    RewriteCase,
    Ruling,
    Run,
)
from retrieval.ports.escalations import Escalation
from retrieval.ports.grades import Grade, Sample
from retrieval.ports.nightly import NightlyRun
from retrieval.values import Usage
from tests.fakes.clock import FakeClock
from tests.test_tracing import TRACE

Result = TypeVar("Result")
ESCALATION = Escalation(
    "e1", "subject", "t1", "T1", "C1", "1.0", "U1", "C2", "docs", datetime.now(UTC),
    datetime.now(UTC),
)  # fmt: skip


async def use_everything(ledger: Ledger) -> None:
    """Leave a row in every table; the answer is disliked, so there is a case of it."""
    trace = TRACE
    if trace.draft:
        charged = Usage(prompt=7, completion=1, model="large", cost=0.5, currency="EUR")
        trace = replace(trace, draft=replace(trace.draft, usage=charged))
    await ledger.configure({"k": 60})
    await ledger.record(trace)
    await ledger.inbox.put("question", "lane", {"text": "a\x00b\ud800"}, ("key",))
    await ledger.inbox.lease(seconds=0)
    await ledger.inbox.lease(seconds=0)
    await ledger.outbox.notify("C1", "text", key="key")
    await ledger.postings.keep(Posting("t1", "T1", "C1", "1.0", ("2.0",), "U1", "1.0"))
    await ledger.feedback.give(Opinion("t1", "U1", -1, "button", "C1", datetime.now(UTC)))
    await ledger.cases.label("t1", Label(right=("docs:a.md",)), by="U1")
    await ledger.runs.record(Run("docs", "/docs", "command", datetime.now(UTC), 1.0))
    await ledger.alarms.give("empty", "docs /docs", "Nothing there.")
    await ledger.watchers.beat("docs", "/docs")
    await ledger.duties.begin("nightly", "2026-11-30")
    await ledger.nightly_runs.record(NightlyRun("2026-11-30", datetime.now(UTC), 1.0))
    await ledger.tickets.open("drop-1", {"run": 1})
    await ledger.grades.draw(Sample("s1", datetime.now(UTC), datetime.now(UTC), 1, ("t1",)))
    await ledger.grades.give(Grade("t1", "U1", "right", datetime.now(UTC), "s1"))
    await ledger.places.mute("T1", "C1", "U1")
    await ledger.installations.keep(Installation("T1", "A1", "UBOT", "BBOT", "sealed"))
    await ledger.installations.ask("state", seconds=600)
    await ledger.escalations.open(ESCALATION, key="key", by="U1")
    now = datetime.now(UTC)
    await ledger.rulings.keep(Ruling("generation", "docs", "0002", "held", now))
    recall = Recall("t1", Page("docs", "d1"), "a.md", "A", "", "old", "new", gone=False, found=now)
    await ledger.recalls.settle(recall.page, "digest", [recall])
    await ledger.rewrites.keep(RewriteCase("v1", "t1", "U1", "C1", "it?", (), "it", "the vpn"))


async def done(url: str, work: Callable[[Connection], Result]) -> Result:
    """Do work in one transaction on a database, whichever it is."""
    database = Database(connect(url), FakeClock(), 5.0)
    try:
        return await database.write(work)
    finally:
        await database.close()


def count_rows(connection: Connection) -> dict[str, int]:
    """Count the rows of every table."""
    return {
        table.name: connection.scalar(select(func.count()).select_from(table)) or 0
        for table in tables.metadata.sorted_tables
    }


def all_rows(connection: Connection) -> dict[str, list[Any]]:
    """Return every row of every table, in order."""
    return {
        table.name: sorted(map(repr, connection.execute(select(table))))
        for table in tables.metadata.sorted_tables
    }
