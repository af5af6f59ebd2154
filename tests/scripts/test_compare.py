"""Tests of scripts/compare.py: which of two versions answers better, on cases and on questions."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from retrieval import wiring, wiring_compare
from retrieval.errors import InputError
from retrieval.ports import EvalCase
from retrieval.ports.gating import CONFIGURATION, HELD, PASSED
from retrieval.settings import Settings
from retrieval.wiring_compare import CaseRun, made
from retrieval.wiring_versions import Version
from scripts import compare as command
from tests.fakes.synonymous import NAMES, synonyms, town

SYNONYMS = 'synonyms = "words"\n'


@pytest.fixture(name="settings")
async def _settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Pages that are found by synonyms alone, which a file of overrides brings."""
    settings = await town(tmp_path, monkeypatch)
    synonyms(tmp_path / "words")
    (tmp_path / "more.toml").write_text(SYNONYMS, "utf-8")
    return settings


async def _run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["compare", *words])
    code = await command.main()
    return code, capsys.readouterr().out


async def test_a_version_that_finds_more_is_better(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what is otherwise in it, the cases gained, and that they are few."""
    code, out = await _run(monkeypatch, capsys, "current", "more.toml")

    assert settings.data.is_dir()
    assert 0 == code
    assert "more.toml is better than current. There are 6 cases, fewer than 100" in out
    assert "synonyms of docs: (none) -> timeout, sabbatical" in out
    assert re.search(r"case-sabbatical: right page .* -> 1: What do I do about timeout\?", out)
    assert any(
        line.startswith("right pages among the first five") and "0.016" in line
        for line in out.splitlines()
    )


async def test_a_version_that_finds_less_is_worse_and_held_back(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a gate it fails, and the ruling is kept. Each case loses its page, and its answer."""
    code, out = await _run(monkeypatch, capsys, "more.toml", "current", "--gate", "--json")
    told = json.loads(out)

    async with wiring.open_ledger(settings) as ledger:
        ruling = await ledger.rulings.find(CONFIGURATION, "", told["after"]["configuration"])

    assert (1, "worse", 2 * len(NAMES)) == (code, told["verdict"], len(told["lost"]))
    assert set(NAMES) == {one["case"].removeprefix("case-") for one in told["lost"]}
    assert ruling
    assert (HELD, told["before"]["configuration"]) == (ruling.state, ruling.against)


async def test_two_versions_that_are_the_same_are_as_good(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that passes is what the next is compared with by default."""
    code, out = await _run(monkeypatch, capsys, "current", "current", "--gate")
    again, _ = await _run(monkeypatch, capsys, "--gate")
    told = json.loads((await _run(monkeypatch, capsys, "--json"))[1])

    async with wiring.open_ledger(settings) as ledger:
        ruling = await ledger.rulings.find(CONFIGURATION, "", told["after"]["configuration"])

    assert (0, 0) == (code, again)
    assert "current and current are the same configuration" in out
    assert "each case was asked once, and nothing can differ" in out
    assert ruling
    assert PASSED == ruling.state
    assert told["before"]["version"] == told["before"]["configuration"][:12]


@pytest.mark.parametrize(
    ("words", "asked"),
    [((), 0), (("--json",), 0), (("--questions", "none.jsonl"), 0), (("--gate",), 6)],
)
async def test_one_version_is_not_compared_with_itself(  # noqa: PLR0917 - four are fixtures
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    asked: int,
) -> None:
    """That is said and no case is asked; the gate, which rules about it, asks each case once."""
    (tmp_path / "same.toml").write_text(f"[settings]\nsources = {settings.sources}\n", "utf-8")
    answers: list[str] = []

    async def run_cases(
        _: Settings, version: Version, cases: Sequence[EvalCase], __: object
    ) -> CaseRun:
        answers.extend(case.id for case in cases)
        return await made(settings, version)

    monkeypatch.setattr(wiring_compare, "run_cases", run_cases)
    code, out = await _run(monkeypatch, capsys, "current", "same.toml", *words)

    assert (0, asked) == (code, len(answers))
    assert "current and same.toml are the same configuration" in out
    assert ("no case was asked" in out) == (not asked)
    if "--json" in words:
        assert "same" == json.loads(out)["verdict"]


async def test_where_nothing_could_be_asked_nothing_is_ruled(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The gate fails, says so, and keeps no ruling."""
    shutil.rmtree(settings.data / "index")
    code, out = await _run(monkeypatch, capsys, "current", "current", "--gate")
    words = ("current", "current", "--gate", "--json")
    told = json.loads((await _run(monkeypatch, capsys, *words))[1])
    async with wiring.open_ledger(settings) as ledger:
        rulings = await ledger.rulings.latest(CONFIGURATION, states=(PASSED, HELD), most=1)

    assert 1 == code
    assert "Nothing was measured: 6 of 6 cases could not be asked: Nothing has been indexed" in out
    assert ("unmeasured", 0, 6, []) == (
        told["verdict"],
        told["cases"],
        len(told["unasked"]),
        told["measures"],
    )
    assert not rulings


async def test_questions_files_can_be_asked_in_place_of_cases(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each of its own corpus, by both versions."""
    rows = [
        {"id": name, "question": f"What do I do about {asked}?", "gold_docs": [f"pages/{name}.md"]}
        for name, asked in NAMES.items()
    ]
    path = tmp_path / "asked.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    words = ["--questions", str(path), "--corpus", "pages", "--json"]
    assert settings.data.is_dir()

    (tmp_path / "fewer.toml").write_text("[settings]\nsources = 4\n", "utf-8")
    _, out = await _run(monkeypatch, capsys, "current", "fewer.toml", *words)
    told = json.loads(out)

    assert ("equal", 6) == (told["verdict"], told["cases"])
    with pytest.raises(SystemExit):
        await _run(monkeypatch, capsys, "current", "current", "--gate", *words)


async def test_nothing_to_compare_with_is_said(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a version that passed, and without a case."""
    with pytest.raises(InputError, match="compare current current --gate`"):
        await _run(monkeypatch, capsys)
    async with wiring.open_ledger(settings) as ledger:
        for one in await ledger.cases.list():
            await ledger.cases.move(one.id, "dropped", note="A test.", by="U1")

    code, out = await _run(monkeypatch, capsys, "current", "more.toml")

    assert 0 == code
    assert "Nothing is compared" in out
