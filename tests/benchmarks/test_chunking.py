"""The benchmark of chunk sizes."""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import pytest

from benchmarks.chunking import (
    SETTINGS,
    VARIANTS,
    Variant,
    arguments,
    gathered,
    measure,
    rows,
    variant,
)
from retrieval.errors import InputError
from retrieval.ingest.chunk import Chunker
from retrieval.learn.report import POOLED
from retrieval.settings import load
from tests.fakes.pages import FakeEmbedder


@pytest.fixture(name="corpus")
def _corpus(tmp_path: Path) -> Path:
    """Two organisations with a page and a question each."""
    lines = []
    for name, text in (("blue", "The client is in the portal."), ("green", "Bring a ladder.")):
        (tmp_path / "set" / "corpus" / name).mkdir(parents=True)
        (tmp_path / "set" / "corpus" / name / "page.md").write_text(f"# {name}\n\n{text}\n")
        row = {"id": name, "question": text, "gold_docs": [f"corpus/{name}/page.md"]}
        lines.append(json.dumps(row))
    (tmp_path / "set" / "questions.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path / "set"


def test_its_command_line_is_read() -> None:
    """Sets, variants and the time limit are taken as they are written."""
    said = ["handbooks:2", "--variant", "maximum=128,context=path", "--minutes", "5"]
    options = arguments().parse_args(said)

    assert ["handbooks:2"] == options.sets
    assert {"maximum": 128, "context": "path"} == options.variant[0].settings
    assert 5.0 == options.minutes
    assert ["runbooks"] == arguments().parse_args([]).sets


def test_its_help_names_every_variant(capsys: pytest.CaptureFixture[str]) -> None:
    """Who asks for help sees what is compared by default."""
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args(["--help"])

    said = capsys.readouterr().out.replace("\n", " ")
    assert 0 == ended.value.code
    assert [] == [name for name in VARIANTS if name not in said]


@pytest.mark.parametrize("name", VARIANTS)
def test_every_default_variant_is_one_that_the_chunker_takes(name: str) -> None:
    """The variants change the chunker's own settings, and each gives other chunks."""
    changed = Chunker(len, **variant(name).settings)

    assert Chunker(len).version != changed.version
    assert set(SETTINGS) <= {one.name for one in fields(Chunker)}


@pytest.mark.parametrize("text", ["", "maximum", "maximum=many", "colour=blue"])
def test_what_is_no_setting_is_refused(text: str) -> None:
    """A variant that names no setting of the chunker is a mistake, and is told as one."""
    with pytest.raises(argparse.ArgumentTypeError, match="no setting of the chunker"):
        variant(text)


@pytest.mark.parametrize("text", ["maximum=3", "overlap=200", "context=everything"])
def test_what_the_chunker_refuses_is_told_before_anything_is_measured(text: str) -> None:
    """A setting out of range ends the command at once, in the chunker's own words."""
    with pytest.raises(argparse.ArgumentTypeError, match=r"maximum of 16|no context"):
        variant(text)


def test_half_of_a_set_has_the_pages_of_its_own_organisations_only(
    corpus: Path, tmp_path: Path
) -> None:
    """The two halves share neither a question nor a page, and are the whole together."""
    settings = load(data=tmp_path / "data")
    halves = [gathered(settings, [f"{corpus}:{which}"]) for which in (1, 2)]
    pages = [
        [file.path for reader in part.sources.values() for file in reader.scan().files]
        for part in halves
    ]

    assert [1, 1] == [len(part.tasks) for part in halves]
    assert [list(part.tasks[0].right) for part in halves] == pages
    assert ["blue/page.md", "green/page.md"] == sorted(pages[0] + pages[1])


def test_a_sample_has_every_right_page_and_a_share_of_the_others(
    corpus: Path, tmp_path: Path
) -> None:
    """Of the pages that answer nothing the share asked for stays, the same in every run."""
    for number in range(200):
        (corpus / "corpus" / "blue" / f"{number}.md").write_text(f"Page {number}.\n")
    settings = load(data=tmp_path / "data")
    which = next(
        w for w in "12" if gathered(settings, [f"{corpus}:{w}"]).tasks[0].case.id == "blue"
    )

    def pages(percent: int) -> set[str]:
        (reader,) = gathered(settings, [f"{corpus}:{which}:{percent}"]).sources.values()
        return {reader.read(file).path for file in reader.scan().files}

    assert {"blue/page.md"} == pages(0)
    assert 20 <= len(pages(20)) <= 60
    assert pages(20) <= pages(50)
    assert 201 == len(pages(100))


@pytest.mark.parametrize("name", ["nowhere", "{corpus}:3", "{corpus}:1:many"])
def test_a_set_that_is_not_there_is_named(name: str, corpus: Path, tmp_path: Path) -> None:
    """A set or half that does not exist is an error that says how to name one."""
    with pytest.raises(InputError, match="its half :1 or :2"):
        gathered(load(data=tmp_path / "data"), [name.format(corpus=corpus)])


async def test_a_variant_is_indexed_and_asked(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every question has its rank in every leg, and stands in the table beside the shipped."""
    monkeypatch.chdir(tmp_path)
    wanted = gathered(load(data=tmp_path / "data"), [str(corpus)])
    found = {
        one.name: await measure(one, wanted, FakeEmbedder())
        for one in (Variant("as shipped"), variant("maximum=128"))
    }

    assert {"set": 2, POOLED: 2} == found["as shipped"].chunks
    assert {"set/blue": 1, "set/green": 1} == found["maximum=128"].ranks["reranked"]
    told = rows(found, "set", "reranked").splitlines()
    assert ["maximum=128", "2", "1.000", "+0.000"] == told[2].split()[:4]
    assert not (tmp_path / "data").exists()
