"""Every command means the same by its exit code: 1 something failed, 2 it was used wrongly."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from scripts import ask, calibrate, evaluate, ingest, tune
from scripts.terminal import run

Main = Callable[[], Coroutine[Any, Any, int]]
PATHS = [
    (ingest.main, ["elsewhere"], "elsewhere"),
    (ingest.main, ["empty"], "No document was found"),
    (evaluate.main, ["elsewhere.jsonl"], "elsewhere.jsonl: there is no such file"),
    (evaluate.main, ["q.jsonl", "--corpus", "elsewhere"], "elsewhere: there is no such corpus"),
    (evaluate.main, ["q.jsonl", "--corpus", "empty"], "there are no documents in it"),
    (evaluate.main, ["empty.jsonl"], "there are no questions in it"),
    (
        evaluate.main,
        ["q.jsonl", "--corpus", "pages", "--against", "elsewhere"],
        "elsewhere: cannot be read",
    ),
    (calibrate.main, ["elsewhere.jsonl"], "elsewhere.jsonl: there is no such file"),
    (tune.main, ["elsewhere.jsonl"], "elsewhere.jsonl: there is no such file"),
]
WRONG = [
    (ingest.main, []),
    (ingest.main, ["pages", "--collection", "No Name"]),
    (evaluate.main, ["wrong.jsonl"]),
    (ask.main, ["What?", "--collection", "nowhere"]),
    (tune.main, ["--nonsense"]),
]


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a page, an empty folder and files of questions."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text("# A\n\nText of the page.\n")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "wrong.jsonl").write_text("{")
    question = {"question": "What is A?", "gold_docs": ["pages/a.md"]}
    (tmp_path / "q.jsonl").write_text(json.dumps(question))


def _code(monkeypatch: pytest.MonkeyPatch, main: Main, arguments: list[str]) -> object:
    monkeypatch.setattr(sys, "argv", ["x", *arguments])
    with pytest.raises(SystemExit) as left:
        run(main)
    return left.value.code


@pytest.mark.parametrize(("main", "arguments", "said"), PATHS)
def test_a_path_that_is_missing_or_empty_is_a_failure(
    main: Main,
    arguments: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It may be there tomorrow: the command was right, and leaves with 1 and a sentence."""
    assert 1 == _code(monkeypatch, main, arguments)
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(("main", "arguments"), WRONG)
def test_what_can_never_work_as_typed_is_wrong_use(
    main: Main, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arguments, names and lines of a form that there is not leave with 2."""
    if main is ask.main:
        assert 0 == _code(monkeypatch, ingest.main, ["pages", "--quiet"])

    assert 2 == _code(monkeypatch, main, arguments)


@pytest.mark.parametrize("main", [ingest.main, ask.main, evaluate.main, tune.main, calibrate.main])
def test_wrong_settings_are_wrong_use(
    main: Main, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same sentence and the same code from every command, as from the bot."""
    monkeypatch.setenv("FOOTNOTE_DATA", "q.jsonl")
    arguments = ["What is A?"] if main is ask.main else ["q.jsonl"]

    assert 2 == _code(monkeypatch, main, arguments)
    assert "Settings are wrong: FOOTNOTE_DATA: must name a folder" in capsys.readouterr().err
