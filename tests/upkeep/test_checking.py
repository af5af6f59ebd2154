"""Verifying: documents of today, the model of today, and the generation in itself."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from retrieval.errors import ReaderError
from retrieval.ports import PageEntry
from retrieval.readers.folder import FolderReader
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.upkeep.checking import behind, twice, verify
from tests.fakes.pages import FakeEmbedder, FakeReader
from tests.upkeep.shop import PAGES, filled
from tests.upkeep.test_canaries import OtherEmbedder


async def test_nothing_is_wrong_with_what_was_just_indexed(tmp_path: Path) -> None:
    """Documents, model and file agree."""
    upkeep, facts = await filled(tmp_path)
    findings = await verify(upkeep, facts, lambda _: FakeReader(PAGES), FakeEmbedder())

    assert findings.good
    assert findings.agreement is not None
    assert findings.agreement.good


async def test_what_has_changed_since_is_named(tmp_path: Path) -> None:
    """New, changed and gone pages, each by path."""
    upkeep, facts = await filled(tmp_path)
    pages = {**PAGES, "0.md": "Changed", "new.md": "New"}
    del pages["1.md"]
    findings = await verify(upkeep, facts, lambda _: FakeReader(pages), None)
    (waiting,) = findings.waiting

    assert (("new.md",), ("0.md",), ("1.md",)) == (waiting.new, waiting.changed, waiting.gone)
    assert not findings.good
    assert () == findings.faults


async def test_the_oldest_change_that_waits_is_dated(tmp_path: Path) -> None:
    """By when its file was last written."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, moment in (("a.md", 1_000), ("b.md", 500), ("old.md", 1)):
        (folder / name).write_text(name)
        os.utime(folder / name, (moment, moment))
    upkeep, facts = await filled(tmp_path / "index", root=str(folder))
    reader = FolderReader(folder)
    digests = {file.path: file.digest for file in reader.scan().files}
    facts.roots[str(folder)] = reader.version
    entries = [PageEntry(str(folder), "old.md", "1", digests["old.md"], 1)]
    (waiting,) = behind(facts, entries, lambda _: reader)

    assert ("a.md", "b.md") == waiting.new
    assert datetime.fromtimestamp(500, UTC) == waiting.oldest
    assert [] == list(await upkeep.faults("docs", facts.name))


async def test_a_root_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """So is one that another version of the reader has read."""
    upkeep, facts = await filled(tmp_path)

    def gone(root: str) -> FakeReader:
        raise ReaderError(f"There is no folder {root}.")

    missing = await verify(upkeep, facts, gone, None)
    newer = await verify(upkeep, facts, lambda _: FakeReader(PAGES, version="reader 2"), None)

    assert ["There is no folder here."] == [one.problem for one in missing.waiting]
    assert "another version" in newer.waiting[0].problem
    assert not missing.good
    assert not newer.good


async def test_faults_of_the_store_and_the_model_are_told(tmp_path: Path) -> None:
    """A changed model, a text without its vector, a chunk without its words."""
    upkeep, facts = await filled(tmp_path)
    with closing(sqlite3.connect(tmp_path / "docs.0001.db")) as connection, connection:
        connection.execute("DELETE FROM vector WHERE row = 1")
        connection.execute("DELETE FROM words WHERE rowid = 1")
    (facts,) = await upkeep.generations("docs")
    findings = await verify(upkeep, facts, lambda _: FakeReader(PAGES), OtherEmbedder())
    said = " ".join(findings.faults)

    assert "1 chunk is not in the index of words." in said
    assert "1 text has no vector." in said
    assert "is not what it was" in said


async def test_a_model_that_cannot_be_reached_is_told(tmp_path: Path) -> None:
    """The canaries are said not to have been compared."""
    upkeep, facts = await filled(tmp_path)
    reader = FakeReader(PAGES)
    findings = await verify(upkeep, facts, lambda _: reader, FakeEmbedder(lasts=0))

    assert any("could not be compared" in fault for fault in findings.faults)


async def test_a_damaged_file_is_one_fault(tmp_path: Path) -> None:
    """Nothing else is asked of it."""
    (tmp_path / "docs.0001.db").write_bytes(b"nothing" * 999)
    upkeep = SqliteUpkeep(tmp_path)
    (facts,) = await upkeep.generations("docs")
    findings = await verify(upkeep, facts, lambda _: FakeReader(PAGES), None)

    assert (facts.damage,) == findings.faults


def test_what_stands_in_a_manifest_twice_is_told() -> None:
    """An id of two pages, a place of two pages."""
    one = PageEntry("r", "a.md", "1", "d", 1)

    assert [] == twice([one, PageEntry("r", "b.md", "2", "d", 1)])
    assert 1 == len(twice([one, PageEntry("r", "b.md", "1", "d", 1)]))
    assert 1 == len(twice([one, PageEntry("r", "a.md", "2", "d", 1)]))
