"""An index file open for searching: snapshots, closing while in use, files of other versions."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from retrieval.errors import IndexMismatch
from retrieval.stores import schema
from retrieval.stores.files import IndexFile
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, FakeCutter, page


async def _filled(folder: Path) -> IndexFile:
    index = SqliteIndex(folder)
    generation = await index.begin("docs", "here", MADE_WITH)
    one = page("a.md", "A\n\none\n\ntwo")
    await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)
    return IndexFile(generation.path, "docs", generation.name, 0.1)


async def test_a_snapshot_stays_as_it_was(tmp_path: Path) -> None:
    """What a writer commits meanwhile is seen by the next snapshot and not by this one."""
    file = await _filled(tmp_path)
    with file.snapshot() as before:
        index = SqliteIndex(tmp_path)
        generation = await index.begin("docs", "here", MADE_WITH)
        await generation.remove("here", "a.md")
        await index.release(generation)
        assert (3, 1) == (before.total(), before.count('"two"'))
        with file.snapshot() as after:
            assert (0, 0) == (after.total(), after.count('"two"'))
            assert before.changes < after.changes
    file.close()


async def test_closing_waits_for_snapshots(tmp_path: Path) -> None:
    """A search that is under way when the file is closed goes on to its end."""
    file = await _filled(tmp_path)
    with file.snapshot() as snapshot:
        file.close()
        assert 3 == snapshot.total()
    assert file._idle.empty()


async def test_a_file_taken_as_it_lies_is_opened_anew_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that we may not write to may be written by others: no look is kept for the next."""
    monkeypatch.setattr(schema, "open_to_read", schema._connect_still)
    file = await _filled(tmp_path)
    for _ in range(2):
        with file.snapshot() as snapshot:
            assert 3 == snapshot.total()
        assert file._idle.empty()
    file.close()


async def test_whole_words_are_given_by_a_part(tmp_path: Path) -> None:
    """Those of the most pages first; nothing for what is in no word."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    for path, text in (("a.md", "bandstop stopwatch"), ("b.md", "bandstop"), ("c.md", "other")):
        one = page(path, f"Page\n\n{text}")
        await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)
    file = IndexFile(generation.path, "docs", generation.name, 0.1)
    with file.snapshot() as snapshot:
        assert ["bandstop", "stopwatch"] == snapshot.words_with("stop")
        assert [] == snapshot.words_with("zzz")
    file.close()


def test_a_file_of_another_version_is_told(tmp_path: Path) -> None:
    """The message names the command that makes it again."""
    path = tmp_path / "docs.0001.db"
    with closing(schema.create(path, {"schema": "0"}, 0.1)):
        pass
    with pytest.raises(IndexMismatch, match="made by another version"):
        IndexFile(path, "docs", "0001", 0.1)
