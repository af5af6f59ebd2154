"""`scripts.nightly`: today's run once, its number printed, and what cannot be measured said."""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring
from retrieval.errors import LedgerError
from retrieval.learn.nightly import ANEW, Nightly
from retrieval.learn.nightly_told import Night
from retrieval.ports import EvalCase, Label, NightlyRun
from retrieval.settings import load
from scripts import ingest, nightly

CASE = EvalCase(
    "case-1",
    "",
    datetime.now(UTC),
    "kept",
    "U1",
    "C1",
    {"question": "How many weeks of parental leave are paid?", "collections": ["docs"]},
    kind="imported",
    label=Label(right=("docs:leave.md",), must_say=(("26 weeks",),)),
)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))


async def _ran(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["nightly", *words])
    code = await nightly.main()
    return (code, *capsys.readouterr())


async def test_the_run_of_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measured once there is something to measure; done then; --dry-run keeps nothing."""
    early = [(await _ran(monkeypatch, capsys, "--once"))[0] for _ in range(6)][-1]
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "leave.md").write_text(
        "# Parental leave\n\nParents get 26 weeks of paid parental leave.\n"
    )
    monkeypatch.setattr(sys, "argv", ["ingest", "pages", "--quiet"])
    assert 0 == await ingest.main()
    async with wiring.open_ledger(load()) as ledger:
        await ledger.cases.add(CASE)
    once = await _ran(monkeypatch, capsys, "--once", "--json")
    data = await _ran(monkeypatch, capsys, "--once", "--json")
    twice = await _ran(monkeypatch, capsys, "--once")
    dry = await _ran(monkeypatch, capsys, "--dry-run")
    async with wiring.open_ledger(load()) as ledger:
        kept = await ledger.nightly_runs.latest()

    every = json.loads(once[1])["figures"]["all"]
    assert (0, 1, 1.0, 1.0, 1.0) == (
        once[0],
        every["cases"],
        every["r5"],
        every["said"]["right"],
        every["gold"]["right"],
    )
    assert (1, 0, True, True) == (
        early,
        twice[0],
        "is done. --again does" in twice[1],
        "recall@5 100.0 %" in twice[1],
    )
    assert (True, every) == (json.loads(data[1])["done"], json.loads(data[1])["figures"]["all"])
    assert 0 == dry[0]
    assert "recall@5 100.0 %" in dry[1]
    assert "with right page  █ 100.0 %" in dry[1]
    assert ["", "No document is indexed."] == [one.failure[:23] for one in kept]


async def test_a_run_under_way_is_not_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is said to be what it is."""
    async with wiring.open_ledger(load()) as ledger:
        await ledger.duties.begin("nightly", f"{datetime.now(UTC):%Y-%m-%d}")
    code, out, _ = await _ran(monkeypatch, capsys, "--once", "--json")
    told = json.loads(out)

    assert (0, False, True) == (code, told["done"], told["under_way"])
    assert "is under way" in (await _ran(monkeypatch, capsys, "--once"))[1]


async def test_a_run_is_done_again_on_demand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever was done before."""
    asked: list[bool] = []

    async def run(self: Nightly, period: str, progress: Any, *, again: bool = False) -> Night:
        asked.append(again)
        return Night(NightlyRun(period, datetime.now(UTC), 0.0, failure="No case is labelled."))

    monkeypatch.setattr(Nightly, "run", run)
    code, out, err = await _ran(monkeypatch, capsys, "--again")

    assert (1, [True], "No case is labelled.") == (code, asked, err.strip())
    assert "nothing was measured. No case is labelled." in out


async def test_nothing_to_measure_is_a_failure_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1, and what to do."""
    code, _, said = await _ran(monkeypatch, capsys, "--once")

    assert 1 == code
    assert "No document is indexed. Index some: python -m scripts.ingest PATH" in said


async def test_a_ticket_is_accepted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its key or the start of it; one that is not there is a sentence."""
    since = {"since": datetime.now(UTC).isoformat()}
    async with wiring.open_ledger(load()) as ledger:
        await ledger.tickets.open("drop-2026-11-30-abc", since)
    code, said, _ = await _ran(monkeypatch, capsys, "--accept", "drop-2026")
    with pytest.raises(LedgerError, match="holds no ticket other"):
        await _ran(monkeypatch, capsys, "--accept", "other")

    assert (0, True) == (code, "drop-2026-11-30-abc is accepted" in said)


@pytest.mark.parametrize(("hour", "days"), [(2, 1), (3, 0), (4, 0)], ids=["before", "at", "after"])
def test_the_last_time_that_it_was_due(hour: int, days: int) -> None:
    """Before the hour it was yesterday's."""
    now = datetime(2026, 11, 30, hour, tzinfo=UTC)

    assert datetime(2026, 11, 30, 3, tzinfo=UTC) - timedelta(days=days) == nightly.last(
        time(3), now
    )


async def test_it_stays_until_it_is_told_to_stop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each look does what is due; a ledger that is down ends nothing."""
    stop = asyncio.Event()
    looks: list[str] = []

    class Watched:
        async def once(self, period: str, progress: Any) -> Night | None:
            looks.append(period)
            if len(looks) == 1:
                raise LedgerError("The ledger is busy.")
            failed = NightlyRun(period, datetime.now(UTC), 0.0, failure="No case is labelled.")
            return Night(failed)

        async def settle(self) -> list[str]:
            stop.set()
            return ["The ticket could not be opened."]

    due = datetime.now(UTC) - timedelta(minutes=1)
    monkeypatch.setenv("FOOTNOTE_NIGHTLY_AT", f"{due:%H:%M}")
    monkeypatch.setattr(nightly, "AGAIN", 0.0)
    monkeypatch.setattr(nightly, "LEAST", 0.0)

    async def week(now: datetime) -> str:
        return "The digest of 2026-W49 is posted."

    await nightly._stay(Watched(), load(), week, stop)  # type: ignore[arg-type]
    out, err = capsys.readouterr()

    assert [f"{due:%Y-%m-%d}"] * 2 == looks
    assert "Measuring every day at" in out
    assert "The digest of 2026-W49 is posted." in out
    assert ["The ledger is busy.", "No case is labelled.", "The ticket could not be opened."] == (
        err.splitlines()
    )


async def test_a_run_that_is_stopped_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not keep a process from ending that is told to."""
    stop, given_up = asyncio.Event(), asyncio.Event()

    class Endless:
        async def once(self, period: str, progress: Any) -> None:
            stop.set()
            try:
                await asyncio.Event().wait()
            finally:
                given_up.set()

    async def week(now: datetime) -> str:
        return ""

    due = datetime.now(UTC) - timedelta(minutes=1)
    monkeypatch.setenv("FOOTNOTE_NIGHTLY_AT", f"{due:%H:%M}")
    async with asyncio.timeout(5):
        await nightly._stay(Endless(), load(), week, stop)  # type: ignore[arg-type]

    assert given_up.is_set()


async def test_what_another_process_measures_anew_is_not_measured_twice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That is said, and is no failure."""
    async with wiring.open_ledger(load()) as ledger:
        await ledger.duties.begin(ANEW, f"{datetime.now(UTC):%Y-%m-%d}")
        plain = await _ran(monkeypatch, capsys, "--again")
        code, out, _ = await _ran(monkeypatch, capsys, "--again", "--json")

    assert 0 == plain[0] == code
    assert "Another process is doing the run of" in plain[1]
    assert json.loads(out)["under_way"]
