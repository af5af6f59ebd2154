"""What the upkeep of every store keeps to; another one joins by one line in SHOPS."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Protocol

import numpy as np
import pytest

from retrieval.errors import IndexLocked, IndexMissing, InputError
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.report import Report
from retrieval.ports import (
    Canaries,
    Canary,
    Contents,
    Fingerprint,
    Index,
    Skipped,
    Store,
    Upkeep,
)
from retrieval.stores.elastic import ElasticStore
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.values import Document, Scope
from tests.fakes.elastic import shelf
from tests.fakes.pages import (
    MADE_WITH,
    FakeCutter,
    FakeEmbedder,
    FakeReader,
    digest,
    page,
    vector,
)

OTHER = replace(MADE_WITH, chunker="cutter 2")


class AllThree(Upkeep, Contents, Canaries, Protocol):
    """An adapter that implements the three ports of upkeep."""


@dataclass
class Shop:
    """A store from behind: how to fill it, and its upkeep."""

    index: Callable[..., Index[Any]]
    upkeep: AllThree
    store: Callable[[Mapping[str, str] | None], Store]

    async def fill(
        self,
        *texts: str,
        made_with: Fingerprint = MADE_WITH,
        embed: bool = True,
        gated: bool = False,
        root: str = "here",
        **build: Any,
    ) -> tuple[str, bool]:
        """Put a page of each text under a root; name the generation; is it in use?"""
        index = self.index(**build)
        generation = await index.begin("docs", root, made_with)
        try:
            for n, text in enumerate(texts):
                await put(generation, page(f"{n}.md", text, root=root))
            pending = await generation.pending() if embed else ()
            if pending:
                vectors = np.stack([vector(text.text, made_with.dims) for text in pending])
                await generation.attach([text.digest for text in pending], vectors)
            completion = await index.complete(generation, root, gated=gated)
        finally:
            await index.release(generation)
        return generation.name, completion.current

    async def used(self) -> tuple[list[str], list[str]]:
        """Name the generation in use and the one before."""
        known = await self.upkeep.generations("docs")
        return [one.name for one in known if one.in_use], [one.name for one in known if one.before]


async def put(generation: Any, one: Document) -> None:
    """Put a page, cut at blank lines."""
    await generation.put(one, FakeCutter().chunks(one))


@asynccontextmanager
async def _sqlite(request: pytest.FixtureRequest) -> AsyncIterator[Shop]:
    """Open the SQLite store's own side."""
    folder = request.getfixturevalue("tmp_path")
    yield Shop(
        lambda **build: SqliteIndex(folder, wait=0.05, **build),
        SqliteUpkeep(folder, wait=0.05),
        lambda pinned: SqliteStore(folder, pinned=pinned),
    )


@asynccontextmanager
async def _elasticsearch(request: pytest.FixtureRequest) -> AsyncIterator[Shop]:
    """Open the Elasticsearch store's own side, under a prefix of its own."""
    url, prefix = map(request.getfixturevalue, ("elasticsearch_url", "index_prefix"))
    async with shelf(url, prefix) as opened:
        yield Shop(
            opened.index,
            opened.upkeep,
            lambda pinned: ElasticStore(opened.upkeep.elastic, prefix=prefix, pinned=pinned),
        )


SHOPS: Mapping[str, Callable[[pytest.FixtureRequest], AbstractAsyncContextManager[Shop]]] = {
    "sqlite": _sqlite,
    "elasticsearch": _elasticsearch,
}


@pytest.fixture(name="shop", params=SHOPS)
async def _shop(request: pytest.FixtureRequest) -> AsyncIterator[Shop]:
    async with SHOPS[request.param](request) as shop:
        yield shop


async def test_what_is_built_waits_and_can_be_taken_back(shop: Shop) -> None:
    """A built generation changes nothing until it is swapped in; swapping back brings the first."""
    first, _ = await shop.fill("One\n\nText")
    second, current = await shop.fill("Two\n\nText", held=True)
    before = await shop.used()
    await shop.upkeep.swap("docs", second)
    swapped = await shop.used()
    await shop.upkeep.swap("docs", first)

    assert not current
    assert ([first], []) == before
    assert ([second], [first]) == swapped
    assert ([first], [second]) == await shop.used()


