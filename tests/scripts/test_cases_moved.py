"""Tests of scripts/cases_moved.py: cases leave as questions, and questions come in as cases."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval.errors import InputError, PathUnusable
from retrieval.learn.questions import load
from retrieval.ledger.ledger import Ledger
from retrieval.ports import RewriteCase
from retrieval.values import Turn
from scripts import evaluate
from tests.scripts.conftest import Run


@pytest.mark.usefixtures("disliked")
async def test_an_export_is_a_questions_file(run_cases: Run, tmp_path: Path) -> None:
    """Standing cases become questions, oldest first, with thread and wording, and no person."""
    said = await run_cases("export", "--out", "cases.jsonl")
    first, second = load(tmp_path / "cases.jsonl")
    printed = await run_cases("export", "--state", "all")

    assert "2 in cases.jsonl. Of 2 nothing is said of what is right: add gold_docs" in said
    assert ("aaa", "abb") == (first.id, second.id)
    assert ("Question abb?", "Question abb?") == (second.text, second.standalone)
    assert ("user", "assistant") == tuple(turn.role for turn in second.history)
    assert (None, "", ()) == (second.answerable, second.answer, second.gold)
    assert 3 == len(printed.splitlines())
    assert "U2" not in printed


@pytest.mark.usefixtures("disliked")
async def test_an_export_that_cannot_be_written(run_cases: Run, tmp_path: Path) -> None:
    """A folder in the file's place is a sentence."""
    with pytest.raises(PathUnusable, match="cannot be written"):
        await run_cases("export", "--out", str(tmp_path))


