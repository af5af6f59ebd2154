"""Tests of scripts/diagnose.py: the command, over a small corpus and a small ledger."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring
from retrieval.errors import InputError
from retrieval.learn.labelled import from_case
from retrieval.learn.questions import Case
from retrieval.ports import Label, Opinion
from scripts import diagnose

PAGES = {
    "vpn.md": "# VPN\n\nThe VPN client is installed from the self-service portal.\n",
    "pay.md": "# Pay\n\nSalaries are paid on the last working day of the month.\n",
    "old.md": "---\nstatus: archived\n---\n# Kiln\n\nThe pottery kiln is lit by the warden.\n",
}
QUESTIONS = (
    {"id": "pay", "question": "When are salaries paid?", "gold_docs": ["corpus/pay.md"]},
    {"id": "kiln", "question": "Who lights the pottery kiln?", "gold_docs": ["corpus/old.md"]},
    {"id": "none", "question": "Who lights the sun?", "answerable": False},
)


@pytest.fixture(scope="module", name="home")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus, its questions, an index of it, and a case of a question that was disliked."""
    home = tmp_path_factory.mktemp("diagnose")
    (home / "corpus").mkdir()
    for name, text in PAGES.items():
        (home / "corpus" / name).write_text(text)
    (home / "questions.jsonl").write_text("\n".join(json.dumps(row) for row in QUESTIONS))
    asyncio.run(_asked(home))
    return home


async def _asked(home: Path) -> None:
    settings = wiring.settings(data=home / "data")
    model = wiring.embedder(settings)
    reader = wiring.folder_reader(settings, home / "corpus")
    await wiring.ingest(settings, model).run(reader, "docs")
    async with wiring.open_answerer(settings) as footnote, wiring.open_ledger(settings) as ledger:
        answer = await footnote.ask("Who lights the pottery kiln?", await footnote.scope())
        opinion = Opinion(answer.trace_id, "U1", -1, "button", "C1", datetime.now(UTC))
        await ledger.feedback.give(opinion)
        await ledger.feedback.give(replace(opinion, reason="wrong_page", page="old.md"))
    (home / "case").write_text(answer.trace_id)


@pytest.fixture(autouse=True)
def _there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    monkeypatch.setenv("FOOTNOTE_DATA", str(home / "data"))


async def _run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["diagnose", *words])
    return await diagnose.main()


async def test_a_set_of_questions_is_told_as_a_funnel(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What comes how far, what is lost where, and which stage to look at."""
    code = await _run(monkeypatch, "questions.jsonl")
    told = capsys.readouterr()

    assert 0 == code
    assert "2 right pages" in told.out
    assert "kiln: Who lights the pottery kiln?\nstale or conflicting: diagnose" in told.out
    assert "Most are lost here: stale or conflicting (1 of 2)" in told.out
    assert "Left aside: 1 question without a right page." in told.err


async def test_a_case_is_diagnosed_then_and_now(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page that its disliker gave is looked for where nobody else has named one."""
    case = (home / "case").read_text()
    await _run(monkeypatch, case)
    text = capsys.readouterr().out
    await _run(monkeypatch, case, "--right", "nowhere.md", "--json")
    nowhere = json.loads(capsys.readouterr().out)

    assert "now: stale or conflicting: docs:old.md" in text
    assert "its status is archived" in text
    assert "then: the same." in text
    assert ("not_read", "not_read") == (nowhere["stage"], nowhere["then"]["stage"])


async def test_a_page_that_a_person_named_and_nobody_indexed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is diagnosed as in no source, whether it is a path or a link; long questions are cut."""
    settings = wiring.settings()
    async with wiring.open_answerer(settings) as footnote:
        answer = await footnote.ask("Who lights the sun? " * 100, await footnote.scope())
    stages = []
    for page in ("missing.md", "docs:missing.md", "https://wiki.example/no"):
        opinion = Opinion(answer.trace_id, "U1", -1, "button", "C1", datetime.now(UTC))
        async with wiring.open_ledger(settings) as ledger:
            await ledger.feedback.give(opinion)
            await ledger.feedback.give(replace(opinion, reason="wrong_page", page=page))
        await _run(monkeypatch, answer.trace_id, "--json")
        stages.append(json.loads(capsys.readouterr().out)["stage"])
    await _run(monkeypatch, answer.trace_id)
    first = capsys.readouterr().out.splitlines()[0]

    assert ["not_read"] * 3 == stages
    assert len(first) < 320


async def test_all_labelled_cases_are_a_set(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that nobody has labelled are left aside."""
    await _run(monkeypatch, "--json")
    before = json.loads(capsys.readouterr().out)
    async with wiring.open_ledger(wiring.settings()) as ledger:
        await ledger.cases.label(
            (home / "case").read_text(), Label(right=("docs:old.md",)), by="U2"
        )
    await _run(monkeypatch, "--json")
    told: dict[str, Any] = json.loads(capsys.readouterr().out)

    assert (0, 1) == (before["pages"], told["pages"])
    assert {"stale_or_conflicting": {"count": 1, "share": 1.0}} == told["lost"]


@pytest.mark.parametrize(
    "words", [["--right", "a.md"], ["questions.jsonl", "--right", "a.md"], ["--corpus", "corpus"]]
)
async def test_what_does_not_go_together_is_refused(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A right page is for one case, a corpus for questions."""
    with pytest.raises(SystemExit) as stopped:
        await _run(monkeypatch, *words)

    assert 2 == stopped.value.code
    assert "error:" in capsys.readouterr().err


async def test_a_case_without_a_right_page_says_what_to_do(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told how to give one."""
    settings = wiring.settings(data=home / "other")
    monkeypatch.setenv("FOOTNOTE_DATA", str(home / "other"))
    async with wiring.open_ledger(settings) as ledger:
        bare = Case("lost-1", "s", "When?")
        await ledger.cases.add(from_case(bare, collection="docs", made=datetime.now(UTC)))
    with pytest.raises(InputError, match="Give it with --right PAGE"):
        await _run(monkeypatch, "lost-1")
