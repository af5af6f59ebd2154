"""What a generation in Elasticsearch says about itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from retrieval.stores import elastic_bulk as bulk
from retrieval.stores import elastic_facts as facts
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores import elastic_scan as scans
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import MADE_WITH, page

A = page("a.md", "A\n\none")


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def test_pages_and_roots_are_told(shelf: Shelf) -> None:
    """With what a writer needs to know of them, and when they last changed."""
    await shelf.fill(A)
    index = f"{shelf.prefix}.docs.0001"
    (entry,) = await facts.entries_of(shelf.elastic, index)
    changed = await facts.changed_of(shelf.elastic, index)
    await shelf.fill()

    assert (A.id, "here", "a.md", A.digest, 2) == (
        entry.page,
        entry.root,
        entry.path,
        entry.digest,
        entry.chunks,
    )
    assert {"here": ("reader 1", True)} == await facts.roots_of(shelf.elastic, index)
    assert changed
    assert changed == await facts.changed_of(shelf.elastic, index)


async def test_what_was_gone_through_again_is_so_until_it_comes_into_use(shelf: Shelf) -> None:
    """The root is wholly in before and after."""
    await shelf.fill(A)
    index = f"{shelf.prefix}.docs.0001"
    told = [facts.root("here", "reader 1", complete=True, again=True)]
    await bulk.run(shelf.elastic, index, told)
    await scans.refresh(shelf.elastic, index)
    again = await facts.gone_through_again(shelf.elastic, index)
    await facts.begin_anew(shelf.elastic, index)

    assert {"here"} == again
    assert set() == await facts.gone_through_again(shelf.elastic, index)
    assert {"here": ("reader 1", True)} == await facts.roots_of(shelf.elastic, index)


async def test_canaries_are_told_in_their_order(shelf: Shelf) -> None:
    """Sentences with vectors as text."""
    await shelf.fill(A)
    index = f"{shelf.prefix}.docs.0001"
    kept = [("b", "AAAA"), ("a", "BBBB")]
    assert [] == await facts.canaries_of(shelf.elastic, index)
    await bulk.run(shelf.elastic, index, [facts.canaries(kept)])

    assert kept == await facts.canaries_of(shelf.elastic, index)


def test_the_reader_alone_makes_no_other_index() -> None:
    """It is each root's own; the chunker, the embedder and the schema do."""
    meta = mapping.meta_of(MADE_WITH, "docs", "0001", made="now")

    assert facts.wanted(replace(MADE_WITH, reader="other")) == facts.made_with(meta)
    assert facts.wanted(replace(MADE_WITH, chunker="other")) != facts.made_with(meta)
