"""What an Elasticsearch generation holds, read out; the contract suite has the rest."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.errors import InputError
from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_mapping as mapping
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import FakeCutter, page

A = page("a.md", "A\n\none")


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def test_a_revision_that_is_not_current_is_not_read(shelf: Shelf) -> None:
    """Neither as chunks of its page, nor in their number."""
    await shelf.fill(A)
    sources = mapping.chunk_sources(A, FakeCutter().chunks(A), "left")
    left = [bulk.written(A.id, f"chunk/left/{n}", one) for n, one in enumerate(sources)]
    await bulk.run(shelf.elastic, f"{shelf.prefix}.docs.0001", left)
    await shelf.documents()
    (stored,) = await shelf.upkeep.pages("docs", "0001", [A.id])
    (entry,) = await shelf.upkeep.entries("docs", "0001")

    assert A.text == stored.document.text
    assert (2, 2) == (len(stored.chunks), entry.chunks)


async def test_a_generation_that_is_not_there_is_said_so(shelf: Shelf) -> None:
    """With those that are."""
    await shelf.fill(A)

    with pytest.raises(InputError, match=r"no generation '0007'. There are: 0001"):
        await shelf.upkeep.entries("docs", "0007")
    with pytest.raises(InputError, match="There is none"):
        await shelf.upkeep.canaries("wiki", "0001")
