"""The Elasticsearch store while its index changes under a search; the contract has the rest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from retrieval.errors import IndexMissing
from retrieval.stores.elastic import ElasticStore
from retrieval.text.query import parse
from retrieval.values import LegResult, Scope
from tests.fakes.elastic_alias import FakeElastic
from tests.fakes.pages import DIMS

VECTOR = np.ones(DIMS, dtype=np.float32)


async def _legs(fake: FakeElastic) -> Sequence[LegResult]:
    search = ElasticStore(fake).within(Scope(("docs",)))
    return await search.search([parse("restart", "asked")], [VECTOR], limit=5)


async def test_a_search_on_a_steady_index_is_run_once() -> None:
    """One request for the legs, one for the entries, and nothing to note."""
    fake = FakeElastic()
    legs = await _legs(fake)

    assert (2, {""}) == (fake.searches, {leg.note for leg in legs})
    assert 2 == len(legs[0].hits)


async def test_an_alias_that_was_swapped_meanwhile_is_searched_again() -> None:
    """All legs are of one index: where another came into use, it is searched, and that is noted."""
    fake = FakeElastic(generations=["0001", "0002"])
    legs = await _legs(fake)

    assert {"searched again: the index was swapped meanwhile"} == {leg.note for leg in legs}
    assert 4 == fake.searches


async def test_an_index_that_was_removed_meanwhile_is_found_anew() -> None:
    """A search that still knew the old index finds the one in use."""
    fake = FakeElastic(generations=["0001", "0002"], removed=frozenset({"footnote.docs.0001"}))
    legs = await _legs(fake)

    assert 2 == len(legs[0].hits)
    assert "swapped" in legs[0].note


async def test_an_index_that_stays_away_is_an_error() -> None:
    """After a bounded number of attempts it is said that the index went away."""
    with pytest.raises(IndexMissing, match="went away during the search"):
        await _legs(FakeElastic(removed=frozenset({"footnote.docs.0001"})))


async def test_a_page_that_was_being_replaced_is_searched_again() -> None:
    """Chunks that the entry does not name are not shown; the search is run anew for the page."""
    legs = await _legs(FakeElastic(revisions=["r2", "r1"]))

    assert 2 == len(legs[0].hits)
    assert "searched again: 1 of the pages found were being replaced" == legs[0].note


async def test_what_is_replaced_without_end_is_left_out() -> None:
    """The attempts are bounded, and what could not be shown is told."""
    fake = FakeElastic(revisions=["r2"])
    legs = await _legs(fake)

    assert () == legs[0].hits
    assert "1 of the pages found were being replaced, and are left out" in legs[0].note
    assert 6 == fake.searches


async def test_frequencies_outlive_a_removed_index() -> None:
    """What was remembered of a collection is asked anew where its index is gone."""
    fake = FakeElastic(generations=["0001", "0002"], removed=frozenset({"footnote.docs.0001"}))
    search = ElasticStore(fake).within(Scope(("docs",)))

    assert {"vpn": 1, "?": 0} == (await search.frequencies(["vpn", "?"])).counts