@pytest.mark.usefixtures("disliked")
async def test_an_export_can_be_evaluated_before_it_has_gold_pages(
    run_cases: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Lines without a right page are asked; the report says that they are not measured."""
    await run_cases("export", "--out", "cases.jsonl")
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "vpn.md").write_text("# VPN\n\nThe VPN client is on the portal.\n")
    report = tmp_path / "report.json"
    monkeypatch.setattr(sys, "argv", ["evaluate", "cases.jsonl", "--json", str(report)])
    code = await evaluate.main()

    assert 0 == code
    assert "2 say nothing of what answers them and are only asked" in capsys.readouterr().out
    assert 2 == json.loads(report.read_text())["pooled"]["unlabelled"]


@pytest.mark.usefixtures("disliked")
async def test_what_leaves_comes_back(run_cases: Run, tmp_path: Path) -> None:
    """Into the same ledger nothing changes; what was changed since is brought in line if asked."""
    await run_cases("label", "abb", "--right", "docs:a.md", "--state", "fixed")
    await run_cases("export", "--state", "all", "--whole", "--out", "cases.jsonl")
    same = await run_cases("import", "cases.jsonl")
    await run_cases("label", "abb", "--right", "docs:b.md", "--state", "new")
    kept = await run_cases("import", "cases.jsonl")
    counted = await run_cases("import", "cases.jsonl", "--update", "--json")
    counts = json.loads(counted[: counted.index("}") + 1])
    again = await run_cases("export", "--state", "all", "--whole")

    assert "3 cases: 3 unchanged." in same
    assert "1 kept" in kept
    assert {"imported": 0, "updated": 1, "unchanged": 2, "kept": 0} == counts
    assert (tmp_path / "cases.jsonl").read_text(encoding="utf-8").splitlines() == again.splitlines()


@pytest.mark.usefixtures("disliked")
async def test_into_another_ledger(
    run_cases: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A case that comes whole says there what it said here, but for its people."""
    await run_cases("export", "--whole", "--out", "cases.jsonl")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/other.db")
    said = await run_cases("import", "cases.jsonl")
    again = await run_cases("export", "--whole")
    shown = await run_cases("show", "abb")

    assert "2 cases: 2 imported." in said
    assert (tmp_path / "cases.jsonl").read_text(encoding="utf-8").splitlines() == again.splitlines()
    assert "1. a.md chunk digest" in shown


async def test_a_wrong_line_keeps_all_out(run_cases: Run, tmp_path: Path) -> None:
    """Every wrong line is named; nothing of the file is kept."""
    lines = ['{"question": "a"}', "{", *['{"question": 1}'] * 21]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        await run_cases("import", "in.jsonl")

    told = str(caught.value).splitlines()
    assert "in.jsonl, line 2: not JSON" in told[0]
    assert ["and 2 more lines are wrong.", "Nothing was imported."] == told[-2:]
    assert "There are no cases." in await run_cases("list")
    with pytest.raises(PathUnusable):
        await run_cases("import", "nowhere.jsonl")


async def test_a_set_of_questions_is_measured_as_cases(run_cases: Run, tmp_path: Path) -> None:
    """Its right pages stand in the collection that is named; those without one are not measured."""
    rows = ({"id": "a", "question": "Why?", "gold_docs": ["x.md"]}, {"question": "Who?"})
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    await run_cases("import", "in.jsonl", "--collection", "hr")
    (row,) = (await run_cases("export", "--labelled")).splitlines()

    assert ["hr:x.md"] == json.loads(row)["right"]
    assert "2" == str(len((await run_cases("list", "--kind", "imported")).splitlines()))


async def test_an_import_again_says_where_it_is_asked(run_cases: Run, tmp_path: Path) -> None:
    """Pages and scope follow the collection that is named then, of refusals, too."""
    rows = [
        {"id": "q1", "question": "How long?", "gold_docs": ["a.md"]},
        {"id": "q2", "question": "Who won?", "answerable": False},
    ]
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    await run_cases("import", "set.jsonl")
    kept = await run_cases("import", "set.jsonl", "--collection", "hr")
    told = await run_cases("import", "set.jsonl", "--collection", "hr", "--update")
    again = await run_cases("import", "set.jsonl", "--collection", "hr", "--update")
    shown = [json.loads(await run_cases("show", name, "--json")) for name in ("q1", "q2")]

    assert "2 cases: 2 kept." in kept
    assert "2 cases: 2 updated." in told
    assert "2 cases: 2 unchanged." in again
    assert [["hr"], ["hr"]] == [one["content"]["collections"] for one in shown]
    assert ["hr:a.md"] == shown[0]["label"]["right"]


async def test_a_file_without_a_line_is_said(run_cases: Run, tmp_path: Path) -> None:
    """Nothing to import is no success."""
    (tmp_path / "none.jsonl").write_text("\n", encoding="utf-8")
    with pytest.raises(InputError, match="has no lines"):
        await run_cases("import", "none.jsonl")


async def test_corrected_searches_are_exported(run_cases: Run, tmp_path: Path) -> None:
    """Each as a question whose standalone wording is what its asker wanted."""
    none = await run_cases("export", "--rewrites")
    async with Ledger.open(f"sqlite:///{tmp_path}/ledger.db") as ledger:
        turns = (Turn("user", "The VPN"),)
        await ledger.rewrites.keep(RewriteCase("r", "t", "U1", "C1", "it?", turns, "it", "VPN?"))
    said = await run_cases("export", "--rewrites", "--out", "searches.jsonl")

    assert "There are no rewrite cases." in none
    assert "1 in searches.jsonl." in said
    assert "VPN?" == load(tmp_path / "searches.jsonl")[0].standalone


async def test_odd_characters_leave_and_come_back(run_cases: Run, tmp_path: Path) -> None:
    """An escape sequence and a lone surrogate are the same in the file as they were."""
    asked = "\x1b[2Jgone\ud800"
    line = json.dumps({"id": "odd", "question": asked, "made": datetime.now(UTC).isoformat()})
    (tmp_path / "in.jsonl").write_text(line, encoding="utf-8")
    await run_cases("import", "in.jsonl")
    printed = await run_cases("export")
    await run_cases("export", "--out", "cases.jsonl")

    assert "\x1b" not in printed
    assert asked == load(tmp_path / "cases.jsonl")[0].text
