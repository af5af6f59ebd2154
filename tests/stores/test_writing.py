"""Whose turn it is to write, and which file: made, found again, swapped, mended."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.errors import IndexCorrupt
from retrieval.ports import Completion, Fingerprint
from retrieval.stores import generations, schema
from retrieval.stores.writing import SqliteIndex
from tests.fakes.pages import MADE_WITH, FakeCutter, page

WORDS_ONLY = replace(MADE_WITH, embedder="", dims=0)


async def _fill(
    folder: Path, made_with: Fingerprint, *texts: str, root: str = "here"
) -> Completion:
    index = SqliteIndex(folder)
    generation = await index.begin("docs", root, made_with)
    try:
        for n, text in enumerate(texts):
            one = page(f"{n}.md", text, root=root)
            chunks = [replace(chunk, embedded="") for chunk in FakeCutter().chunks(one)]
            await generation.put(one, chunks)
        return await index.complete(generation, root)
    finally:
        await index.release(generation)


async def test_a_first_generation_is_in_use_at_once(tmp_path: Path) -> None:
    """The first index of a collection can be searched while it is being filled."""
    index = SqliteIndex(tmp_path)
    generation = await index.begin("docs", "here", MADE_WITH)

    assert generation.name == generations.current(tmp_path, "docs")
    await index.release(generation)


async def test_a_killed_build_is_found_again(tmp_path: Path) -> None:
    """A generation that was not finished is gone on with, not begun anew."""
    await _fill(tmp_path, WORDS_ONLY, "Old")
    index = SqliteIndex(tmp_path)
    newer = replace(WORDS_ONLY, chunker="cutter 2")
    first = await index.begin("docs", "here", newer)
    one = page("0.md", "New")
    await first.put(one, ())
    await index.release(first)
    second = await index.begin("docs", "here", newer)
    manifest = await second.manifest("here")
    await index.release(second)

    assert (first.name, ["0.md"]) == (second.name, list(manifest))
    assert "0001" == generations.current(tmp_path, "docs")


async def test_another_reader_of_the_same_root_makes_another_index(tmp_path: Path) -> None:
    """A root's reader is part of the fingerprint; a second root may have one of its own."""
    one = await _fill(tmp_path, WORDS_ONLY, "One")
    other_root = await _fill(tmp_path, replace(WORDS_ONLY, reader="git 1"), "Two", root="there")
    again = await _fill(tmp_path, replace(WORDS_ONLY, reader="reader 2"), "One")

    assert ("0001", "0001", "0002") == (one.generation, other_root.generation, again.generation)
    assert (False, ("there",)) == (again.current, again.roots_to_come)


async def test_an_index_of_other_tables_is_made_again_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the vectors of the old one: nothing is embedded twice, and then it takes its place."""

    async def filled() -> tuple[int, Completion]:
        index = SqliteIndex(tmp_path)
        generation = await index.begin("docs", "here", MADE_WITH)
        one = page("a.md", "Leave\n\nTwenty days.\n\nAsk the desk.")
        await generation.put(one, FakeCutter().chunks(one))
        pending = await generation.pending()
        if pending:
            vectors = np.ones((len(pending), MADE_WITH.dims), dtype=np.float32)
            await generation.attach([text.digest for text in pending], vectors)
        done = await index.complete(generation, "here")
        await index.release(generation)
        return len(pending), done

    monkeypatch.setattr(schema, "SCHEMA_VERSION", "2")
    first = await filled()
    monkeypatch.undo()
    again = await filled()

    assert (3, "0001", True) == (first[0], first[1].generation, first[1].current)
    assert (0, "0002", True) == (again[0], again[1].generation, again[1].current)


async def test_a_root_that_is_no_more_stops_lacking_once_forgotten(tmp_path: Path) -> None:
    """Forgetting it lets the new generation be put in use."""
    await _fill(tmp_path, WORDS_ONLY, "One")
    await _fill(tmp_path, WORDS_ONLY, "Two", root="gone")
    newer = replace(WORDS_ONLY, chunker="cutter 2")
    before = await _fill(tmp_path, newer, "One")
    forgotten = await SqliteIndex(tmp_path).forget("docs", "gone")
    after = await _fill(tmp_path, newer, "One")

    assert (False, 1, True) == (before.current, forgotten, after.current)


async def test_going_back_to_the_generation_before_goes_through_it_again(tmp_path: Path) -> None:
    """A retired index is reused, but counts as complete only once each root was gone through."""
    await _fill(tmp_path, WORDS_ONLY, "One")
    await _fill(tmp_path, WORDS_ONLY, "Two", root="there")
    newer = replace(WORDS_ONLY, chunker="cutter 2")
    await _fill(tmp_path, newer, "One")
    await _fill(tmp_path, newer, "Two", root="there")
    back = await _fill(tmp_path, WORDS_ONLY, "One")

    assert ("0001", False, ("there",)) == (back.generation, back.current, back.roots_to_come)


async def test_a_deleted_file_is_made_again(tmp_path: Path) -> None:
    """What the message about a damaged index advises works."""
    await _fill(tmp_path, WORDS_ONLY, "One")
    path = generations.file_of(tmp_path, "docs", "0001")
    path.write_bytes(b"damaged " * 1000)
    with pytest.raises(IndexCorrupt, match="delete that file"):
        await _fill(tmp_path, WORDS_ONLY, "One")
    path.unlink()
    done = await _fill(tmp_path, WORDS_ONLY, "One")

    assert (True, "0002") == (done.current, done.generation)


async def test_a_failed_begin_lets_go_of_the_lease(tmp_path: Path) -> None:
    """After an error the next try is not told that another process is writing."""
    (tmp_path / "docs.0001.db").write_bytes(b"damaged " * 1000)
    for _ in range(2):
        with pytest.raises(IndexCorrupt):
            await SqliteIndex(tmp_path, wait=0.01).begin("docs", "here", MADE_WITH)


async def test_a_root_that_was_taken_over_is_gone_and_not_waited_for(tmp_path: Path) -> None:
    """Its pages leave with the completion, and a generation beside does without them."""
    await _fill(tmp_path, WORDS_ONLY, "One", root="/a/b")
    index = SqliteIndex(tmp_path)
    before = await index.roots("docs")
    for made_with in (WORDS_ONLY, replace(WORDS_ONLY, chunker="cutter 2")):
        generation = await index.begin("docs", "/a", made_with)
        await generation.put(page("b/0.md", "One", root="/a"), ())
        done = await index.complete(generation, "/a", ["/a/b"])
        pages = await generation.manifest("/a/b")
        await index.release(generation)

        assert (True, ()) == (done.current, done.roots_to_come)
        assert {} == pages
    assert (["/a/b"], ["/a"]) == (before, await index.roots("docs"))
