"""The legs of a search: shared frequencies, synonyms, parts of words, limits and weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.text.synonyms import NO_SYNONYMS, Synonyms
from retrieval.text.synonyms import parse as synonyms
from retrieval.values import Document, LegResult, Scope
from tests.fakes.pages import MADE_WITH, FakeCutter, page, vector


class Desk:
    """A folder of indexes, filled and asked in short ways."""

    def __init__(self, folder: Path) -> None:
        self.index = SqliteIndex(folder)
        self.store = SqliteStore(folder, embedder=MADE_WITH.embedder)

    async def fill(self, collection: str, *pages: Document) -> None:
        """Put pages with their vectors."""
        generation = await self.index.begin(collection, "here", MADE_WITH)
        for one in pages:
            await generation.put(one, FakeCutter().chunks(one))
        pending = await generation.pending()
        vectors = np.stack([vector(text.text) for text in pending])
        await generation.attach([text.digest for text in pending], vectors)
        await self.index.release(generation)

    async def ask(
        self, text: str, *collections: str, known: Synonyms = NO_SYNONYMS, limit: int = 50
    ) -> dict[str, LegResult]:
        """Ask by words and meaning; return the legs by name."""
        search = self.store.within(Scope(collections))
        legs = await search.search([parse(text, "asked", known)], [vector(text)], limit=limit)
        return {leg.leg: leg for leg in legs}


@pytest.fixture(name="desk")
async def _desk(tmp_path: Path):
    desk = Desk(tmp_path)
    yield desk
    await desk.store.close()


def _scores(leg: LegResult) -> dict[str, float]:
    return {hit.chunk.id: round(hit.score, 6) for hit in leg.hits}


def _even_pages() -> Sequence[Document]:
    """Twelve pages of the same length, so that averages of parts are those of the whole."""
    fruit = ["apple", "pear", "plum", "quince"]
    return [
        page(f"p{n:02}.md", f"title\n\n{fruit[n % 4]} {fruit[n // 4]} {fruit[n * n % 3]} end")
        for n in range(12)
    ]


async def test_collections_are_scored_as_if_they_were_one(desk: Desk) -> None:
    """Two files in a scope give each chunk the score that one file of all pages gives it."""
    pages = _even_pages()
    await desk.fill("left", *pages[:4])
    await desk.fill("right", *pages[4:])
    await desk.fill("all", *pages)
    for text in ("quince", "apple plum", "pear quince title", "pears apples getEnd"):
        apart = await desk.ask(text, "left", "right")
        whole = await desk.ask(text, "all")
        for leg in ("words", "meaning"):
            assert _scores(whole[leg]) == _scores(apart[leg])
            assert [hit.chunk.id for hit in whole[leg].hits] == [
                hit.chunk.id for hit in apart[leg].hits
            ]


async def test_words_that_are_known_are_found_as_they_are_now(desk: Desk) -> None:
    """After a change by another process each score is what one who never asked before finds."""
    texts = ("quince", "apple plum", "pear quince title end")
    pages = _even_pages()
    await desk.fill("docs", *pages[:7])
    before = [await desk.ask(text, "docs") for text in texts]
    await desk.fill("docs", *pages[7:], page("p00.md", "title\n\nquince quince"))
    fresh = Desk(desk.store.folder)
    for text, old in zip(texts, before, strict=True):
        now, new = await desk.ask(text, "docs"), await fresh.ask(text, "docs")
        assert _scores(now["words"]) == _scores(new["words"]) != _scores(old["words"])
    await fresh.store.close()


async def test_a_synonym_weighs_what_the_commonest_way_to_say_it_weighs(desk: Desk) -> None:
    """A page with the rare synonym is not ahead of one with the common word for that alone."""
    common = [page(f"{n}.md", "note\n\nthe holiday plan here") for n in range(6)]
    await desk.fill("docs", *common, page("z.md", "note\n\nthe furlough plan here"))
    legs = await desk.ask("holiday", "docs", known=synonyms("holiday, furlough"))

    assert 7 == len(legs["words"].hits)
    assert 1 == len(set(_scores(legs["words"]).values()))


async def test_a_part_of_a_word_is_looked_for_only_when_it_is_no_word(desk: Desk) -> None:
    """A word that occurs is taken at its word."""
    await desk.fill(
        "docs", page("a.md", "One\n\nuse OAuth2Proxy"), page("b.md", "Two\n\nthe auth page")
    )

    found = await desk.ask("auth", "docs")
    part = await desk.ask("2prox", "docs")

    assert ["b.md"] == [hit.document.path for hit in found["words"].hits]
    assert ["a.md"] == [hit.document.path for hit in part["words"].hits]


async def test_a_limit_cuts_every_leg_of_chunks(desk: Desk) -> None:
    """No more hits than asked for, ranked from 1."""
    await desk.fill("docs", *_even_pages())
    legs = await desk.ask("title end", "docs", limit=3)

    assert [1, 2, 3] == [hit.rank for hit in legs["words"].hits]
    assert [1, 2, 3] == [hit.rank for hit in legs["meaning"].hits]
    assert max(hit.rank for hit in legs["page_meaning"].hits) <= 3


async def test_the_weight_of_a_query_is_that_of_its_legs(desk: Desk) -> None:
    """A rewrite of half the weight has legs of half the weight."""
    await desk.fill("docs", *_even_pages())
    query = replace(parse("pear", "rewrite"), weight=0.5)
    search = desk.store.within(Scope(("docs",)))
    legs = await search.search([query], [vector("pear")], limit=5)

    weights = {leg.leg: leg.weight for leg in legs}
    assert {"words": 0.5, "meaning": 0.5, "page_meaning": 0.2} == weights


async def test_a_vector_of_another_length_is_refused(desk: Desk) -> None:
    """Even where the embedder is not known by name."""
    await desk.fill("docs", *_even_pages())
    search = desk.store.within(Scope(("docs",)))
    legs = await search.search([parse("pear", "asked")], [np.ones(3, np.float32)], limit=5)

    assert "embedder mismatch" in {leg.leg: leg for leg in legs}["meaning"].error
