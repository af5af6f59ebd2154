"""Tests of retrieval/wiring_diagnosis.py: what diagnoses is put together."""

from __future__ import annotations

import asyncio
from pathlib import Path

from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.learn.diagnosing import Asked
from retrieval.learn.stages import Stage
from retrieval.readers.folder import FolderReader
from retrieval.settings import load
from retrieval.stores.writing import SqliteIndex
from retrieval.values import Question, Scope, Trace
from retrieval.wiring_diagnosis import diagnoser


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
