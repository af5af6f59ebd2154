"""A search in Elasticsearch: one request for all legs, and few more for what hangs on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from retrieval.errors import StoreUnavailable
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_collections import Opened
from retrieval.stores.elastic_known import Known
from retrieval.stores.elastic_legs import Legs, Sent, preference
from retrieval.stores.elastic_pages import Pages
from retrieval.text.query import parse
from retrieval.values import Document
from tests.fakes.pages import FakeCutter, page

ONE = Opened("docs", "model a", 2, "0001", "footnote.docs.0001")
TWO = Opened("team", "model b", 2, "0001", "footnote.team.0001")
VECTOR = np.array([0.6, 0.8], dtype=np.float32)
PAGE = page("a.md", "VPN\n\nRestart it.")
DOWN = {"error": {"type": "odd_exception", "reason": "no luck"}, "status": 503}


@dataclass
class FakeServer:
    """Answers searches with the chunks of one page; remembers what was asked."""

    counted: int = 1
    failing: frozenset[str] = frozenset()
    last: int = 7
    revision: str = "r1"
    page: Document = PAGE
    asked: list[list[Sent]] = field(default_factory=list)

    async def ask(self, sent: Sequence[Sent]) -> list[dict[str, Any]]:
        """Answer each search by what it is."""
        self.asked.append(list(sent))
        return [self._answer(one.body) for one in sent]

    def _answer(self, body: dict[str, Any]) -> dict[str, Any]:
        if "aggs" in body and not body["size"]:
            return self._counts(body["aggs"])
        leg = "meaning" if "knn" in body else "words" if "sort" in body else "entries"
        if leg in self.failing:
            return DOWN
        sources = mapping.chunk_sources(self.page, FakeCutter().chunks(self.page), self.revision)
        if leg == "entries":
            sources = [mapping.page_source(self.page, [], self.revision)]
        elif leg == "meaning" and body["knn"]["field"] == "page_embedding":
            sources = []
        hits = [{"_index": ONE.index, "_source": source, "_score": 1.0} for source in sources]
        found: dict[str, Any] = {"took": 3, "hits": {"hits": hits}}
        if leg == "entries":
            marks = {"everywhere": {"pages": {"indices": self._marks()}}}
            return {**found, "aggregations": marks}
        return found

    def _marks(self) -> dict[str, Any]:
        last = {"value": float(self.last)}
        return {"buckets": [{"key": ONE.index, "doc_count": 1, "last": last}]}

    def _counts(self, aggs: dict[str, Any]) -> dict[str, Any]:
        if "indices" in aggs:
            return {"aggregations": {"indices": self._marks()}}
        if "ways" not in aggs:
            return {"aggregations": {name: {"buckets": [{"key": "webhook"}]} for name in aggs}}
        ways = {name: {"doc_count": self.counted} for name in aggs["ways"]["filters"]["filters"]}
        return {"aggregations": {"chunks": {"doc_count": 9}, "ways": {"buckets": ways}}}


def _legs(server: FakeServer, *opened: Opened) -> Legs:
    return Legs(opened or (ONE,), "model a", 10, server.ask, ["footnote.docs"], Pages(), Known())


async def test_all_legs_of_all_queries_go_in_one_request() -> None:
    """Two queries are six searches and two counts in one request; the entries are one more."""
    server = FakeServer()
    queries = [parse("restart vpn", "asked"), parse("vpn", "rewrite", weight=0.5)]
    done = await _legs(server).run(queries, [VECTOR, VECTOR])
    legs, lost = done.legs, done.lost

    assert [8, 1] == [len(sent) for sent in server.asked]
    assert ["words", "meaning", "page_meaning"] * 2 == [leg.leg for leg in legs]
    assert [1.0, 1.0, 0.4, 0.5, 0.5, 0.2] == [leg.weight for leg in legs]
    assert ([], {0.003}) == (lost, {leg.seconds for leg in legs})


async def test_a_query_without_a_vector_has_the_leg_of_words_only() -> None:
    """A question that could not be embedded is searched by its words."""
    legs = (await _legs(FakeServer()).run([parse("vpn", "asked")], [None])).legs

    assert ["words"] == [leg.leg for leg in legs]


async def test_a_vector_without_a_direction_is_near_nothing() -> None:
    """A zero vector is not sent, for cosine knows none; its leg is empty and no error."""
    server = FakeServer()
    legs = (await _legs(server).run([parse("vpn", "asked")], [np.zeros(2, dtype=np.float32)])).legs

    assert 3 == len(server.asked[0])
    assert [("meaning", (), ""), ("page_meaning", (), "")] == [
        (leg.leg, leg.hits, leg.error) for leg in legs[1:]
    ]


async def test_several_collections_are_scored_with_shared_statistics() -> None:
    """Each search of two indices gathers their frequencies first; those of another model rest."""
    server = FakeServer()
    legs = (await _legs(server, ONE, TWO).run([parse("vpn", "asked")], [VECTOR])).legs
    _, words, meaning, *_ = server.asked[0]

    assert "dfs_query_then_fetch" == words.header("q")["search_type"]
    assert "search_type" not in meaning.header("q")
    assert [ONE.index] == meaning.header("q")["index"]
    assert "'team' was indexed with model b" in legs[1].error


async def test_a_leg_that_failed_says_so_and_the_others_go_on() -> None:
    """What the server says of one search becomes the error of its leg."""
    server = FakeServer(failing=frozenset({"meaning"}))
    legs = (await _legs(server).run([parse("vpn", "asked")], [VECTOR])).legs

    assert [2, 0] == [len(leg.hits) for leg in legs[:2]]
    assert ["", "odd_exception: no luck"] == [leg.error for leg in legs[:2]]


async def test_a_search_of_which_no_leg_worked_is_an_error() -> None:
    """There is nothing to answer from, and it is said why."""
    server = FakeServer(failing=frozenset({"words", "meaning"}))

    with pytest.raises(StoreUnavailable, match="could not search: odd_exception: no luck"):
        await _legs(server).run([parse("vpn", "asked")], [VECTOR])


async def test_a_word_that_occurs_nowhere_is_looked_for_as_a_part() -> None:
    """The words that hold it are asked for, and the leg of words is asked again by them."""
    server = FakeServer(counted=0)
    await _legs(server).run([parse("hook", "asked")], [VECTOR])
    _, whole, again, _ = server.asked

    assert ".*hook.*" == whole[0].body["aggs"]["0"]["terms"]["include"]
    assert "'webhook'" in str(again[0].body["query"])


async def test_entries_that_were_read_are_not_read_again() -> None:
    """While the index is as it was, a search is one request; what is found is the same."""
    server = FakeServer()
    legs = _legs(server)
    first, second = [await legs.run([parse("vpn", "asked")], [VECTOR]) for _ in range(2)]

    assert [5, 1, 5] == [len(sent) for sent in server.asked]
    assert first == second
    assert {ONE.index} == second.indices


@pytest.mark.parametrize("change", [{"last": 8}, {"revision": "r2"}], ids=["mark", "revision"])
async def test_entries_are_read_again_when_something_changed(change: dict[str, Any]) -> None:
    """A later entry in the index is reason enough, and so is a chunk of an unknown revision."""
    server = FakeServer()
    legs = _legs(server)
    await legs.run([parse("vpn", "asked")], [VECTOR])
    for name, value in change.items():
        setattr(server, name, value)
    done = await legs.run([parse("vpn", "asked")], [VECTOR])

    assert [5, 1, 5, 1] == [len(sent) for sent in server.asked]
    assert ([], 2) == (done.lost, len(done.legs[0].hits))


async def test_a_chunk_is_read_anew_where_its_page_was_written_again() -> None:
    """What is known of one revision says nothing of another; of the same one it is the same."""
    server = FakeServer()
    legs = _legs(server)
    query = parse("vpn", "asked")
    first, again = [(await legs.run([query], [VECTOR])).legs[0].hits for _ in range(2)]
    server.revision, server.page = "r2", page("a.md", "VPN\n\nCall us.")
    later = (await legs.run([query], [VECTOR])).legs[0].hits

    assert all(one.chunk is other.chunk for one, other in zip(first, again, strict=True))
    assert ["VPN\n\n", "Restart it."] == [hit.chunk.text for hit in first]
    assert ["VPN\n\n", "Call us."] == [hit.chunk.text for hit in later]


def test_one_question_always_meets_the_same_copies() -> None:
    """The preference hangs on the question alone."""
    assert preference([parse("a", "asked")]) == preference([parse("a", "asked")])
    assert preference([parse("a", "asked")]) != preference([parse("b", "asked")])
