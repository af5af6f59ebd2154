"""Both legs side by side, and what happens when one of them cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from retrieval.answer.search import DEPTH_WITHOUT, Patience, search
from retrieval.errors import ModelUnavailable, StoreError, StoreUnavailable
from retrieval.text.query import parse
from retrieval.values import Queries, Question, Usage
from tests.fakes.team import OPEN, BagEmbedder, MemoryStore, facts


def _queries(*texts: str) -> Queries:
    searches = tuple(parse(text, origin="asked") for text in texts)
    return Queries(Question(texts[0], OPEN), texts[0], searches, "none")


def _store() -> MemoryStore:
    store = MemoryStore()
    store.put(facts("vpn.md"), "The vpn client is in the portal.")
    store.put(facts("pay.md"), "Salaries are paid on the last day.")
    return store


async def test_every_query_is_searched_by_words_and_by_meaning() -> None:
    """Two queries and two legs make four results."""
    found = await search(_queries("vpn client", "vpn portal"), _store(), BagEmbedder())

    assert [
        ("words", "vpn client"),
        ("meaning", "vpn client"),
        ("words", "vpn portal"),
        ("meaning", "vpn portal"),
    ] == [(leg.leg, leg.query) for leg in found.legs]
    assert {"docs": "g1"} == found.generations


async def test_the_words_of_all_queries_are_counted() -> None:
    """The ranking gets the frequency of each word asked for."""
    found = await search(_queries("vpn client"), _store(), BagEmbedder())

    assert (2, {"vpn": 1, "client": 1}) == (found.frequencies.total, dict(found.frequencies.counts))


async def test_without_an_embedding_the_words_are_searched() -> None:
    """An embedder that is down costs the meaning leg, not the answer."""
    embedder = BagEmbedder(error=ModelUnavailable("no service"))

    found = await search(_queries("vpn client"), _store(), embedder)

    assert ["words"] == [leg.leg for leg in found.legs]
    assert ("meaning: no service",) == found.notes


async def test_a_leg_that_fails_is_named() -> None:
    """The other leg's hits are kept, and the reason is a note."""
    store = _store()
    store.failing["meaning"] = "another embedder made this index"

    found = await search(_queries("vpn client"), store, BagEmbedder())

    assert ("meaning: another embedder made this index",) == found.notes
    assert 1 == len(found.legs[0].hits)


async def test_an_index_that_cannot_be_used_is_an_error() -> None:
    """Without a store there is nothing to fall back to."""
    store = _store()
    store.error = StoreError("the disk is gone")

    with pytest.raises(StoreError, match="the disk is gone"):
        await search(_queries("vpn client"), store, BagEmbedder())


class Metered(BagEmbedder):
    """An embedder that is paid for each query, and answers when all have asked."""

    def __init__(self, queries: int) -> None:
        super().__init__()
        self._all = asyncio.Barrier(queries)

    async def paid_query(self, text: str) -> tuple[Any, Usage]:
        """Embed one text."""
        await self._all.wait()
        return await self.query(text), Usage(3, cost=0.5, currency="EUR", model="metered")

    def spent(self) -> Usage:
        """Tell of no passages."""
        return Usage()


async def test_queries_are_embedded_side_by_side_and_their_cost_is_kept() -> None:
    """No query waits for another one's vector; the hop has what they cost together."""
    found = await search(_queries("vpn client", "vpn portal"), _store(), Metered(2))

    assert Usage(6, cost=1.0, currency="EUR", model="metered") == found.usage
    assert {"words", "meaning"} == {leg.leg for leg in found.legs if leg.hits}


async def test_a_collection_that_could_not_be_read_is_told_once() -> None:
    """What every leg says is one note without them; what only counting met is told as well."""
    store = _store()
    store.failing |= {"words": "'old' is damaged", "meaning": "'old' is damaged"}
    store.unread = {"old": "'old' is damaged", "new": "'new' is damaged"}

    found = await search(_queries("vpn client"), store, BagEmbedder())

    assert ("'old' is damaged", "'new' is damaged") == found.notes


