"""A few fixed sentences, embedded when an index is made: has the model changed under its name?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from retrieval.errors import ModelChanged
from retrieval.ports import Canaries, Canary, Embedder, GenerationFacts

if TYPE_CHECKING:
    from retrieval.ports import Vectors

SENTENCES = (
    "The office is closed on public holidays.",
    "Restart the service when its queue is longer than 10,000 messages.",
    "Who approves travel expenses above 500 euros?",
    "Set PAYMENTS_RETRY_LIMIT=5 in config/payments.yaml and deploy again.",
    "New colleagues receive their laptop on the first day.",
    "The on-call engineer acknowledges a page within fifteen minutes.",
    "Wie beantrage ich Elternzeit?",
    "kubectl -n staging rollout restart deployment/gateway",
)
"""Ours for good: another list would not fit the vectors that are kept."""

LEAST = 0.98
"""Cosine under which two vectors of one sentence are not of one model. The same model gives
1.000, quantised on another processor some 0.99; two models have no more in common than chance."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well today's model agrees with the canaries: the least cosine, and of which sentence.

    Without canaries it is 1.0 of none.
    """

    least: float = 1.0
    sentence: str = ""

    @property
    def good(self) -> bool:
        """Whether it is the same model."""
        return self.least >= LEAST


async def sing(embedder: Embedder) -> Sequence[Canary]:
    """Embed the sentences. Raises ModelError."""
    vectors = await embedder.passages(SENTENCES)
    return [Canary(text, vector) for text, vector in zip(SENTENCES, vectors, strict=True)]


async def compare(embedder: Embedder, kept: Sequence[Canary]) -> Agreement:
    """Embed the sentences that were kept and compare. Raises ModelError."""
    if not kept:
        return Agreement()
    vectors = await embedder.passages([canary.text for canary in kept])
    found = [
        (_cosine(canary.vector, vector), canary.text)
        for canary, vector in zip(kept, vectors, strict=True)
    ]
    return Agreement(*min(found))


async def outdated(
    store: Canaries, known: Sequence[GenerationFacts], embedder: Embedder
) -> list[str]:
    """Name the generations that a fresh build does not continue.

    They were in use, or today's model is not the one that they were begun with. Raises ModelError.
    """
    waiting = [one for one in known if one.embedder == embedder.identity and not one.in_use]
    return [one.name for one in waiting if one.before or await _strange(store, one, embedder)]


async def _strange(store: Canaries, one: GenerationFacts, embedder: Embedder) -> bool:
    """Whether another model has begun a generation."""
    kept = await store.canaries(one.collection, one.name)
    return not (await compare(embedder, kept)).good


class Guard:
    """Lets texts be embedded only by the model that the generation was made with."""

    def __init__(self, canaries: Canaries, embedder: Embedder) -> None:
        """Take where canaries are kept, and the model of today."""
        self._canaries = canaries
        self._embedder = embedder

    async def __call__(self, collection: str, generation: str) -> None:
        """Compare, or keep the first canaries. Raises ModelChanged, or another ModelError."""
        kept = await self._canaries.canaries(collection, generation)
        if not kept:
            await self._canaries.keep_canaries(collection, generation, await sing(self._embedder))
            return
        agreement = await compare(self._embedder, kept)
        if not agreement.good:
            raise ModelChanged(changed(self._embedder.identity, agreement))


def changed(identity: str, agreement: Agreement) -> str:
    """Say that the model has changed, and what to do."""
    return (
        f"The embedding model {identity} is not what it was when the index was made: "
        f"{agreement.sentence!r} has a cosine of {agreement.least:.3f} with itself, and "
        f"{LEAST} is the least. Build the index anew: python -m scripts.index build --anew PATH..."
    )


def _cosine(one: Vectors, other: Vectors) -> float:
    """Return the cosine; vectors of other lengths have none in common."""
    if one.shape != other.shape:
        return 0.0
    lengths = float(one @ one) ** 0.5 * float(other @ other) ** 0.5
    return float(one @ other) / lengths if lengths else 0.0
