"""A collection that is not wholly embedded is copied, and every command says what completes it."""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring
from retrieval.errors import IndexMissing, InputError
from scripts import doctor, index, ingest


@pytest.fixture(name="cut_off")
async def _cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Path:
    """A folder of pages whose indexing was killed: its text has no vector yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.md").write_text("# A\n\nText of the page.\n")
    monkeypatch.setattr(sys, "argv", ["x", str(pages), "--quiet"])
    assert 0 == await ingest.main()
    path = tmp_path / "data" / "index" / "docs.0001.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM vector")
    capsys.readouterr()
    return pages


async def _run(main: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run a command; return its exit code."""
    monkeypatch.setattr(sys, "argv", ["x", *arguments])
    return await main()


async def test_what_is_not_complete_is_copied_and_said_by_all_to_wait(
    cut_off: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In one sentence: what it lacks, what completes it, what puts it in use."""
    said = (
        "Generation 0001 of 'docs' is not complete: 1 text waits for a vector. Run"
        f" `python -m scripts.ingest {cut_off}` to complete it, then"
        " `python -m scripts.index swap 0001` to put it in use."
    )
    there = f"sqlite:{tmp_path / 'other' / 'index'}"
    copied = await _run(index.main, monkeypatch, "copy", "--from", "sqlite", "--to", there)
    told = capsys.readouterr()
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "other"))
    state = await _run(index.main, monkeypatch, "status", "--quick")
    status = capsys.readouterr().out
    examined = await _run(doctor.main, monkeypatch, "--json")
    findings = {one["check"]: one for one in json.loads(capsys.readouterr().out)}
    for arguments in (["swap"], ["swap", "0001"], ["gate"], ["gate", "0001"]):
        with pytest.raises(InputError, match="1 text waits for a vector") as refused:
            await _run(index.main, monkeypatch, *arguments)
        assert str(refused.value).endswith(said)
    async with wiring.open_answerer(wiring.settings()) as footnote:
        with pytest.raises(IndexMissing) as unasked:
            await footnote.scope("docs")

    assert [1, 1, 1] == [copied, state, examined]
    assert said in told.err
    assert "generation 0001 waits" in told.out
    assert said in status
    assert (False, said) == (findings["index 'docs'"]["ok"], findings["index 'docs'"]["said"])
    assert said == str(unasked.value)


async def test_what_is_said_completes_it(
    cut_off: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The two commands of the sentence, and then it is searched."""
    there = f"sqlite:{tmp_path / 'other' / 'index'}"
    held = await _run(index.main, monkeypatch, "copy", "--from", "sqlite", "--to", there, "--hold")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "other"))
    completed = await _run(ingest.main, monkeypatch, str(cut_off), "--quiet")
    async with wiring.open_answerer(wiring.settings()) as footnote:
        with pytest.raises(IndexMissing, match=r"waits: `python -m scripts\.index swap 0001`"):
            await footnote.scope()
    swapped = await _run(index.main, monkeypatch, "swap", "0001")
    async with wiring.open_answerer(wiring.settings()) as footnote:
        scope = await footnote.scope()

    assert [0, 0, 0] == [held, completed, swapped]
    assert ("docs",) == scope.collections


async def test_an_index_in_use_that_lacks_vectors_is_no_good_state(
    cut_off: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What watches the exit code hears of it; what completes it is said."""
    state = await _run(index.main, monkeypatch, "status", "--quick")
    told = capsys.readouterr().out
    completed = await _run(ingest.main, monkeypatch, str(cut_off), "--quiet")
    after = await _run(index.main, monkeypatch, "status", "--quick")

    assert [1, 0, 0] == [state, completed, after]
    assert "Run `python -m scripts.ingest" in told


async def test_vectors_that_the_other_store_has_are_no_difference(
    cut_off: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The copy has them from the generation that is in use there, and is put in use."""
    there = f"sqlite:{tmp_path / 'other' / 'index'}"
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "other"))
    await _run(ingest.main, monkeypatch, str(cut_off), "--quiet")
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    capsys.readouterr()
    copied = await _run(index.main, monkeypatch, "copy", "--from", "sqlite", "--to", there)

    assert (0, "1 page copied, 0 stood there already; generation 0002 is in use.\n", "") == (
        copied,
        *capsys.readouterr(),
    )
