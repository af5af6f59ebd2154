"""Vectors of chunks and of pages in Elasticsearch."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest

from retrieval.errors import StoreError
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from retrieval.stores import elastic_vectors
from tests.fakes.elastic import Shelf, attach, shelf
from tests.fakes.pages import FakeCutter, digest, page, vector

A = page("a.md", "A\n\nshared\n\nlong text of its own")


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def states(shelf: Shelf, kind: str) -> list[str]:
    """Return whether the documents of a kind have their vector."""
    return [one["vector_state"] for one in await shelf.documents(kind=kind)]


async def page_vectors(shelf: Shelf) -> dict[str, np.ndarray]:
    """Return the vectors of pages that there are, by path."""
    index = f"{shelf.prefix}.docs.0001"
    found = {}
    query = scans.kind("page")
    async for hit in scans.scan(shelf.elastic, index, query, source=["path"], vectors=True):
        read = floats.exact_vector(hit.get("fields", {}))
        if read is not None:
            found[hit["_source"]["path"]] = read
    return found


async def test_texts_wait_once_and_the_shortest_first(shelf: Shelf) -> None:
    """Whatever pages share them."""
    async with shelf.filling() as generation:
        for one in (A, page("b.md", "B\n\nshared")):
            await generation.put(one, FakeCutter().chunks(one))
        pending = await generation.pending()

    assert ["long text of its own"] == [one.text for one in pending[-1:]]
    assert sorted(["A", "B", "shared"]) == sorted(one.text for one in pending[:-1])


async def test_a_page_has_the_vector_of_its_chunks(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all of them have one, before the run is over; their unit mean."""
    monkeypatch.setattr(elastic_vectors, "PAGES_AT_ONCE", 1)
    async with shelf.filling() as generation:
        await generation.put(A, FakeCutter().chunks(A))
        await attach(generation)
        await generation.refresh()
        found = await page_vectors(shelf)
    total = np.sum([vector(chunk.embedded) for chunk in FakeCutter().chunks(A)], axis=0)

    np.testing.assert_allclose(total / np.linalg.norm(total), found["a.md"], atol=1e-5)


async def test_a_page_that_lacks_some_has_the_vector_of_the_others(shelf: Shelf) -> None:
    """And waits for a better one, which it gets in the next run."""
    async with shelf.filling() as generation:
        await generation.put(A, FakeCutter().chunks(A))
        await generation.attach([digest("A")], np.stack([vector("A")]))
        left = await shelf.index().complete(generation, "here")
    first = await page_vectors(shelf)
    waiting = await states(shelf, "page")
    await shelf.fill()

    assert 2 == left.without_vectors
    np.testing.assert_allclose(vector("A"), first["a.md"], atol=1e-5)
    assert ([mapping.WAITING], [mapping.THERE]) == (waiting, await states(shelf, "page"))


async def test_a_vector_of_zeros_is_had_and_found_by_nobody(shelf: Shelf) -> None:
    """Nothing waits for another one."""
    one = page("a.md", "A")
    async with shelf.filling() as generation:
        await generation.put(one, FakeCutter().chunks(one))
        await generation.attach([digest("A")], np.zeros((1, 16), dtype=np.float32))
        assert [] == list(await generation.pending())
        await shelf.index().complete(generation, "here")

    assert [mapping.THERE] == await states(shelf, "chunk")


async def test_a_vector_takes_the_place_of_an_earlier_one(shelf: Shelf) -> None:
    """Also for a text that did not wait."""
    await shelf.fill(page("a.md", "A"))
    async with shelf.filling() as generation:
        await generation.attach([digest("A"), digest("nobody's")], np.stack([vector("x y")] * 2))
        await generation.refresh()
        index = f"{shelf.prefix}.docs.0001"
        found = await scans.vectors_of(shelf.elastic, index, [digest("A")])

    np.testing.assert_allclose(vector("x y"), found[digest("A")], atol=1e-5)


async def test_each_text_is_given_one_vector(shelf: Shelf) -> None:
    """Anything else is a mistake of the caller."""
    async with shelf.filling() as generation:
        with pytest.raises(StoreError, match="2 texts were given 1 vectors"):
            await generation.attach(["a", "b"], np.zeros((1, 16), dtype=np.float32))


def test_a_page_without_vectors_has_none() -> None:
    """It waits where its chunks do, and else has nothing to wait for."""
    assert {"vector_state": mapping.NONE} == elastic_vectors.page_vector([], waiting=False)
    assert {"vector_state": mapping.WAITING} == elastic_vectors.page_vector([], waiting=True)
