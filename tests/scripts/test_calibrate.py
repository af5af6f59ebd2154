"""Tests of scripts/calibrate.py: the command, over a small corpus of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from retrieval.errors import InputError
from scripts import calibrate

SUBJECTS = ("printer", "canteen", "bicycle", "garage", "library", "gym")


@pytest.fixture(name="files")
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Questions with their pages, and questions about something else."""
    (tmp_path / "corpus").mkdir()
    rows = []
    for name in SUBJECTS:
        page = f"# The {name}\n\nThe {name} opens at eight in the morning.\n"
        (tmp_path / "corpus" / f"{name}.md").write_text(page)
        gold = [f"corpus/{name}.md"]
        rows.append({"id": name, "question": f"When does the {name} open?", "gold_docs": gold})
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "far").mkdir()
    foreign = tmp_path / "far" / "foreign.jsonl"
    others = [
        {"id": str(n), "question": f"Why did king {n} sign it?", "gold_docs": [f"{n}.md"]}
        for n in range(6)
    ]
    foreign.write_text("\n".join(map(json.dumps, others)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    return questions, foreign


async def test_the_command_reports_and_keeps_what_is_better(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both kinds of question are asked; numbers are kept only where they are better."""
    report = files[0].parent / "report.json"
    argv = ["calibrate", str(files[0]), "--foreign", str(files[1]), "--collection", "docs"]
    monkeypatch.setattr(sys, "argv", [*argv, "--json", str(report)])
    code = await calibrate.main()
    data = json.loads(report.read_text())
    out, err = capsys.readouterr()
    kept = list((files[0].parent / "data").rglob("docs.quoting.json"))

    assert 0 == code
    assert {"meaning", "words"} == set(data)
    assert "12 questions" in out
    assert len(data["words"]["curve"]) == 99
    better = any(way["better"] for way in data.values())
    assert better == bool(kept)
    assert better != ("stay" in err)


async def test_an_answer_that_does_not_say_what_it_must_is_wrong(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What would be said is read, not only where it stands."""
    rows = [json.loads(line) for line in files[0].read_text().splitlines()]
    shares = []
    for hour in ("eight", "nine"):
        told = [json.dumps({**row, "must_say": [[hour]]}) for row in rows]
        files[0].write_text("\n".join(told))
        report = files[0].parent / f"{hour}.json"
        monkeypatch.setattr(sys, "argv", ["calibrate", str(files[0]), "--json", str(report)])
        assert 0 == await calibrate.main()
        shares.append(json.loads(report.read_text())["words"]["curve"][0]["right"])

    assert "6 questions" in capsys.readouterr().out
    assert [1.0, 0.0] == shares


async def test_questions_of_which_nothing_is_known_are_refused(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that says neither page nor answerability teaches nothing, and is told so."""
    files[0].write_text(json.dumps({"id": "a", "question": "When?"}))
    monkeypatch.setattr(sys, "argv", ["calibrate", str(files[0])])

    with pytest.raises(InputError, match="whether it has an answer"):
        await calibrate.main()
