"""Tests of scripts/evaluate.py: the command, over a small corpus of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from retrieval.errors import InputError
from scripts import evaluate

PAGES = {
    "vpn.md": "# VPN\n\nThe VPN client is installed from the self-service portal.\n",
    "pay.md": "# Pay\n\nSalaries are paid on the last working day of the month.\n",
    "dogs.md": "# Dogs\n\nDogs may come to the office on Fridays, never to the lab.\n",
}
QUESTIONS = (
    {
        "id": "pay",
        "question": "When are salaries paid?",
        "gold_docs": ["corpus/pay.md"],
        "answer": "Salaries are paid on the last working day of the month.",
        "must_say": ["last working day"],
    },
    {"id": "dogs", "question": "May dogs come to the lab?", "gold_docs": ["corpus/dogs.md"]},
    {
        "id": "own",
        "question": "Which colour has the tram to the harbour?",
        "passages": [{"text": "The ferry to the island leaves at noon."}],
        "answerable": False,
    },
)


@pytest.fixture(name="questions")
def _questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "corpus").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "corpus" / name).write_text(text)
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in QUESTIONS))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    return path


async def test_the_command_measures_a_corpus(
    questions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Questions with pages and with passages of their own are indexed, asked, judged, written."""
    report = questions.parent / "report.json"
    monkeypatch.setattr(sys, "argv", ["evaluate", str(questions), "--json", str(report)])
    code = await evaluate.main()
    data = json.loads(report.read_text())
    pay, dogs, own = data["questions"]

    assert 0 == code
    assert (1, 1) == (pay["ranks"]["words"], dogs["ranks"]["words"])
    assert {"words", "meaning", "fused", "reranked"} <= set(data["legs"])
    assert pay["whole"] is True
    assert ({}, False) == (own["ranks"], own["answerable"])
    assert "reranked" in capsys.readouterr().out
    assert (questions.parent / "data" / "evaluate").is_dir()


async def test_an_earlier_report_is_compared_with(
    questions: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--against takes a report of ours; the same run differs by nothing."""
    report = questions.parent / "report.json"
    more = ["--retrieval-only", "--json", str(report)]
    monkeypatch.setattr(sys, "argv", ["evaluate", str(questions), *more])
    await evaluate.main()
    monkeypatch.setattr(sys, "argv", ["evaluate", str(questions), *more, "--against", str(report)])
    await evaluate.main()

    assert "= +0.000 (+0.000 to +0.000); 0 better, 0 worse" in capsys.readouterr().out


async def test_a_corpus_without_documents_is_a_sentence(
    questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be found in an empty folder, and nothing is asked of it."""
    (questions.parent / "empty").mkdir()
    more = ["--corpus", str(questions.parent / "empty")]
    monkeypatch.setattr(sys, "argv", ["evaluate", str(questions), *more])
    with pytest.raises(InputError, match="no documents"):
        await evaluate.main()


async def test_a_report_that_cannot_be_written_is_a_sentence(
    questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder as the report's place is said."""
    more = ["--retrieval-only", "--json", str(questions.parent)]
    monkeypatch.setattr(sys, "argv", ["evaluate", str(questions), *more])
    with pytest.raises(InputError, match="cannot be written"):
        await evaluate.main()