class Stuck(BagEmbedder):
    """An embedder that never returns for one text."""

    async def query(self, text: str) -> Any:
        """Embed another text, wait for ever for this one."""
        if text == "vpn portal":
            await asyncio.Event().wait()
        return await super().query(text)


async def test_a_query_that_is_not_embedded_in_time_is_searched_by_its_words() -> None:
    """Each query has a limit of its own: the others have all their legs, and a note says why."""
    found = await search(
        _queries("vpn client", "vpn portal"), _store(), Stuck(), patience=Patience(embed=0.05)
    )

    assert [("words", "vpn client"), ("meaning", "vpn client"), ("words", "vpn portal")] == [
        (leg.leg, leg.query) for leg in found.legs if leg.hits
    ]
    assert ("meaning: the question was not embedded within 0.05 s",) == found.notes


async def test_an_index_that_hangs_counts_as_one_that_is_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody waits for ever: the question can be kept and asked again."""
    store = _store()

    async def census() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(store, "census", census)
    with pytest.raises(StoreUnavailable, match=r"did not answer within 0\.05 s"):
        await search(_queries("vpn client"), store, BagEmbedder(), patience=Patience(index=0.05))


async def test_more_is_asked_for_where_some_will_be_set_aside() -> None:
    """The pages that were said not to be it do not fill the legs."""
    store = _store()
    asked: list[int] = []
    search_of = store.search

    async def counted(*given: Any, limit: int) -> Any:
        asked.append(limit)
        return await search_of(*given, limit=limit)

    store.search = counted  # type: ignore[method-assign]
    queries = _queries("vpn client")
    without = replace(queries.question, without=("docs:vpn.md",))
    await search(replace(queries, question=without), store, BagEmbedder())

    assert [DEPTH_WITHOUT] == asked


class Counted(BagEmbedder):
    """An embedder that remembers what it embedded, for money."""

    def __init__(self, *, broken: bool = False) -> None:
        super().__init__(error=ModelUnavailable("no service") if broken else None)
        self.embedded: list[str] = []

    async def paid_query(self, text: str) -> tuple[Any, Usage]:
        """Embed one text."""
        self.embedded.append(text)
        return await self.query(text), Usage(3, cost=0.5, currency="EUR", model="metered")

    def spent(self) -> Usage:
        """Tell of no passages."""
        return Usage()


async def test_what_is_misspelt_is_searched_as_it_was_meant() -> None:
    """Only that query is embedded anew, both are paid for, and it is told what was read."""
    embedder = Counted()
    found = await search(_queries("the porttal", "vpn client"), _store(), embedder)

    assert (("porttal", "portal"),) == found.respelt
    assert ["the porttal", "vpn client", "the portal"] == embedder.embedded
    assert 9 == found.usage.prompt
    assert {"the portal", "vpn client"} == {leg.query for leg in found.legs if leg.hits}
    assert (0, 1) == tuple(found.frequencies.counts[word] for word in ("porttal", "portal"))


async def test_what_could_not_be_embedded_is_not_embedded_again() -> None:
    """The words that are meant are searched all the same, and the reason is told once."""
    embedder = Counted(broken=True)
    found = await search(_queries("the porttal"), _store(), embedder)

    assert ["the porttal"] == embedder.embedded
    assert (["words"], ("meaning: no service",)) == ([leg.leg for leg in found.legs], found.notes)
    assert ["the portal"] == [leg.query for leg in found.legs]


async def test_counting_waits_for_no_vector() -> None:
    """The words are counted while the queries are embedded."""
    store, begun = _store(), asyncio.Event()
    frequencies = store.frequencies

    async def counted(words: Sequence[str]) -> Any:
        begun.set()
        return await frequencies(words)

    class Waiting(BagEmbedder):
        async def query(self, text: str) -> Any:
            await begun.wait()
            return await super().query(text)

    store.frequencies = counted  # type: ignore[method-assign]
    found = await search(_queries("vpn client"), store, Waiting(), patience=Patience(embed=5))

    assert () == found.notes