async def test_a_generation_that_waits_can_be_searched_beside_the_one_in_use(shop: Shop) -> None:
    """A view that is pinned to it finds what it holds; that of the collection finds the old."""
    first, _ = await shop.fill("One\n\nText")
    second, _ = await shop.fill("Two\n\nText", held=True)

    assert [["One"], ["One"], ["Two"]] == [
        await _titles(shop, None),
        await _titles(shop, {"docs": first}),
        await _titles(shop, {"docs": second}),
    ]


async def test_what_is_gated_waits_beside_and_takes_the_place_unheld(shop: Shop) -> None:
    """The first of a collection does not wait; one that waits is complete, and nobody holds it."""
    first = await shop.fill("One\n\nText", gated=True)
    second, current = await shop.fill("One\n\nText", made_with=OTHER, gated=True)
    waits, _ = await shop.upkeep.generations("docs")
    await shop.upkeep.swap("docs", second, hold=False)
    known = await shop.upkeep.generations("docs")

    assert (True, False) == (first[1], current)
    assert (True, False, False) == (waits.complete, waits.held, waits.in_use)
    assert [(True, False), (False, False)] == [(one.in_use, one.held) for one in known]


async def test_a_pinned_generation_that_is_not_there_is_missed(shop: Shop) -> None:
    """Nothing else is searched in its place."""
    await shop.fill("One\n\nText")

    with pytest.raises(IndexMissing):
        await _titles(shop, {"docs": "0099"})


async def _titles(shop: Shop, pinned: Mapping[str, str] | None) -> list[str]:
    """Name the pages that a view of the store holds."""
    store = shop.store(pinned)
    hits = await store.within(Scope(("docs",))).everything()
    return sorted({hit.document.title for hit in hits})


async def test_a_run_does_not_undo_going_back(shop: Shop) -> None:
    """The generation that was gone back from is held: runs of its fingerprint leave it waiting."""
    later = replace(MADE_WITH, chunker="cutter 2")
    first, _ = await shop.fill("One")
    second, current = await shop.fill("One", made_with=later)
    await shop.upkeep.swap("docs", first)
    again = await shop.fill("One", "Two", made_with=later)
    facts = {one.name: one for one in await shop.upkeep.generations("docs")}

    assert current
    assert (second, False) == again
    assert ([first], [second]) == await shop.used()
    assert {first: (False, 1), second: (True, 2)} == {
        name: (one.held, one.documents) for name, one in facts.items()
    }


async def test_settings_that_are_set_back_take_the_index_of_before_once_every_root_is_in(
    shop: Shop,
) -> None:
    """Not before: the other roots are as they were then. It is so each time they are set back."""
    found = [
        await shop.fill("One", root=root, made_with=made_with)
        for made_with in (MADE_WITH, OTHER, MADE_WITH, OTHER)
        for root in ("here", "there")
    ]
    (first, _), (second, _) = found[0], found[2]

    assert [(first, True), (first, True)] == found[:2]
    assert [(second, False), (second, True)] == found[2:4]
    assert [(first, False), (first, True)] == found[4:6]
    assert [(second, False), (second, True)] == found[6:]


async def test_one_can_go_back_to_what_a_run_has_filled_in_part(shop: Shop) -> None:
    """A run over one of two roots leaves the generation of before fit to be put in use."""
    for root in ("here", "there"):
        first, _ = await shop.fill("One", root=root)
    for root in ("here", "there"):
        second, _ = await shop.fill("One", root=root, made_with=OTHER)
    await shop.fill("Two", root="here")
    facts = {one.name: one for one in await shop.upkeep.generations("docs")}
    await shop.upkeep.swap("docs", first)

    assert facts[first].before
    assert facts[first].complete
    assert ([first], [second]) == await shop.used()


async def test_swapping_in_what_is_in_use_changes_nothing(shop: Shop) -> None:
    """It stays in use, is not held, and runs go on with it."""
    first, _ = await shop.fill("One")
    await shop.upkeep.swap("docs", first)

    assert (first, True) == await shop.fill("One", "Two")
    assert [False] == [one.held for one in await shop.upkeep.generations("docs")]


