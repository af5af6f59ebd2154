"""Canaries: the same model agrees with itself, another one does not and may not embed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from retrieval.errors import ModelChanged
from retrieval.ports import Canary, GenerationFacts
from retrieval.upkeep.canaries import (
    LEAST,
    SENTENCES,
    Agreement,
    Guard,
    compare,
    outdated,
    sing,
)
from tests.fakes.pages import FakeEmbedder, vector


class OtherEmbedder(FakeEmbedder):
    """A model of the same name that gives other vectors."""

    async def passages(self, texts):
        """Embed the texts as if they were others."""
        return np.stack([vector(f"other {text} {text}", self.dims) for text in texts])


@dataclass
class Cage:
    """Keeps canaries in memory; implements the port `Canaries`."""

    kept: dict[tuple[str, str], list[Canary]] = field(default_factory=dict)

    async def canaries(self, collection, generation):
        """Return them."""
        return self.kept.get((collection, generation), [])

    async def keep_canaries(self, collection, generation, canaries):
        """Keep them."""
        self.kept[collection, generation] = list(canaries)


async def test_the_same_model_agrees_with_itself() -> None:
    """Every sentence is kept, and its cosine with itself is 1."""
    kept = await sing(FakeEmbedder())
    agreement = await compare(FakeEmbedder(), kept)

    assert list(SENTENCES) == [canary.text for canary in kept]
    assert agreement.good
    assert pytest.approx(1.0) == agreement.least


async def test_another_model_does_not_agree() -> None:
    """The worst sentence is named; so are vectors of another length."""
    kept = await sing(FakeEmbedder())
    other = await compare(OtherEmbedder(), kept)
    longer = await compare(FakeEmbedder(dims=32), kept)

    assert not other.good
    assert other.least < LEAST
    assert other.sentence in SENTENCES
    assert Agreement(0.0, min(SENTENCES)) == longer


async def test_without_canaries_there_is_nothing_to_say() -> None:
    """An index that keeps none agrees."""
    assert (await compare(FakeEmbedder(), [])).good


async def test_the_first_model_to_embed_is_the_one_that_may() -> None:
    """It leaves its canaries; a changed one is refused with what to do."""
    cage = Cage()
    await Guard(cage, FakeEmbedder())("docs", "0001")
    await Guard(cage, FakeEmbedder())("docs", "0001")
    with pytest.raises(ModelChanged, match="build --anew"):
        await Guard(cage, OtherEmbedder())("docs", "0001")

    assert [("docs", "0001")] == list(cage.kept)


async def test_what_another_model_has_begun_is_not_gone_on_with() -> None:
    """Nor is what was in use; what has no canaries yet, or is of another name, is nobody's."""
    model = FakeEmbedder()
    known = [
        replace(
            GenerationFacts.damaged(("docs", name, in_use, before, True), ""),
            embedder=embedder,
        )
        for name, in_use, before, embedder in (
            ("0006", False, False, model.identity),
            ("0005", False, False, model.identity),
            ("0004", False, False, "another model"),
            ("0003", True, False, model.identity),
            ("0002", False, True, model.identity),
            ("0001", False, False, model.identity),
        )
    ]
    cage = Cage()
    for name in ("0001", "0002", "0003", "0004"):
        await cage.keep_canaries("docs", name, await sing(OtherEmbedder()))
    await cage.keep_canaries("docs", "0005", await sing(model))

    assert ["0002", "0001"] == await outdated(cage, known, model)
