"""The write side of the Elasticsearch store: which index is written to, and what a kill leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from retrieval.errors import StoreError
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_mapping as mapping
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import MADE_WITH, FakeCutter, page

A = page("a.md", "A\n\none\n\ntwo")
LATER = replace(MADE_WITH, chunker="cutter 2")


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def test_what_a_killed_writer_left_is_removed(shelf: Shelf) -> None:
    """Chunks that no entry names go when the next run begins; those of pages stay."""
    await shelf.fill(A)
    sources = mapping.chunk_sources(A, FakeCutter().chunks(A), "left")
    names = [mapping.chunk_id(A.id, "left", n) for n in range(3)]
    index = f"{shelf.prefix}.docs.0001"
    left = [bulk.written(A.id, *one) for one in zip(names, sources, strict=True)]
    await bulk.run(shelf.elastic, index, left)
    before = len(await shelf.documents(kind="chunk"))
    async with shelf.filling():
        pass

    assert (6, 3) == (before, len(await shelf.documents(kind="chunk")))
    assert [] == list(await shelf.upkeep.faults("docs", "0001"))


async def test_another_fingerprint_is_built_beside_and_takes_over(shelf: Shelf) -> None:
    """With the vectors that are paid for; what was in use is kept for going back."""
    await shelf.fill(A)
    done = await shelf.fill(A, made_with=LATER, embed=False)
    facts = {one.name: (one.in_use, one.before) for one in await shelf.upkeep.generations("docs")}

    assert (True, 0) == (done.current, done.without_vectors)
    assert {"0001": (False, True), "0002": (True, False)} == facts


async def test_one_that_lacks_vectors_or_roots_waits(shelf: Shelf) -> None:
    """And is gone on with by the next run."""
    await shelf.fill(A)
    elsewhere = page("b.md", "B", root="there")
    index = shelf.index()
    generation = await index.begin("docs", "there", MADE_WITH)
    await generation.put(elsewhere, FakeCutter().chunks(elsewhere))
    await index.complete(generation, "there")
    await index.release(generation)
    first = await shelf.fill(page("a.md", "A\n\nanother"), made_with=LATER, embed=False)
    second = await shelf.fill(made_with=LATER)

    assert (False, 1, ("there",)) == (first.current, first.without_vectors, first.roots_to_come)
    assert (False, 0, ("there",)) == (second.current, second.without_vectors, second.roots_to_come)
    assert first.generation == second.generation


async def test_one_that_is_not_whole_is_not_put_in_use(shelf: Shelf) -> None:
    """Counts are compared before the alias moves."""
    await shelf.fill(A)
    async with shelf.filling(LATER) as generation:
        await generation.put(A, FakeCutter().chunks(A))
        await generation.settle()
        entry = generation.pages.entries[A.id]
        gone = bulk.deleted(A.id, mapping.chunk_id(A.id, entry.revision, 1))
        await bulk.run(shelf.elastic, generation.index, [gone])
        with pytest.raises(StoreError, match=r"not whole \(2 of 3 chunks"):
            await shelf.index().complete(generation, "here")
    used = [one.name for one in await shelf.upkeep.generations("docs") if one.in_use]

    assert ["0001"] == used


async def test_a_swap_that_was_broken_off_is_done_by_the_next_run(shelf: Shelf) -> None:
    """A writer killed before the alias moved has lost nothing."""
    await shelf.fill(A)
    async with shelf.filling(LATER) as generation:
        await generation.put(A, FakeCutter().chunks(A))
        await generation.settle()
    done = await shelf.fill(made_with=LATER)

    assert (True, "0002") == (done.current, done.generation)


async def test_a_root_that_is_no_more_goes_from_all(shelf: Shelf) -> None:
    """The one in use and the one before; how many pages it had is told."""
    await shelf.fill(A)
    await shelf.fill(A, made_with=LATER)

    assert 1 == await shelf.index().forget("docs", "here")
    for generation in ("0001", "0002"):
        kinds = {one["kind"] for one in await shelf.documents(generation)}
        assert kinds <= {"fact"}
    assert [] == list(await shelf.index().roots("docs"))
