"""The benchmark of what each default gains."""

from __future__ import annotations

import json
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from benchmarks import defaults
from benchmarks._taken_back import SHIPPED, VARIANTS
from benchmarks.defaults import MEASURES, arguments, as_json, asked, gains, losing, rows, sets
from retrieval import wiring
from retrieval.errors import IndexLocked, PathUnusable
from retrieval.learn.gather import Gathered
from retrieval.learn.report import POOLED
from retrieval.settings import Settings
from scripts.apart import Apart
from tests.fakes.pages import FakeEmbedder


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """Two sets of two pages and a question each, and a folder that is no set."""
    for name in ("blue", "green"):
        corpus = tmp_path / "sets" / name / "corpus"
        corpus.mkdir(parents=True)
        (corpus / "client.md").write_text("# Client\n\nThe vpn client is in the portal.\n")
        (corpus / "ladder.md").write_text("# Ladder\n\nBring a ladder for the roof.\n")
        row = {"id": "1", "question": "Where is the vpn client?", "gold_docs": ["corpus/client.md"]}
        (tmp_path / "sets" / name / "questions.jsonl").write_text(json.dumps(row) + "\n")
    (tmp_path / "sets" / "other").mkdir()
    (tmp_path / "sets" / "other" / "questions.jsonl").write_text("{}\n")
    return tmp_path / "sets"


@pytest.fixture(name="apart")
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder of its own, and an embedder that needs no model."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(wiring, "embedder", lambda _settings: FakeEmbedder())


def _of(ranks: list[int | None], name: str) -> dict[str, int | None]:
    return {f"{name}/{number}": rank for number, rank in enumerate(ranks)}


def test_its_command_line_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """A folder and a file are taken as they are written, and help says what is shown."""
    options = arguments().parse_args(["here", "--json", "out.json"])

    assert (Path("here"), Path("out.json")) == (options.folder, options.json)
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args(["--help"])
    assert 0 == ended.value.code
    assert "shipped minus taken" in capsys.readouterr().out


def test_a_set_has_its_questions_and_its_corpus(folder: Path, tmp_path: Path) -> None:
    """Folders that lack either are passed over; where there is no set at all it is told."""
    assert ["blue", "green"] == [file.parent.name for file in sets(folder)]
    with pytest.raises(PathUnusable, match="holds no set"):
        sets(tmp_path / "nowhere")


@pytest.mark.usefixtures("apart")
async def test_every_variant_ranks_every_question(folder: Path) -> None:
    """Each question is asked of the corpus of its set, and has a rank in every variant."""
    ranks = await asked(sets(folder))

    assert {one.name for one in (SHIPPED, *VARIANTS)} == set(ranks)
    assert {("blue/1", "green/1")} == {tuple(found) for found in ranks.values()}
    assert {"blue/1": 1, "green/1": 1} == ranks[SHIPPED.name]


@pytest.mark.usefixtures("apart")
async def test_it_waits_for_who_is_writing_to_the_index(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While another process indexes, the benchmark waits and says so; then it goes on."""
    waited: list[float] = []
    opened = defaults.open_apart

    def open_apart(settings: Settings, gathered: Gathered) -> AbstractAsyncContextManager[Apart]:
        if not waited:
            raise IndexLocked("Another process is indexing 'blue'.")
        return opened(settings, gathered)

    async def until_it_ends(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(defaults, "open_apart", open_apart)
    monkeypatch.setattr(defaults.asyncio, "sleep", until_it_ends)

    assert {"blue/1": 1, "green/1": 1} == (await asked(sets(folder)))[SHIPPED.name]
    assert [defaults.WAIT] == waited
    assert "Waiting for it." in capsys.readouterr().err


def test_what_a_default_gains_is_shipped_minus_taken_back() -> None:
    """Above zero where the default finds what is lost without it; for each set and pooled."""
    shipped = _of([1, 1, 2, 9], "blue") | _of([1, 1], "green")
    without = _of([1, 6, 2, 9], "blue") | _of([1, 1], "green")

    found = gains(shipped, without)

    assert ["blue", "green", POOLED] == list(found)
    assert pytest.approx(0.25) == found["blue"]["R@5"].difference.value
    assert (1, 0) == (found["blue"]["R@5"].better, found["blue"]["R@5"].worse)
    assert 0.0 == found["green"]["R@1"].difference.value
    assert pytest.approx(1 / 6) == found[POOLED]["R@5"].difference.value


def test_a_default_that_loses_and_gains_nowhere_is_named() -> None:
    """A gain on one set excuses it; losing beyond chance without one is said."""
    found_first, found_late = [1] * 30, [7] * 30
    ranks = {one.name: _of(found_late, "blue") | _of(found_late, "green") for one in VARIANTS}
    ranks[VARIANTS[0].name] = _of(found_first, "blue") | _of(found_first, "green")
    ranks[VARIANTS[1].name] = _of(found_first, "blue") | _of(found_late, "green")
    shipped = _of(found_late, "blue") | _of([1, 7] * 15, "green")
    found = {name: gains(shipped, each) for name, each in ranks.items()}

    said = losing(found)

    assert len(MEASURES) == len(said)
    assert all(sentence.startswith(VARIANTS[0].name) for sentence in said)


def test_the_table_and_the_data_have_a_row_for_each_variant() -> None:
    """What is printed and what is written hold the same figures."""
    ranks = {one.name: _of([1, 6], "blue") | _of([1], "green") for one in VARIANTS}
    shipped = _of([1, 1], "blue") | _of([1], "green")
    found = {name: gains(shipped, each) for name, each in ranks.items()}

    told = rows(found, "blue").splitlines()
    data = as_json(found, {"as shipped": shipped} | ranks)

    assert 2 + len(VARIANTS) == len(told)
    assert ["as", "shipped", "1.000"] == told[1].split()[:3]
    assert "+0.500" in told[2]
    assert len(VARIANTS) == len(data["defaults"])
    assert 0.5 == data["defaults"][0]["gains"]["blue"]["R@5"]["gain"]
    assert 1 == data["ranks"]["as shipped"]["green/0"]
