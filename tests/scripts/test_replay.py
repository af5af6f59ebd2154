"""Tests of scripts/replay.py: a question is asked again, and where the runs differ is readable."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from retrieval.errors import InputError, TextsGone, TraceMissing
from retrieval.learn.difference import Change
from retrieval.learn.replay import compared
from retrieval.ledger.ledger import Ledger
from scripts import replay as command
from tests.fakes.gate import case
from tests.fakes.replayed import answered
from tests.fakes.team import ScriptedReranker


@pytest.fixture(name="asked")
async def _asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Record one answer of fakes, whose writer left no reply behind."""
    url = f"sqlite:///{tmp_path}/ledger.db"
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    async with Ledger.open(url) as ledger:
        await ledger.record(replace(await answered(), id="abc123"))
        await ledger.cases.add(replace(case("case1"), trace_id="abc123"))
        await ledger.cases.add(case("brought"))
    return monkeypatch


async def test_two_runs_are_told_apart_hop_by_hop() -> None:
    """What was gained, lost and otherwise, and why that may be; the rest is named as the same."""
    before = await answered()
    after = await answered(reranker=ScriptedReranker([1.0, 2.0]))
    changed = (Change("setting sources", "5", "2"),)
    told = "\n".join(command.lines(compared(before, after, ("the moon",), changed), frozen=False))

    assert "the runs differ from rank on" in told
    assert "rewrite: the same\nsearch: the same\nrank:" in told
    assert "  ~ leave.md[0]: rank 1 -> rank 2" in told
    assert "  the moon" in told
    assert "  ~ setting sources: 5 -> 2" in told


async def test_long_changes_are_cut_unless_all_is_asked() -> None:
    """The first are shown and the rest counted."""
    before = await answered()
    after = replace(before, candidates=None)
    short = command.lines(compared(before, after), frozen=True)
    full = command.lines(compared(before, after), frozen=True, whole=True)

    assert any("more (--all shows them)" in line for line in short)
    assert len(full) > len(short)
    assert not any("more" in line for line in full)


async def test_the_same_is_said_to_be_the_same() -> None:
    """In words and as data."""
    same = compared(await answered(), await answered())

    assert any("identical, times and ids apart" in one for one in command.lines(same, frozen=True))
    assert command.told(same, frozen=True)["identical"]


async def test_a_frozen_replay_names_what_the_ledger_lacks(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A case stands for its trace; a run that is not the same is no success."""
    asked.setattr(sys, "argv", ["replay", "case1", "--frozen", "--json"])
    code = await command.main()
    data = json.loads(capsys.readouterr().out)

    assert (1, "abc123", False) == (code, data["trace_id"], data["identical"])
    assert [
        "the configuration of then, so today's is used",
        "the reply of first-sentence",
    ] == data["lacking"]
    assert {"search": True, "write": False} == {
        hop["hop"]: hop["same"] for hop in data["hops"] if hop["hop"] in {"search", "write"}
    }


async def test_a_live_replay_asks_the_index_of_now(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is none here: the run ends where it ends, and the difference is the result."""
    asked.setattr(sys, "argv", ["replay", "abc"])
    code = await command.main()
    told = capsys.readouterr().out

    assert 0 == code
    assert "- leave.md[0]: rank 1" in told
    assert "outcome: answered -> failed" in told


async def test_where_texts_are_gone_it_is_asked_again_live_alone(
    asked: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What the ledger no longer keeps is said in words, and the question is kept all the same."""
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as database:
        database.execute("DELETE FROM texts")
        database.commit()
    asked.setattr(sys, "argv", ["replay", "case1"])
    code = await command.main()
    told = capsys.readouterr().out
    asked.setattr(sys, "argv", ["replay", "case1", "--frozen"])
    with pytest.raises(TextsGone, match=r"no longer .* of the passages") as gone:
        await command.main()

    assert 0 == code
    assert f"the ledger no longer keeps {gone.value.lost}" in told
    assert "outcome: answered -> failed" in told


async def test_what_has_no_record_is_named(asked: pytest.MonkeyPatch) -> None:
    """A case that was brought in, an unknown id, and flags that do not go together."""
    asked.setattr(sys, "argv", ["replay", "brought", "--frozen"])
    with pytest.raises(InputError, match="no record"):
        await command.main()
    asked.setattr(sys, "argv", ["replay", "nothing"])
    with pytest.raises(TraceMissing, match="no trace and no case 'nothing'"):
        await command.main()
    asked.setattr(sys, "argv", ["replay", "abc", "--frozen", "--keep"])
    with pytest.raises(SystemExit) as left:
        await command.main()
    assert 2 == left.value.code
