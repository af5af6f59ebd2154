"""Generations of a collection behind aliases."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from retrieval.errors import InputError
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_aliases import Aliases, Standing, collections_of, next_name
from tests.fakes.elastic import Shelf, shelf
from tests.fakes.pages import MADE_WITH


@pytest.fixture(name="shelf")
async def _shelf(elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shelf]:
    async with shelf(elasticsearch_url, index_prefix) as opened:
        yield opened


async def make(known: Aliases, name: str, *, in_use: bool = False, held: bool = False) -> str:
    """Make an empty generation."""
    meta = mapping.meta_of(MADE_WITH, known.collection, name)
    return await known.make(name, MADE_WITH.dims, meta, in_use=in_use, held=held)


def told(standing: list[Standing]) -> list[tuple[str, str]]:
    """Say of each generation what it is."""
    return [
        (
            one.name,
            "".join("ubh"[n] * bit for n, bit in enumerate((one.in_use, one.before, one.held))),
        )
        for one in standing
    ]


async def test_use_passes_on_in_one_step(shelf: Shelf) -> None:
    """The former one is the one before, and the one before that is neither."""
    known = Aliases(shelf.elastic, shelf.prefix, "docs")
    first = await make(known, "0001", in_use=True)
    second, third = await make(known, "0002"), await make(known, "0003", held=True)
    await known.put_in_use(second)
    after = told(await known.all())
    await known.put_in_use(third, hold_former=True)

    assert [("0003", "h"), ("0002", "u"), ("0001", "b")] == after
    assert [("0003", "u"), ("0002", "bh"), ("0001", "")] == told(await known.all())
    await known.sweep()
    assert ["0003", "0002"] == [one.name for one in await known.all()]
    assert first not in [one.index for one in await known.all()]


async def test_a_generation_tells_what_it_was_made_with(shelf: Shelf) -> None:
    """Its `_meta` has the fingerprint."""
    known = Aliases(shelf.elastic, shelf.prefix, "docs")
    await make(known, "0001", in_use=True)
    (one,) = await known.all()

    assert (MADE_WITH.embedder, MADE_WITH.dims) == (one.meta["embedder"], one.meta["dims"])


async def test_collections_are_told_apart(shelf: Shelf) -> None:
    """By names that begin alike too; leases and aliases are no collections."""
    for name in ("docs", "docs-2", "a"):
        await make(Aliases(shelf.elastic, shelf.prefix, name), "0001", held=name == "a")

    assert ["a", "docs", "docs-2"] == await collections_of(shelf.elastic, shelf.prefix)
    assert 1 == len(await Aliases(shelf.elastic, shelf.prefix, "docs").all())
    assert [] == await Aliases(shelf.elastic, shelf.prefix, "nothing").all()


async def test_a_name_that_cannot_be_one_is_refused(shelf: Shelf) -> None:
    """Before anything is asked."""
    with pytest.raises(InputError, match="cannot be the name of a collection"):
        Aliases(shelf.elastic, shelf.prefix, "no.dots")


def test_names_count_on() -> None:
    """From the highest, also beyond four digits."""
    known = [Standing(name, name, False, False, False, {}) for name in ("0003", "9999")]

    assert ["0001", "10000"] == [next_name([]), next_name(known)]
