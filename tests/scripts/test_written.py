"""Tests of scripts/written.py: files that cannot be written are refused before any work."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from retrieval.errors import PathUnusable
from scripts import calibrate, cases, evaluate
from scripts.written import writable, write


def test_what_can_be_written_is_left_as_it_is(tmp_path: Path) -> None:
    """Looking makes no file, and empties none."""
    there = tmp_path / "there.json"
    there.write_text("old")
    for path in (None, tmp_path / "new.json", there, Path("new.json")):
        writable(path)

    assert [there] == list(tmp_path.iterdir())
    assert "old" == there.read_text()


@pytest.mark.parametrize(
    ("name", "said"),
    [("", "it is a folder"), ("no/such/report.json", "there is no folder"), ("mine", "may not")],
)
def test_what_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    """A folder, a file of a folder that is not there, a file of somebody else."""
    if name == "mine":
        monkeypatch.setattr(os, "access", lambda _path, _mode: False)
    with pytest.raises(PathUnusable, match=said):
        writable(tmp_path / name)


def test_a_disk_that_fails_is_told(tmp_path: Path) -> None:
    """What could be written before may fail at the end; half a letter is escaped."""
    write(tmp_path / "a.txt", "\ud800")
    with pytest.raises(PathUnusable, match="cannot be written"):
        write(tmp_path / "a.txt" / "b.txt", "")

    assert "\\ud800" == (tmp_path / "a.txt").read_text()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (evaluate, ["{}/questions.jsonl", "--json", "{}/no/report.json"]),
        (calibrate, ["{}/questions.jsonl", "--json", "{}/no/report.json"]),
        (cases, ["export", "--out", "{}/no/cases.jsonl"]),
    ],
)
def test_a_command_looks_first(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: object,
    words: list[str],
) -> None:
    """Nothing is read or asked, not even a questions file that is not there."""
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "argv", ["command", *(word.format(tmp_path) for word in words)])
    with pytest.raises(PathUnusable, match="there is no folder"):
        asyncio.run(command.main())  # type: ignore[attr-defined]  # each command has one

    assert not list(tmp_path.iterdir())
