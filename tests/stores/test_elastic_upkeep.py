"""The upkeep of Elasticsearch generations; the contract suite has what every store does."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_mapping as mapping
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import FakeCutter, page

A = page("a.md", "A\n\none\n\ntwo")


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def test_faults_are_counted(shelf: Shelf) -> None:
    """Chunks of no page, pages that lack one, and chunks whose vector was lost."""
    await shelf.fill(A)
    sources = mapping.chunk_sources(A, FakeCutter().chunks(A), "left")
    (first, second, _) = await shelf.documents(kind="chunk")
    lost = {"ordinal": 1, "tokens": 99}  # an update loses what is not in `_source`
    index = f"{shelf.prefix}.docs.0001"
    await bulk.run(
        shelf.elastic,
        index,
        [
            bulk.written(A.id, "chunk/left/0", sources[0]),
            bulk.deleted(A.id, first["_id"]),
            bulk.added(A.id, second["_id"], lost),
        ],
    )
    await shelf.documents()
    faults = await shelf.upkeep.faults("docs", "0001")

    assert [
        "1 chunk stands under no page.",
        "1 page lacks some of its chunks.",
        "1 chunk has lost its vector.",
    ] == list(faults)


async def test_an_index_of_another_version_is_told_as_damaged(shelf: Shelf) -> None:
    """Only its name is certain then."""
    await shelf.fill(A)
    meta = {"schema": "0", "collection": "docs", "generation": "0001"}
    await shelf.elastic.api.indices.put_mapping(index=f"{shelf.prefix}.docs.0001", meta=meta)
    (facts,) = await shelf.upkeep.generations("docs")

    assert ("0001", False) == (facts.name, facts.complete)
    assert "another version" in facts.damage


async def test_an_alias_at_two_indices_is_told_and_mended(shelf: Shelf) -> None:
    """The newest is searched; a swap to either leaves that one alone in use."""
    await shelf.fill(A)
    await shelf.fill(A, held=True)
    add = {"index": f"{shelf.prefix}.docs.0002", "alias": f"{shelf.prefix}.docs"}
    for wanted in ("0002", "0001"):
        await shelf.elastic.api.indices.update_aliases(actions=[{"add": add}])
        faults = await shelf.upkeep.faults("docs", "0001")
        await shelf.upkeep.swap("docs", wanted)
        used = [one.name for one in await shelf.upkeep.generations("docs") if one.in_use]
        add["index"] = f"{shelf.prefix}.docs.0001"

        assert ["Generation 0002 is in use as well"] == [one.partition(",")[0] for one in faults]
        assert [wanted] == used
        assert [] == await shelf.upkeep.faults("docs", wanted)


async def test_size_is_told_in_bytes(shelf: Shelf) -> None:
    """Those of the index on disk."""
    await shelf.fill(A)
    (facts,) = await shelf.upkeep.generations("docs")

    assert facts.size > 1_000
    assert facts.changed is not None
