"""Tests of retrieval/ledger/deciding.py: what is kept of a decision.

What all cases keep to stands in tests/contracts/test_opinion_contract.py.
"""

from __future__ import annotations

from pathlib import Path

from retrieval.ledger.ledger import Ledger
from retrieval.ports import EvalCase, Label
from tests.fakes.clock import FakeClock


async def test_each_step_is_kept_with_what_was_said(tmp_path: Path) -> None:
    """An empty label decides nothing; one of a dropped case leaves it dropped."""
    clock = FakeClock()
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        for name in ("c", "other"):
            case = EvalCase(name, "", clock.now(), "new", "U1", "C1", {"question": "Why?"})
            await ledger.cases.add(case)
        empty = await ledger.cases.label("c", Label(), by="U1")
        await ledger.cases.move("c", "dropped", note=" no question ", by="U1")
        dropped = await ledger.cases.label("c", Label(expected="So."), by="U2")
        await ledger.cases.fold("c", "oth", by="U2")
        await ledger.cases.fold("c", "", by="U3")
        history = await ledger.cases.history("c")

    assert ("new", "dropped") == (empty.state, dropped.state)
    assert [
        ("labelled", "new", ""),
        ("moved", "dropped", "no question"),
        ("labelled", "dropped", ""),
        ("folded", "dropped", "other"),
        ("unfolded", "dropped", "other"),
    ] == [(one.what, one.state, one.note) for one in history]
