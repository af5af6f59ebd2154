"""`scripts.escalations`: what was handed over to people, one by one and counted."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from retrieval.ledger.ledger import Ledger
from retrieval.ports import Change, Escalation
from retrieval.ports.escalations import CLAIMED, RESOLVED
from scripts import escalations
from tests.fakes.clock import FakeClock

HOUR = timedelta(hours=1)


@pytest.fixture(name="data")
async def _data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ledger with a question that waits too long, one that is answered and a private one."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/ledger.db")
    clock = FakeClock()
    clock.time = datetime.now(UTC) - 8 * HOUR
    start = clock.time
    passages = [{"title": "Leave", "text": "26 weeks", "why": "unused", "detail": ""}]
    one = Escalation(
        "e1", "s1", "t1", "T1", "C1", "5.0", "UANN", "CHELP", "docs", start, start + 4 * HOUR,
        {"question": "How \x1b[31mlong?", "searched": "How long", "passages": passages},
    )  # fmt: skip
    private = replace(one, id="p3", subject="s3", content={}, due=start + 99 * HOUR)
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db", clock=clock) as ledger:
        books = ledger.escalations
        for number, each in enumerate((one, replace(one, id="r2", subject="s2"), private)):
            await books.open(each, key=f"k{number}", by="UANN")
        clock.pass_by(3600)
        claim = Change("c", "claimed", "UBEN", state=CLAIMED, holder="UBEN")
        await books.change("r2", claim)
        clock.pass_by(3600)
        content = {"answer": "So.", "page": "leave.md"}
        await books.change("r2", Change("d", "resolved", "UBEN", state=RESOLVED, content=content))
    return tmp_path


async def _ran(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[str, str]:
    monkeypatch.setattr(sys, "argv", ["escalations", *words])
    assert 0 == await escalations.main()
    told = capsys.readouterr()
    return told.out, told.err


@pytest.mark.usefixtures("data")
async def test_what_waits_is_listed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is overdue; of a private question not a word; nothing moves the cursor."""
    out, _ = await _ran(capsys, monkeypatch, "list")
    whole, _ = await _ran(capsys, monkeypatch, "list", "--state", "all", "--json")
    first, more = await _ran(capsys, monkeypatch, "list", "--most", "1")

    assert ["e1", "p3"] == [line.split()[0] for line in out.splitlines()]
    assert "open, overdue" in out.splitlines()[0]
    assert "(not shown to those who help)" in out.splitlines()[1]
    assert re.search(r"UTC  open, overdue  due [-0-9]+ [:0-9]+ UTC  ", out.splitlines()[0])
    assert "\x1b" not in out
    assert [("e1", True), ("p3", False), ("r2", False)] == sorted(
        (one["id"], one["overdue"]) for one in json.loads(whole)
    )
    assert 1 == len(first.splitlines())
    assert "There are more than these 1" in more


@pytest.mark.usefixtures("data")
async def test_one_is_shown_with_all_that_was_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the start of its id; with what came near and why, and the way to its trace."""
    out, _ = await _ran(capsys, monkeypatch, "show", "r")
    whole, _ = await _ran(capsys, monkeypatch, "show", "r2", "--json")

    assert "escalation: r2, resolved" in out
    assert 'Leave (unused): "26 weeks"' in out
    assert "resolved by UBEN" in out
    assert "answer: So." in out
    assert "python -m scripts.explain t1" in out
    assert ["opened", "claimed", "resolved"] == [e["what"] for e in json.loads(whole)["history"]]


@pytest.mark.usefixtures("data")
async def test_they_are_counted_by_week(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the median times, as JSON and as a table."""
    out, _ = await _ran(capsys, monkeypatch, "stats")
    whole, _ = await _ran(capsys, monkeypatch, "stats", "--json")
    every = json.loads(whole)[-1]

    assert out.splitlines()[0].split()[:2] == ["week", "collection"]
    assert "1 h 0 min" in out
    assert "2 h 0 min" in out
    assert (3, 1, 60.0, 120.0) == (
        every["opened"], every["overdue"], every["minutes_to_claim"], every["minutes_to_resolve"],
    )  # fmt: skip


async def test_an_empty_ledger_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the error output, with success."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/ledger.db")

    assert ("", "Nothing that was handed over to people is in that state.\n") == await _ran(
        capsys, monkeypatch, "list"
    )
    assert ("", "Nothing was handed over to people in that time.\n") == await _ran(
        capsys, monkeypatch, "stats"
    )


@pytest.mark.parametrize("words", [(), ("list", "--state", "x"), ("stats", "--weeks", "0")])
async def test_wrong_use_is_told(words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With exit code 2."""
    monkeypatch.setattr(sys, "argv", ["escalations", *words])
    with pytest.raises(SystemExit) as ended:
        await escalations.main()

    assert 2 == ended.value.code


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(None, "-"), (0.2, "0 min"), (61.0, "1 h 1 min"), (3_000.0, "2 d 2 h")],
)
def test_times_are_written_as_people_say_them(minutes: Any, said: str) -> None:
    """In days, hours and minutes."""
    assert said == escalations._time(minutes)
