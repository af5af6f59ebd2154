"""Tests of retrieval/ledger/judging.py: what a like says of an answer.

What all feedback keeps to stands in tests/contracts/test_opinion_contract.py.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Label, Opinion
from retrieval.values import Answer, Outcome
from tests.fakes.clock import FakeClock
from tests.test_tracing import TRACE


async def test_a_liked_refusal_is_right(tmp_path: Path) -> None:
    """Its case says that the pages do not answer it; a liked failure says nothing."""
    now = FakeClock().now()
    found = []
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for name, outcome in (("t1", Outcome.NOT_IN_CONTEXT), ("t2", Outcome.FAILED)):
            answer = Answer(outcome, (), (), (), (), name, 1.0)
            await ledger.record(replace(TRACE, id=name, answer=answer))
            await ledger.feedback.give(Opinion(name, "U1", 1, "button", "C1", now))
            found.append((await ledger.cases.find(name)).label)

    assert [Label(answerable=False), Label()] == found


async def test_a_decided_case_of_praise_becomes_a_complaint_as_it_is(tmp_path: Path) -> None:
    """A dislike makes it a complaint; what was decided about it stays."""
    now = FakeClock().now()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await ledger.record(TRACE)
        await ledger.feedback.give(Opinion("t1", "U1", 1, "button", "C1", now))
        await ledger.cases.move("t1", "kept", note="a classic", by="UADA")
        await ledger.feedback.give(Opinion("t1", "U2", -1, "button", "C1", now))
        case = await ledger.cases.find("t1")

    assert ("complaint", "kept", ("docs:a.md",)) == (case.kind, case.state, case.label.right)
