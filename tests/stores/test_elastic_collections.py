"""Which index a collection is: remembered, asked anew, and never one that is not ours."""

from __future__ import annotations

import pytest

from retrieval.errors import IndexMismatch, IndexMissing
from retrieval.stores.elastic_collections import Collections
from tests.fakes.elastic_alias import FakeElastic
from tests.fakes.pages import MADE_WITH


async def test_collections_are_those_with_an_index_in_use() -> None:
    """Other aliases of ours, and indices of others, are not taken for collections."""
    fake = FakeElastic(
        aliases={
            "footnote.docs.0002": ["footnote.docs"],
            "footnote.docs.0001": ["footnote.docs.before"],
            "footnote.team-a.0001": ["footnote.team-a"],
            "footnote.strange": ["footnote.x"],
        }
    )

    assert ["docs", "team-a"] == await Collections(fake, "footnote").names()


async def test_what_is_known_is_asked_anew_when_that_is_wanted() -> None:
    """An index is remembered; with `fresh` the server is asked."""
    fake = FakeElastic(generations=["0001", "0002"])
    known = Collections(fake, "footnote")
    (first,) = await known.open(["docs"], all_of_them=True, fresh=False)
    (again,) = await known.open(["docs"], all_of_them=True, fresh=False)
    (fresh,) = await known.open(["docs"], all_of_them=True, fresh=True)

    assert ("0001", "0001", "0002") == (first.generation, again.generation, fresh.generation)
    assert (MADE_WITH.embedder, MADE_WITH.dims) == (first.embedder, first.dims)
    assert 2 == fake.looks


async def test_a_missing_collection_is_passed_over_unless_all_are_needed() -> None:
    """Beside one that is there it is no error; alone, or where all must be, it is."""
    known = Collections(FakeElastic(), "footnote")

    assert 1 == len(await known.open(["docs", "team"], all_of_them=False, fresh=False))
    for names, whole in ((["docs", "team"], True), (["team"], False)):
        with pytest.raises(IndexMissing, match="as 'team' yet"):
            await known.open(names, all_of_them=whole, fresh=False)


async def test_an_index_of_other_code_is_refused() -> None:
    """An index with another schema is named, with what to do."""
    with pytest.raises(IndexMismatch, match="another version of this program"):
        await Collections(FakeElastic(schema="0"), "footnote").open(
            ["docs"], all_of_them=True, fresh=False
        )
