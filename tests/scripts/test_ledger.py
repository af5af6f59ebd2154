"""Tests of scripts/ledger.py: backed up, restored, checked and pruned from the command line."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from retrieval.errors import LedgerError
from retrieval.ledger.ledger import Ledger
from scripts import ledger as command
from tests.ledger.filled import use_everything
from tests.test_tracing import TRACE

Run = Callable[..., Awaitable[tuple[int, str]]]
OLD = replace(TRACE, id="old", started=(datetime.now(UTC) - timedelta(days=400)).isoformat())


@pytest.fixture(name="run")
def _run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Run the command; return its exit code and what it printed on both streams."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/ledger.db")
    monkeypatch.chdir(tmp_path)

    async def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["ledger", *words])
        code = await command.main()
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


@pytest.fixture(name="filled")
async def _filled(tmp_path: Path) -> None:
    """A ledger with rows in every table, and an old question."""
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        await use_everything(ledger)
        await ledger.record(OLD)


@pytest.mark.usefixtures("filled")
async def test_a_ledger_moves_by_a_backup(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was backed up is restored where DATABASE_URL points to then, and is whole."""
    backed_up = await run("backup", "b.jsonl.gz")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///new.db")
    restored = await run("restore", "b.jsonl.gz")
    found = json.loads((await run("check", "--json"))[1])

    assert (0, 0) == (backed_up[0], restored[0])
    assert "read back" in backed_up[1]
    assert "rows restored" in restored[1]
    assert (2, 1) == (found["rows"]["questions"], found["rows"]["cases"])


@pytest.mark.usefixtures("filled")
async def test_a_copy_of_sqlite_is_a_ledger(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file named .db is used as it is; to restore it would be a mistake, and is said to be."""
    assert 0 == (await run("backup", "copy.db"))[0]
    monkeypatch.setenv("DATABASE_URL", "sqlite:///copy.db")
    found = json.loads((await run("check", "--json"))[1])
    code, said = await run("restore", "copy.db")

    assert 2 == found["rows"]["questions"]
    assert 2 == code
    assert f"set DATABASE_URL=sqlite:///{tmp_path}/copy.db." in said


@pytest.mark.usefixtures("filled")
async def test_what_is_old_is_pruned(run: Run) -> None:
    """A dry run counts, a run forgets, and a check finds nothing wrong afterwards."""
    dry = json.loads((await run("prune", "--dry-run", "--json"))[1])
    code, said = await run("prune", "--vacuum")
    again = await run("prune")
    found = json.loads((await run("check", "--json"))[1])

    assert {"questions": 1, "traces": 1, "answers": 1, "citations": 1} == dry["rows"]
    assert 0 == code
    assert "4 rows are gone" in said
    assert "0 rows are gone" in again[1]
    assert 1 == found["rows"]["questions"]
    assert "texts" not in str(found["faults"])


@pytest.mark.usefixtures("filled")
async def test_ninety_days_are_always_left(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Less is refused, by the option and by the setting, before anything is looked at."""
    with pytest.raises(SystemExit) as used:
        await run("prune", "--days", "89")
    said = capsys.readouterr().err
    monkeypatch.setenv("FOOTNOTE_RETENTION_DAYS", "89")
    with pytest.raises(Exception, match="FOOTNOTE_RETENTION_DAYS"):
        await run("prune")

    assert 2 == used.value.code
    assert "90 or more" in said


@pytest.mark.usefixtures("filled")
async def test_a_fault_is_exit_code_1(run: Run, tmp_path: Path) -> None:
    """What is wrong is printed, a line each, and a ledger without a fault is said to be sound."""
    sound = await run("check")
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as connection, connection:
        connection.execute("UPDATE opinions SET value = 7")
    code, said = await run("check")

    assert (0, 1) == (sound[0], code)
    assert "Nothing is wrong" in sound[1]
    assert "FAIL  1 opinions are neither for nor against." in said


async def test_without_a_ledger_a_sentence_says_so(run: Run, tmp_path: Path) -> None:
    """Looking, backing up and pruning make no file."""
    for words in (("check",), ("backup", "b.gz"), ("prune",)):
        with pytest.raises(LedgerError, match="no ledger yet"):
            await run(*words)

    assert not (tmp_path / "ledger.db").exists()
