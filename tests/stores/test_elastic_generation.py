"""Filling an index in Elasticsearch: what is found while pages change, and what fails alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from retrieval.errors import IndexLocked, UnreadableDocument
from retrieval.stores import elastic_changes, elastic_generation
from retrieval.stores.elastic import ElasticStore
from retrieval.stores.elastic_facts import changed_of
from retrieval.text.query import parse
from retrieval.values import Scope
from tests.fakes.elastic import Shelf, attach, shelf, until
from tests.fakes.pages import MADE_WITH, FakeCutter, page

TOO_LONG = "x" * 40_000
"""More than Elasticsearch takes as one term."""


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def found(store: ElasticStore, asked: str) -> list[str]:
    """Return the texts of the chunks that the words leg finds."""
    search = store.within(Scope(("docs",)))
    (words, *_) = await search.search([parse(asked, "asked")], [None], limit=20)
    return [hit.chunk.text.strip() for hit in words.hits]


async def test_when_pages_changed_is_known_before_all_is_done(shelf: Shelf) -> None:
    """A run that is cut off leaves the time of the last pages that it put."""
    async with shelf.filling() as generation:
        one = page("a.md", "Zebra\n\nbody")
        await generation.put(one, FakeCutter().chunks(one))
        await generation.settle()
        changed = await changed_of(shelf.elastic, generation.index)

    assert changed.startswith("20")


async def test_a_page_is_old_or_new_and_never_neither(shelf: Shelf) -> None:
    """A reader that asks without pause while it is replaced twenty times finds one of each."""
    await shelf.fill(page("a.md", "Zebra 0\n\nbody"), embed=False)
    store = ElasticStore(shelf.elastic, prefix=shelf.prefix)
    seen: list[list[str]] = []

    async def read() -> None:
        while True:
            seen.append(await found(store, "zebra"))

    reader = asyncio.create_task(read())
    async with shelf.filling() as generation:
        for n in range(1, 21):
            one = page("a.md", f"Zebra {n}\n\nbody")
            await generation.put(one, FakeCutter().chunks(one))
            await generation.settle()
    reader.cancel()

    assert len(seen) > 5
    assert {2} == {len(texts) for texts in seen}
    numbers = [next(text for text in texts if text.startswith("Zebra")) for texts in seen]
    assert all(number.startswith("Zebra ") for number in numbers)
    assert sorted(numbers, key=lambda said: int(said[6:])) == numbers


async def test_a_page_that_is_refused_leaves_its_earlier_self(shelf: Shelf) -> None:
    """It is named with the reason, the others go in, and nothing of it is left."""
    await shelf.fill(page("a.md", "Old a"), page("b.md", "Old b"), embed=False)
    async with shelf.filling() as generation:
        for one in (page("a.md", "New a"), page("b.md", "New b")):
            (chunk,) = FakeCutter().chunks(one)
            bad = replace(chunk, digest=TOO_LONG) if one.path == "b.md" else chunk
            await generation.put(one, [bad])
        refused = await generation.settle()
        manifest = await generation.manifest("here")
    store = ElasticStore(shelf.elastic, prefix=shelf.prefix)

    assert ["b.md"] == list(refused)
    assert "failed to parse field [digest]" in refused["b.md"]
    assert page("b.md", "Old b").digest == manifest["b.md"]
    assert ["New a", "Old b"] == sorted(await found(store, "new old"))
    assert 2 == len(await shelf.documents(kind="chunk"))


async def test_a_refusal_is_told_by_whoever_settles(shelf: Shelf) -> None:
    """Also where that is done on the way to the texts that wait."""
    async with shelf.filling() as generation:
        one = page("a.md", "A")
        await generation.put(one, [replace(FakeCutter().chunks(one)[0], digest=TOO_LONG)])
        with pytest.raises(UnreadableDocument, match=r"a\.md could not be indexed"):
            await generation.pending()


async def test_many_pages_go_in_several_batches(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each whole, and pages that are put twice one after the other."""
    monkeypatch.setattr(elastic_changes, "ENOUGH_PAGES", 3)
    async with shelf.filling() as generation:
        for n in [*range(10), 9, 8]:
            one = page(f"{n}.md", f"Page {n}\n\nmore")
            await generation.put(one, FakeCutter().chunks(one))
        await generation.remove("here", "9.md")
        await generation.remove("here", "nothing.md")
        assert {} == await generation.settle()

    assert [f"{n}.md" for n in range(9)] == [
        one["path"] for one in await shelf.documents(kind="page")
    ]
    assert 18 == len(await shelf.documents(kind="chunk"))


async def test_a_page_that_is_known_keeps_its_vectors(shelf: Shelf) -> None:
    """What it says again is not paid for again, in this run and in the next."""
    async with shelf.filling() as generation:
        for text in ("A\n\none\n\ntwo", "A\n\none\n\nthree"):
            one = page("a.md", text)
            await generation.put(one, FakeCutter().chunks(one))
            last = await attach(generation)
    async with shelf.filling() as generation:
        one = page("b.md", "B\n\none\n\nthree")
        await generation.put(one, FakeCutter().chunks(one))
        next_run = await attach(generation)

    assert ["three"] == list(last)
    assert ["B"] == list(next_run)


async def test_words_are_found_before_all_is_put(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long run shows what it has, without being settled."""
    monkeypatch.setattr(elastic_changes, "ENOUGH_PAGES", 1)
    monkeypatch.setattr(elastic_generation, "REFRESH_SECONDS", 0.0)
    store = ElasticStore(shelf.elastic, prefix=shelf.prefix)
    async with shelf.filling() as generation, asyncio.timeout(30):
        one = page("a.md", "Zebra")
        await generation.put(one, FakeCutter().chunks(one))
        await until(lambda: found(store, "zebra"))


async def test_who_lost_the_lease_writes_no_more(shelf: Shelf) -> None:
    """What it gathered is not sent."""
    async with shelf.filling() as generation:
        one = page("a.md", "A")
        await generation.put(one, FakeCutter().chunks(one))
        await generation.lease.release()
        with pytest.raises(IndexLocked):
            await generation.settle()

    assert [] == await shelf.documents(kind="chunk")


async def test_what_was_put_stays_when_a_run_is_broken_off(shelf: Shelf) -> None:
    """The next one goes on from there."""

    async def broken() -> None:
        async with shelf.filling() as generation:
            one = page("a.md", "A")
            await generation.put(one, FakeCutter().chunks(one))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await broken()
    async with shelf.filling(MADE_WITH) as generation:
        assert {"a.md": page("a.md", "A").digest} == await generation.manifest("here")
