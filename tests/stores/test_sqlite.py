"""The SQLite store as a whole: other processes' changes are seen, damage is told, files let go."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from retrieval.errors import IndexCorrupt, StoreError
from retrieval.ports import Fingerprint
from retrieval.stores import generations
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.values import Scope
from tests.fakes.pages import MADE_WITH, FakeCutter, page, vector


async def _fill(folder: Path, text: str, made_with: Fingerprint = MADE_WITH) -> None:
    index = SqliteIndex(folder)
    generation = await index.begin("docs", "here", made_with)
    one = page("a.md", text)
    await generation.put(one, FakeCutter().chunks(one))
    pending = await generation.pending()
    if pending:
        vectors = np.stack([vector(each.text, made_with.dims) for each in pending])
        await generation.attach([each.digest for each in pending], vectors)
    await index.complete(generation, "here")
    await index.release(generation)


async def _texts(store: SqliteStore, leg: int) -> set[str]:
    search = store.within(Scope(("docs",)))
    asked = [parse("zebra", "asked")]
    legs = await search.search(asked, [vector("zebra")], limit=10)
    return {hit.chunk.text for hit in legs[leg].hits}


async def test_what_another_connection_wrote_is_seen_at_once(tmp_path: Path) -> None:
    """An open store answers from the new text, by words and by meaning."""
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    await _fill(tmp_path, "old zebra")
    before = [await _texts(store, leg) for leg in (0, 1)]
    await _fill(tmp_path, "new zebra")
    after = [await _texts(store, leg) for leg in (0, 1)]
    await store.close()

    assert [{"old zebra"}, {"old zebra"}] == before
    assert [{"new zebra"}, {"new zebra"}] == after


async def test_a_swapped_generation_is_seen_at_once(tmp_path: Path) -> None:
    """An open store follows the pointer."""
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    await _fill(tmp_path, "old zebra")
    before = await _texts(store, 0)
    await _fill(tmp_path, "new zebra", replace(MADE_WITH, chunker="cutter 2"))
    after = await _texts(store, 0)
    census = await store.within(Scope(("docs",))).census()
    await store.close()

    assert ({"old zebra"}, {"new zebra"}) == (before, after)
    assert {"docs": "0002"} == census.generations


async def test_many_may_search_at_the_same_time(tmp_path: Path) -> None:
    """Each search has a connection of its own while it runs."""
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    await _fill(tmp_path, "a zebra")
    found = await asyncio.gather(*(_texts(store, n % 2) for n in range(40)))
    await store.close()

    assert [{"a zebra"}] * 40 == found


@pytest.mark.parametrize("kept", [0, 100, 5000])
async def test_a_damaged_file_is_told_with_what_to_do(tmp_path: Path, kept: int) -> None:
    """A file cut short or overwritten is a sentence and no traceback of SQLite's."""
    await _fill(tmp_path, "a zebra")
    path = generations.file_of(tmp_path, "docs", "0001")
    path.write_bytes(path.read_bytes()[:kept] + b"garbage " * 4000)
    store = SqliteStore(tmp_path)
    with pytest.raises(IndexCorrupt, match="delete that file and run"):
        await _texts(store, 0)
    await store.close()


async def test_a_search_never_makes_a_file(tmp_path: Path) -> None:
    """Asking for what is not there leaves the folder as it was."""
    store = SqliteStore(tmp_path / "none")

    assert [] == list(await store.collections())
    assert not (tmp_path / "none").exists()
    await store.close()


_BOTH = Scope(("asked", "docs"))


async def _two(folder: Path) -> None:
    """Index the same word in two collections, several pages each."""
    for collection in _BOTH.collections:
        index = SqliteIndex(folder)
        generation = await index.begin(collection, "here", MADE_WITH)
        for number in range(6):
            one = page(f"{collection}{number}.md", f"{collection} zebra {number}\n" * 400)
            await generation.put(one, FakeCutter().chunks(one))
        pending = await generation.pending()
        vectors = np.stack([vector(each.text, MADE_WITH.dims) for each in pending])
        await generation.attach([each.digest for each in pending], vectors)
        await index.complete(generation, "here")
        await index.release(generation)


