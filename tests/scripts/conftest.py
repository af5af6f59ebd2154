"""What several tests of commands share: a command that runs, and a ledger with cases."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Opinion
from retrieval.values import Ranked, Turn
from scripts import cases as command
from tests.test_tracing import QUESTION, RANKED, TRACE

Run = Callable[..., Awaitable[str]]


@pytest.fixture(name="run_cases")
def _run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run the command and return what it printed on both streams."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/ledger.db")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    async def run(*words: str) -> str:
        monkeypatch.setattr(sys, "argv", ["cases", *words])
        assert 0 == await command.main()
        printed = capsys.readouterr()
        return printed.out + printed.err

    return run


@pytest.fixture(name="disliked")
async def _disliked(run_cases: Run, tmp_path: Path) -> Ledger:
    """Three disliked answers, the last one's dislike taken back."""
    assert run_cases
    now = datetime.now(UTC)
    thread = (Turn("user", "We have a VPN.\nRight?"), Turn("assistant", "Yes."))
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        for number, name in enumerate(("aaa", "abb", "ccc")):
            question = replace(QUESTION, text=f"Question {name}?", history=thread)
            ranked = Ranked((RANKED,) * 12, (), "identity")
            queries = replace(TRACE.queries, question=question, standalone=question.text)  # type: ignore[type-var]
            trace = replace(TRACE, id=name, question=question, ranked=ranked, queries=queries)
            await ledger.record(trace)
            given = now + timedelta(seconds=number)
            await ledger.feedback.give(Opinion(name, "U2", -1, "button", "T1:C1", given))
        await ledger.feedback.withdraw("ccc", "U2", source="button", value=-1)
        return ledger
