"""Tests of retrieval/ledger/charges.py: what was charged is kept with its trace."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Charge
from retrieval.values import Draft, Queries, Ranked, Scope, Trace, Usage
from tests.test_tracing import QUESTION

PAID = Usage(100, 64, 20, estimated=True, cost=0.25, currency="EUR", model="large")
SMALL = Usage(10, model="small")
SCOPED = replace(QUESTION, scope=Scope(("docs", "hr")))


@pytest.fixture(name="ledger", params=["sqlite", "postgresql"])
async def _ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ledger]:
    """Open a ledger of each kind; that of a server where there is one."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgresql_url")
    async with Ledger.open(url) as ledger:
        yield ledger


def trace(name: str, started: str) -> Trace:
    """Return a trace whose rewriting and writing were paid for, and its ranking was not."""
    return Trace(
        name,
        started,
        "",
        SCOPED,
        queries=Queries(SCOPED, "q", (), "small", usage=SMALL),
        ranked=Ranked((), (), "identity"),
        draft=Draft("large", "answered", (), usage=PAID),
    )


async def test_each_stage_that_was_paid_for_is_kept(ledger: Ledger) -> None:
    """Stage, model, tokens, cost and collections come back, and no text of the question."""
    await ledger.record(trace("t1", "2026-01-02T03:04:05+00:00"))
    found = await ledger.charges.between(None, None)

    asked = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert [
        Charge("t1", asked, ("docs", "hr"), "rewrite", SMALL),
        Charge("t1", asked, ("docs", "hr"), "write", PAID),
    ] == found


async def test_a_trace_kept_twice_is_charged_once(ledger: Ledger) -> None:
    """Recording the very same trace again changes nothing."""
    for _ in range(2):
        await ledger.record(trace("t1", "2026-01-02T03:04:05"))

    assert 2 == len(await ledger.charges.between(None, None))


async def test_a_span_of_time_has_its_start_and_not_its_end(ledger: Ledger) -> None:
    """What was asked at the start belongs to it; what was asked at the end does not."""
    first, second = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)
    for name, moment in (("a", first), ("b", second)):
        await ledger.record(trace(name, moment.isoformat()))

    assert {"a"} == {one.trace for one in await ledger.charges.between(first, second)}
    assert {"b"} == {one.trace for one in await ledger.charges.between(second, None)}