async def test_what_is_built_again_leaves_the_one_to_go_back_to(shop: Shop) -> None:
    """Another build makes a generation of its own, and goes on with that."""
    first, _ = await shop.fill("One")
    second, _ = await shop.fill("Two", held=True)
    await shop.upkeep.swap("docs", second)
    third, _ = await shop.fill("Three", held=True)
    again, _ = await shop.fill("Three", "Four", held=True)

    assert third == again
    assert len({first, second, third}) == 3
    assert ([second], [first]) == await shop.used()
    assert ["One"] == await _titles(shop, {"docs": first})


async def test_what_is_built_anew_borrows_nothing(shop: Shop) -> None:
    """A build takes over vectors and canaries, one made anew none; each is gone on with."""
    first, _ = await shop.fill("One\n\nText")
    await shop.upkeep.keep_canaries("docs", first, [Canary("x", vector("x"))])
    held, _ = await shop.fill("One\n\nText", embed=False, held=True)
    anew, _ = await shop.fill("One\n\nText", embed=False, anew=True)
    again = [
        await shop.fill("One\n\nText", embed=False, held=True),
        await shop.fill("One\n\nText", embed=False, anew=True),
    ]
    facts = {one.name: one for one in await shop.upkeep.generations("docs")}

    assert [(held, False), (anew, False)] == again
    assert (True, 0) == (facts[held].complete, facts[held].without_vectors)
    assert (False, 2) == (facts[anew].complete, facts[anew].without_vectors)
    assert [False, False, True] == [facts[name].anew for name in (first, held, anew)]
    assert ["x"] == [one.text for one in await shop.upkeep.canaries("docs", held)]
    assert [] == list(await shop.upkeep.canaries("docs", anew))


async def test_a_generation_that_is_named_is_not_gone_on_with(shop: Shop) -> None:
    """Another is begun beside it, and gone on with; the one that is named stays."""
    await shop.fill("One\n\nText")
    waits, _ = await shop.fill("One\n\nText", embed=False, anew=True)
    another, _ = await shop.fill("One\n\nText", embed=False, anew=True, besides=[waits])
    again, _ = await shop.fill("One\n\nText", anew=True, besides=[waits])

    assert another == again != waits
    assert {waits, another} < {one.name for one in await shop.upkeep.generations("docs")}


async def test_what_is_not_complete_is_not_put_in_use(shop: Shop) -> None:
    """The sentence says what it lacks; of one that is not there, which ones are."""
    first, _ = await shop.fill("One")
    second, _ = await shop.fill("One\n\nTwo", embed=False, anew=True)

    with pytest.raises(InputError, match="2 texts wait for a vector"):
        await shop.upkeep.swap("docs", second)
    with pytest.raises(InputError, match=f"no generation '0999'.*{first}"):
        await shop.upkeep.swap("docs", "0999")
    assert ([first], []) == await shop.used()


async def test_the_one_in_use_stays(shop: Shop) -> None:
    """It cannot be dropped; the one before it can, and then there is none to go back to."""
    first, _ = await shop.fill("One")
    second, _ = await shop.fill("One", held=True)
    await shop.upkeep.swap("docs", second)
    with pytest.raises(InputError, match="is in use"):
        await shop.upkeep.drop("docs", second)
    await shop.upkeep.drop("docs", first)

    assert ([second], []) == await shop.used()
    assert ["docs"] == await shop.upkeep.collections()


async def test_nothing_is_swapped_while_somebody_writes(shop: Shop) -> None:
    """Swap and drop wait for the writer's lease, for a bounded time."""
    first, _ = await shop.fill("One")
    index = shop.index()
    generation = await index.begin("docs", "here", MADE_WITH)
    try:
        with pytest.raises(IndexLocked):
            await shop.upkeep.swap("docs", first)
        with pytest.raises(IndexLocked):
            await shop.upkeep.drop("docs", first)
    finally:
        await index.release(generation)


async def test_facts_are_those_of_the_generation(shop: Shop) -> None:
    """Counts, roots and times are told; a sound generation has no faults."""
    name, _ = await shop.fill("One\n\nText", "Two")
    (facts,) = await shop.upkeep.generations("docs")

    assert (name, 2, 3, 0) == (
        facts.name,
        facts.documents,
        facts.chunks,
        facts.without_vectors,
    )
    assert {"here": "reader 1"} == facts.roots
    assert MADE_WITH == facts.fingerprint("here")
    assert facts.made is not None
    assert facts.complete
    assert [] == list(await shop.upkeep.faults("docs", name))
    assert [] == list(await shop.upkeep.generations("nothing"))


