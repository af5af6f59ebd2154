"""An index file open for searching: snapshots, closing while in use, files of other versions."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from retrieval.errors import IndexMismatch
from retrieval.stores import files, schema
from retrieval.stores.files import IndexFile
from retrieval.stores.vectors import Near
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


async def test_chunks_are_read_ahead_in_another_thread(tmp_path: Path) -> None:
    """What was read so is known; of a later state of the file nothing is, and nothing fails."""
    file = await _filled(tmp_path)
    near, later = Near([(1, 0.9), (3, 0.8)], []), Near([(2, 0.9)], [])
    with file.snapshot() as before:
        assert near == await asyncio.to_thread(before.ahead, near)
        assert {1, 3} == before.read.keys()
        index = SqliteIndex(tmp_path)
        generation = await index.begin("docs", "here", MADE_WITH)
        await generation.remove("here", "a.md")
        await index.release(generation)
        before.ahead(later)
        assert {1, 3} == before.read.keys()
        assert {1, 2, 3} == before.chunks([1, 2, 3]).keys()
    file.close()


async def test_what_was_read_stays_right_when_a_page_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chunk that was read is not read again, its new self is, and no more are kept than may."""
    monkeypatch.setattr(files, "_REMEMBERED", 4)
    file = await _filled(tmp_path)
    with file.snapshot() as before:
        first = before.chunks([1, 2, 3])
        again = before.chunks([1, 2, 3])
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    one = page("a.md", "A\n\nthree\n\nfour", owner="me")
    await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)
    with file.snapshot() as after:
        second = after.chunks([4, 5, 6])
        gone = after.chunks([77])
    file.close()

    assert all(first[row][0] is again[row][0] for row in first)
    assert ["A\n\n", "three\n\n", "four"] == [chunk.text for chunk, _ in second.values()]
    assert {"me"} == {facts.metadata.owner for _, facts in second.values()}
    assert {} == gone
    assert 4 == len(file._read)


async def test_where_a_word_stands_is_read_once_a_change(tmp_path: Path) -> None:
    """Whoever holds an earlier state goes on to see that one; what was read for it is not used."""
    file = await _filled(tmp_path)
    with file.snapshot() as before:
        one, two = before.posting('"one"'), before.posting('"two"')
        assert ([2], [3]) == (one.rows.tolist(), two.rows.tolist())
        assert before.posting('"one"') is one
        index = SqliteIndex(tmp_path)
        generation = await index.begin("docs", "here", MADE_WITH)
        other = page("a.md", "A\n\nthree\n\ntwo")
        await generation.put(other, FakeCutter().chunks(other))
        await index.release(generation)
        with file.snapshot() as after:
            assert ([], [6]) == tuple(after.posting(f'"{w}"').rows.tolist() for w in ("one", "two"))
            assert (0, 1) == (after.count('"one"'), after.count('"two"'))
        assert [2] == before.posting('"one"').rows.tolist()
    file.close()


async def test_one_search_after_another_is_given_the_same_connection(tmp_path: Path) -> None:
    """What SQLite has in memory of a file belongs to a connection: the last one used comes next."""
    file = await _filled(tmp_path)
    with file.snapshot() as first, file.snapshot() as beside:
        assert first.connection is not beside.connection
    with file.snapshot() as second:
        assert first.connection is second.connection
    file.close()


async def test_closing_waits_for_snapshots(tmp_path: Path) -> None:
    """A search that is under way when the file is closed goes on to its end."""
    file = await _filled(tmp_path)
    with file.snapshot() as snapshot:
        file.close()
        assert 3 == snapshot.total()
    assert not file._idle


async def test_a_file_taken_as_it_lies_is_opened_anew_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that we may not write to may be written by others: no look is kept for the next."""
    monkeypatch.setattr(schema, "open_to_read", schema._connect_still)
    file = await _filled(tmp_path)
    for _ in range(2):
        with file.snapshot() as snapshot:
            assert 3 == snapshot.total()
        assert not file._idle
    file.close()


async def test_the_long_words_of_pages_are_given_by_a_part(tmp_path: Path) -> None:
    """Each page has its own, and there are no more pages than were asked for."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)
    for path, text in (("a.md", "stopwatch watches"), ("b.md", "bandstop"), ("c.md", "other")):
        one = page(path, f"P\n\n{text}")
        await generation.put(one, FakeCutter().chunks(one))
    await index.release(generation)
    file = IndexFile(generation.path, "docs", generation.name, 0.1)
    with file.snapshot() as snapshot:
        assert [["stopwatch", "watches"], ["bandstop"]] == snapshot.long_words('"stop"', 9)
        assert 1 == len(snapshot.long_words('"stop"', 1))
        assert [] == snapshot.long_words('"zzz"', 9)
    file.close()


def test_a_file_of_another_version_is_told(tmp_path: Path) -> None:
    """The message names the command that makes it again."""
    path = tmp_path / "docs.0001.db"
    with closing(schema.create(path, {"schema": "0"}, 0.1)):
        pass
    with pytest.raises(IndexMismatch, match="made by another version"):
        IndexFile(path, "docs", "0001", 0.1)
