"""Where nothing is in use, the commands say what brings what is indexed elsewhere into use."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from retrieval import wiring, wiring_indexed, wiring_stores, wiring_upkeep
from retrieval.errors import IndexMissing, InputError
from retrieval.settings import Settings, load
from scripts import doctor, index
from tests.fakes.team import BagEmbedder


@pytest.fixture(name="files")
async def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of an installation whose files have an index of a page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOOTNOTE_DATA", str(tmp_path / "data"))
    page = tmp_path / "a.md"
    page.write_text("# A\n\nText of the page.\n")
    settings = load()
    ingest = wiring.ingest(settings, BagEmbedder(), into=wiring_upkeep.building(settings))
    report = await ingest.run(wiring.folder_reader(settings, page), "docs")
    await wiring_upkeep.upkeep(settings).swap("docs", report.generation)
    return settings


async def test_what_is_indexed_is_named(files: Settings, tmp_path: Path) -> None:
    """One or all; another name is refused, and where nothing is, the command that indexes named."""
    assert ("docs",) == await wiring_indexed.indexed(files)
    assert ("docs",) == await wiring_indexed.indexed(files, "docs")
    assert "" == await wiring_indexed.unsearchable(files)
    with pytest.raises(InputError, match="There are: docs"):
        await wiring_indexed.indexed(files, "other")
    with pytest.raises(IndexMissing, match=r"scripts\.ingest PATH"):
        await wiring_indexed.indexed(load(data=tmp_path / "empty"))


async def _run(main: Any, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Run a command; return its exit code."""
    monkeypatch.setattr(sys, "argv", ["x", *arguments])
    try:
        return await main()
    finally:
        await wiring_stores.close_connections()


@pytest.mark.usefixtures("files")
async def test_a_server_without_an_index_is_said_to_be_copied_to(
    elasticsearch_url: str,
    index_prefix: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Who has set ELASTICSEARCH_URL need not index again: commands say so, and it works."""
    monkeypatch.setenv("ELASTICSEARCH_URL", elasticsearch_url)
    monkeypatch.setenv("FOOTNOTE_INDEX_PREFIX", index_prefix)
    for arguments in (["status", "--quick"], ["verify"], ["gate"]):
        with pytest.raises(IndexMissing, match="copy --from sqlite --to elasticsearch` to copy"):
            await _run(index.main, monkeypatch, *arguments)
    async with wiring.open_answerer(wiring.settings()) as footnote:
        with pytest.raises(IndexMissing, match="'docs' is indexed in files here"):
            await footnote.scope()
    await _run(doctor.main, monkeypatch, "--json")
    (found,) = (one for one in json.loads(capsys.readouterr().out) if one["check"] == "index")
    assert "'docs' is indexed in files here" in found["mend"]
    copied = await _run(
        index.main, monkeypatch, "copy", "--from", "sqlite", "--to", "elasticsearch"
    )
    state = await _run(index.main, monkeypatch, "status", "--quick")

    assert ([0, 0], "") == ([copied, state], capsys.readouterr().err)