async def test_pages_come_out_as_they_went_in(shop: Shop) -> None:
    """Documents with their text and facts, chunks, and the vectors of their texts."""
    pages = [
        page("b.md", "Büro\n\nText 文\n\nMore", owner="me", verified=date(2026, 1, 2)),
        page("a.md", "A\n\nText 文"),
        page("empty.md", ""),
    ]
    index = shop.index()
    generation = await index.begin("docs", "here", MADE_WITH)
    for one in pages:
        await put(generation, one)
    pending = [text for text in await generation.pending() if text.text != "Text 文"]
    await generation.attach(
        [text.digest for text in pending], np.stack([vector(text.text) for text in pending])
    )
    await index.complete(generation, "here")
    await index.release(generation)

    contents, name = shop.upkeep, generation.name
    entries = await contents.entries("docs", name)
    asked = ["here:b.md", "here:gone.md", "here:a.md", "here:empty.md"]
    stored = await contents.pages("docs", name, asked)
    vectors = await contents.vectors("docs", name, [digest("A"), digest("Text 文")])

    assert [("a.md", 2), ("b.md", 3), ("empty.md", 0)] == [(e.path, e.chunks) for e in entries]
    assert {one.digest for one in pages} == {entry.digest for entry in entries}
    assert {"here"} == {entry.root for entry in entries}
    assert pages == [one.document for one in stored]
    assert [FakeCutter().chunks(one) for one in pages] == [one.chunks for one in stored]
    assert [digest("A")] == list(vectors)
    np.testing.assert_allclose(vector("A"), vectors[digest("A")], atol=1e-6)


async def test_a_page_may_come_with_its_vectors(shop: Shop) -> None:
    """They are kept of unit length, and nothing waits for them; what else is lacking does."""
    one, index = page("a.md", "A\n\nText\n\nMore"), shop.index()
    generation = await index.begin("docs", "here", MADE_WITH)
    known = {digest(text): 3 * vector(text) for text in ("A", "Text")}
    await generation.put(one, FakeCutter().chunks(one), vectors=known)
    pending = await generation.pending()
    await generation.attach([pending[0].digest], np.stack([vector("More")]))
    completion = await index.complete(generation, "here")
    await index.release(generation)
    kept = await shop.upkeep.vectors("docs", generation.name, [*known, digest("More")])

    assert (["More"], 0) == ([text.text for text in pending], completion.without_vectors)
    for text in ("A", "Text", "More"):
        np.testing.assert_allclose(vector(text), kept[digest(text)], atol=1e-6)


async def test_canaries_are_kept_over_earlier_ones(shop: Shop) -> None:
    """In their order, also while the generation is being filled."""
    index = shop.index()
    generation = await index.begin("docs", "here", MADE_WITH)
    none = await shop.upkeep.canaries("docs", generation.name)
    for texts in (["x"], ["b", "a"]):
        kept = [Canary(text, vector(text)) for text in texts]
        await shop.upkeep.keep_canaries("docs", generation.name, kept)
    await index.release(generation)
    found = await shop.upkeep.canaries("docs", generation.name)

    assert [] == list(none)
    assert ["b", "a"] == [one.text for one in found]
    np.testing.assert_allclose(vector("b"), found[0].vector, atol=1e-6)


async def test_a_new_generation_has_what_cannot_be_opened_now(shop: Shop) -> None:
    """The pages come from the one in use, and can be searched in the new one."""
    pages = {"a.md": "Apples\n\nRed", "in/b.md": "Bread\n\nBaked"}
    shut = (Skipped("in", "the folder cannot be read: Permission denied"),)

    async def run(cutter: str, reader: FakeReader) -> tuple[Report, list[str]]:
        ingest = Ingest(shop.index(), FakeCutter(cutter), FakeEmbedder(), former=shop.upkeep)
        return await ingest.run(reader, "docs"), await _titles(shop, None)

    await run("cutter 1", FakeReader(pages))
    kept, found = await run("cutter 2", FakeReader({"a.md": pages["a.md"]}, unread=shut))
    opened, then = await run("cutter 2", FakeReader(pages))

    assert (True, ("in/b.md",), 0) == (kept.current, kept.kept, kept.without_vectors)
    assert ["Apples", "Bread"] == found == then
    assert (1, ()) == (opened.changed, opened.kept)