def _overwrite(path: Path, first: int, past: int) -> None:
    read = bytearray(path.read_bytes())
    past = min(past, len(read))
    read[first:past] = b"\xa5" * (past - first)
    path.write_bytes(bytes(read))


@pytest.mark.parametrize("first", [0, 4096, 8192, 20_000, 40_960, 81_920])
@pytest.mark.parametrize("damaged", _BOTH.collections)
async def test_damage_is_told_of_the_collection_that_has_it(
    tmp_path: Path, damaged: str, first: int
) -> None:
    """The other one answers, whichever is opened first and whatever part is overwritten."""
    await _two(tmp_path)
    path = generations.file_of(tmp_path, damaged, "0001")
    _overwrite(path, first, first + 200_000)
    (healthy,) = {*_BOTH.collections} - {damaged}
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    search = store.within(_BOTH)
    legs = await search.search([parse("zebra", "asked")], [vector("zebra")], limit=10)
    census = await search.census()
    counted = await search.frequencies(["zebra"])
    with pytest.raises(IndexCorrupt, match=rf"{damaged}\.0001\.db is damaged"):
        await store.within(Scope((damaged,))).everything()
    await store.close()

    assert {healthy} <= {hit.document.collection for hit in legs[0].hits}
    assert all(leg.error.startswith(f"'{damaged}' could not be searched: ") for leg in legs)
    more = "" if damaged == "docs" else f" --collection {damaged}"
    assert f"scripts.ingest PATH{more}`" in legs[0].error
    assert all(str(path) in leg.error and f"{healthy}.0001" not in leg.error for leg in legs)
    assert counted.total >= 6
    assert census.documents >= 6


async def test_with_everything_damaged_the_right_file_is_told(tmp_path: Path) -> None:
    """The error is that of a file of the scope, and of the first."""
    await _two(tmp_path)
    for collection in _BOTH.collections:
        _overwrite(generations.file_of(tmp_path, collection, "0001"), 4096, 400_000)
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    with pytest.raises(IndexCorrupt, match=r"(asked|docs)\.0001\.db is damaged"):
        await store.within(_BOTH).search([parse("zebra", "asked")], [None], limit=10)
    await store.close()


async def test_after_a_damaged_pointer_the_others_answer_and_indexing_mends_it(
    tmp_path: Path,
) -> None:
    """As its sentence says: once the file is removed, the next run takes the index up."""
    await _two(tmp_path)
    (tmp_path / "asked.current").write_bytes(b"\xff\x9c")
    store = SqliteStore(tmp_path, embedder=MADE_WITH.embedder)
    legs = await store.within(_BOTH).search([parse("zebra", "asked")], [None], limit=10)
    await _fill(tmp_path, "a page of the healthy one")
    with pytest.raises(IndexCorrupt, match=r"asked\.current"):
        await SqliteIndex(tmp_path).begin("asked", "here", MADE_WITH)
    (tmp_path / "asked.current").unlink()
    index = SqliteIndex(tmp_path)
    generation = await index.begin("asked", "here", MADE_WITH)
    pending = await generation.pending()
    await index.release(generation)
    census = await store.within(Scope(("asked",))).census()
    await store.close()

    assert {"docs"} == {hit.document.collection for hit in legs[0].hits}
    assert "asked.current, which names" in legs[0].error
    assert [] == list(pending)
    assert ({"asked": "0001"}, 6) == (census.generations, census.documents)


async def test_no_collection_for_want_of_room_is_not_nothing_indexed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for the collections of a full disk is told that it is full."""
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: SimpleNamespace(free=0))
    store = SqliteStore(tmp_path)
    assert [] == await store.collections()
    (tmp_path / "docs.0001.db.new").touch()

    with pytest.raises(StoreError, match="is full"):
        await store.collections()
