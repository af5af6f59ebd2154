"""Reading many documents of an index, at one moment."""

from __future__ import annotations

from collections.abc import AsyncIterator

import numpy as np
import pytest

from retrieval.errors import IndexMissing
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import digest, page, vector

INDEX = "{}.docs.0001"


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def test_all_are_read_a_few_at_a_time(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once, also where the last answer is a full one, and what is written meanwhile is not."""
    monkeypatch.setattr(scans, "AT_ONCE", 2)
    await shelf.fill(*(page(f"{n}.md", f"Page {n}") for n in range(4)), embed=False)
    index = INDEX.format(shelf.prefix)
    found = []
    async for hit in scans.scan(shelf.elastic, index, scans.kind("page"), source=["path"]):
        if not found:
            await shelf.fill(page("late.md", "Late"), embed=False)
        found.append(hit["_source"]["path"])

    assert ["0.md", "1.md", "2.md", "3.md"] == sorted(found)
    assert 5 == await scans.count(shelf.elastic, index, scans.kind("page"))


async def test_vectors_are_read_as_they_were_given(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One for each text, whichever chunk has it; not for one that waits."""
    monkeypatch.setattr(scans, "AT_ONCE", 2)
    await shelf.fill(page("a.md", "A\n\nSame"), page("b.md", "B\n\nSame"))
    await shelf.fill(page("c.md", "C"), embed=False)
    index = INDEX.format(shelf.prefix)
    asked = [digest(text) for text in ("A", "Same", "B", "C", "nothing")]
    found = await scans.vectors_of(shelf.elastic, index, asked)

    assert {digest(text) for text in ("A", "Same", "B")} == set(found)
    np.testing.assert_allclose(vector("Same"), found[digest("Same")], atol=1e-6)
    assert {digest("C")} == await scans.digests_waiting(shelf.elastic, index)


async def test_an_index_that_is_not_there_is_said_so(shelf: Shelf) -> None:
    """As the store's own error."""
    with pytest.raises(IndexMissing):
        [hit async for hit in scans.scan(shelf.elastic, "nothing-at-all", {"match_all": {}})]


async def test_a_fact_that_was_not_told_is_nothing(shelf: Shelf) -> None:
    """An empty mapping."""
    await shelf.fill(page("a.md", "A"))

    assert {} == await scans.fact(shelf.elastic, INDEX.format(shelf.prefix), "nothing")


def test_vectors_are_made_of_unit_length() -> None:
    """A zero vector stays one."""
    made = scans.unit(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))

    np.testing.assert_allclose([[0.6, 0.8], [0.0, 0.0]], made)
    assert mapping.THERE == floats.vector_fields(made[1])["vector_state"]
