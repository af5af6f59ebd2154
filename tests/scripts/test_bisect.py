"""Tests of scripts/bisect.py: a case that was right and is wrong, and what came between."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.errors import InputError
from retrieval.ports import Label
from scripts import bisect as command
from tests.fakes.synonymous import synonyms, town
from tests.test_wiring_bisect import CASE, ran, told


@pytest.fixture(name="ids")
async def _ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Four configurations: synonyms, another setting with them, none, and again another setting."""
    settings = await town(tmp_path, monkeypatch)
    folder = settings.data / "synonyms"
    synonyms(folder)
    made = [await told(settings), await told(settings, sources=4)]
    shutil.rmtree(folder)
    made += [await told(settings), await told(settings, sources=3)]
    async with wiring.open_ledger(settings) as ledger:
        await ledger.cases.add(replace(CASE, id="bare", label=Label()))
    return made


async def _run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["bisect", *words, "--by", "found"])
    code = await command.main()
    said = capsys.readouterr()
    return code, said.out, said.err


async def test_the_change_that_broke_a_case_is_named(
    ids: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each step is told as it is taken; then the two states and what differs."""
    code, out, err = await _run(monkeypatch, capsys, "case-wireguard", "--good", ids[0][:12])

    assert 0 == code
    assert f"last right:  configuration {ids[1][:12]}" in out
    assert f"It was broken by configuration {ids[2][:12]}:" in out
    assert "synonyms of docs: timeout, sabbatical" in out
    assert "setting sources: 4 -> 5" in out
    assert "1 of about" in err
    assert "right (the right page is at rank 1" in err


async def test_what_was_found_is_data_too(
    ids: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every state that was asked; --list asks nothing."""
    _, out, _ = await _run(monkeypatch, capsys, "case-wire", "--bad", ids[3][:9], "--json")
    found = json.loads(out)
    _, listed, _ = await _run(monkeypatch, capsys, "case-wire", "--list", "--json")
    _, plain, _ = await _run(monkeypatch, capsys, "case-wire", "--list")

    assert (ids[1], ids[2]) == (found["good"]["configuration"], found["bad"]["configuration"])
    assert {True, False} == {one["right"] for one in found["judged"]}
    assert [*ids, ids[2]] == [state["configuration"] for state in json.loads(listed)]
    assert 5 == len(plain.splitlines())


async def test_what_is_not_broken_is_said(
    ids: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A good version that is wrong today is no success; neither is a bad one that is right."""
    wrong, out, _ = await _run(monkeypatch, capsys, "case-wire", "--good", ids[2][:12])
    right, also, _ = await _run(monkeypatch, capsys, "case-wire", "--bad", ids[1][:12], "--json")

    assert (1, 1) == (wrong, right)
    assert "The case is not right at the good version: the right page" in out
    assert "not wrong at the bad version" in json.loads(also)["why"]


async def test_one_version_alone_says_what_was_changed_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No version differs; pages that a run of indexing changed may, and are told."""
    settings = await town(tmp_path, monkeypatch)
    await told(settings)
    await ran(settings, "0001", datetime(2050, 1, 1, tzinfo=UTC), changed=1)
    code, out, _ = await _run(monkeypatch, capsys, "case-wire")

    assert 1 == code
    assert "Good and bad are one version" in out
    assert "But generation 0001 of 'docs' was changed in place since then by 1 run: 0 pages" in out


async def test_a_case_without_a_label_cannot_be_judged(
    ids: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what to do; so does a stand-in that is none."""
    assert ids
    with pytest.raises(InputError, match="Label it first"):
        await _run(monkeypatch, capsys, "bare")
    with pytest.raises(SystemExit) as left:
        await _run(monkeypatch, capsys, "case-wire", "--stand-in", "0003")
    assert 2 == left.value.code
    with pytest.raises(InputError, match="No version"):
        await _run(monkeypatch, capsys, "case-wire", "--good", "zz")
