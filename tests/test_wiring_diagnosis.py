"""Tests of retrieval/wiring_diagnosis.py: what diagnoses is put together."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from retrieval import wiring
from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.learn.diagnosing import Asked
from retrieval.learn.stages import Stage
from retrieval.learn.suggesting import Suggestion
from retrieval.readers.folder import FolderReader
from retrieval.settings import load
from retrieval.stores.writing import SqliteIndex
from retrieval.values import Question, Scope, Trace
from retrieval.wiring_diagnosis import diagnoser, styling
from tests.fakes.chat import ScriptedChat


async def _indexed(folder: Path, index: Path) -> None:
    await Ingest(SqliteIndex(index), Chunker(len)).run(FolderReader(folder), "docs")


def test_pages_are_looked_up_in_the_index_of_the_settings(tmp_path: Path) -> None:
    """The index and its folders on this machine are looked at."""
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "old.md").write_text("# Old\n\nWords.\n", encoding="utf-8")
    (pages / "table.xlsx").write_bytes(b"cells")
    settings = load(data=tmp_path / "data")
    asyncio.run(_indexed(pages, settings.index_folder))
    (pages / "new.md").write_text("# New\n\nWords.\n", encoding="utf-8")
    built = diagnoser(settings, None)  # type: ignore[arg-type]  # nothing is asked
    question = Question("When?", Scope(("docs",)))
    found = [
        asyncio.run(
            built.then(Asked("1", question, (("docs", path),)), Trace("", "", "", question))
        )
        for path in ("new.md", "table.xlsx", "old.md")
    ]

    assert [Stage.NOT_INDEXED, Stage.NOT_READ, Stage.UNKNOWN] == [one.stage for one in found]


async def test_paragraphs_are_styled_by_the_model_that_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is a model service; else nobody styles them."""
    none = load(data=tmp_path)
    some = load(data=tmp_path, openai_base_url="http://127.0.0.1:9/v1")
    chat = ScriptedChat(['{"paragraph": "By mail, please."}'])
    monkeypatch.setattr(wiring, "chat", lambda *_: chat)
    style = styling(some)
    assert style
    made = await style(Suggestion("", "## Apply\n\nBy mail."), "Apply?", "By mail.", "# A\n")

    assert styling(none) is None
    assert "## Apply\n\nBy mail, please." == made.text
