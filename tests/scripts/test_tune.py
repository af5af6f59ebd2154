"""Tuning from the command line: what is printed, what is kept, and when nothing is."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest

from retrieval.errors import InputError
from scripts import tune


@pytest.fixture(name="questions")
def _questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a corpus of a few pages, each with questions about it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "corpus").mkdir()
    rows = []
    for name in ("vpn", "leave", "travel", "laptop", "badge", "payroll"):
        text = f"# The {name} page\n\nEverything about {name}: ask the {name} team.\n"
        (tmp_path / "corpus" / f"{name}.md").write_text(text)
        rows.append({"question": f"Who knows about {name}?", "gold_docs": [f"corpus/{name}.md"]})
    path = tmp_path / "questions.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


async def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["tune", *arguments])
    return await tune.main()


async def test_weights_that_do_not_pay_are_not_kept(
    questions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where every page is found first already, nothing can be better, and nothing changes."""
    assert 0 == await _run(monkeypatch, str(questions), "--json")

    told = capsys.readouterr()
    report = json.loads(told.out)
    assert (6, 1.0, False) == (
        report["questions"],
        report["shipped weights"]["R@1"],
        report["pays"],
    )
    assert "nothing is changed" in told.err
    assert not (questions.parent / "data" / "weights").exists()


async def test_weights_that_pay_are_kept_for_the_collection(
    questions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named, and holds where it was learnt."""
    monkeypatch.setattr("retrieval.learn.tune.better", lambda new, old: True)

    assert 0 == await _run(monkeypatch, str(questions), "--collection", "handbook")

    kept = questions.parent / "data" / "weights" / "handbook.rerank.json"
    assert str(kept) in capsys.readouterr().err
    assert str(questions) == json.loads(kept.read_text())["learnt_on"]


async def test_a_dry_run_keeps_nothing(
    questions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What would be kept is printed only."""
    monkeypatch.setattr("retrieval.learn.tune.better", lambda new, old: True)

    assert 0 == await _run(monkeypatch, str(questions), "--dry-run")

    assert "weights: " in capsys.readouterr().out
    assert not (questions.parent / "data" / "weights").exists()


async def test_questions_without_right_pages_are_told(
    questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to learn from them."""
    lost = '{"question": "Who knows?", "gold_docs": ["corpus/nobody.md"]}\n'
    await asyncio.to_thread(questions.write_text, lost)

    with pytest.raises(InputError, match="nothing to learn"):
        await _run(monkeypatch, str(questions))
