"""Models that say again what they said of one question, read by the code that reads any reply."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from retrieval.answer.reply import read_reply
from retrieval.errors import ModelError, ModelReplyInvalid
from retrieval.learn.frozen.lacking import Lacking
from retrieval.ports import ChatPiece, ChatRequest, Scores, Written
from retrieval.values import (
    Candidates,
    Claim,
    Draft,
    Packed,
    Queries,
    Ranked,
    RankedHit,
    Usage,
)

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors

BROKE_OFF = "broke off: "
"""Begins what a draft says of a writer that failed after its first claim."""


@dataclass(frozen=True, slots=True)
class FrozenChat:
    """A `Chat` that replies `raw` at its recorded price, and fails with `error` if it failed."""

    name: str
    raw: str
    lacking: Lacking
    usage: Usage = field(default_factory=Usage)
    error: str = ""
    context_tokens: int = 1 << 30

    def count(self, text: str) -> int:
        """Count nothing: whatever was asked had room."""
        del text
        return 0

    async def stream(self, request: ChatRequest) -> AsyncIterator[ChatPiece]:
        """Yield the reply."""
        del request
        if not self.raw and not self.error:
            self.lacking.add(f"the reply of {self.name}")
        if self.raw:
            yield ChatPiece(self.raw)
        if self.usage != Usage():
            yield ChatPiece(usage=self.usage)
        if self.error:
            raise ModelError(self.error)


def failing(error: str, read: Callable[[], object]) -> str:
    """Return the error that a frozen model must raise: none where reading fails so by itself."""
    try:
        read()
    except ModelReplyInvalid as invalid:
        return "" if str(invalid) == error else error
    return error


@dataclass(slots=True)
class FrozenEmbedder:
    """An `Embedder` whose vectors nobody looks at: what they found is in the record.

    `errors` are those that the first queries ended with, `usage` what all of them cost.
    """

    identity: str
    errors: list[str]
    usage: Usage
    dims: int = 1
    max_tokens: int = 1

    def count(self, text: str) -> int:
        """Count nothing."""
        del text
        return 0

    async def query(self, text: str) -> Vectors:
        """Return a vector of no meaning, the same for every text. Raises ModelError."""
        return (await self.paid_query(text))[0]

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed nothing. Raises ModelError."""
        raise ModelError(f"The record has no vectors of {len(texts)} passages.")

    async def paid_query(self, text: str) -> tuple[Vectors, Usage]:
        """Return the vector; the first query is charged for all. Raises ModelError."""
        if self.errors:
            raise ModelError(self.errors.pop(0))
        paid, self.usage = self.usage, Usage()
        del text
        return np.ones(1, dtype=np.float32), paid

    def spent(self) -> Usage:
        """Return nothing: no passage was embedded."""
        return Usage()


@dataclass(frozen=True, slots=True)
class FrozenReranker:
    """A `Reranker` that gives each chunk the score that it had, or fails as it did."""

    name: str
    ranked: Ranked
    lacking: Lacking
    error: Exception | None = None
    scored: int | None = None
    """How many scores it gave, where that was too many or too few."""

    async def rerank(
        self,
        queries: Queries,  # noqa: ARG002 - the port's
        candidates: Candidates,  # noqa: ARG002 - the port's
        hits: Sequence[RankedHit],
    ) -> Sequence[float]:
        """Return the recorded scores. Raises ModelError, TimeoutError."""
        if self.error:
            raise self.error
        if self.scored is not None:
            return Scores([0.0] * self.scored, self.ranked.usage)
        known = {hit.chunk.id: hit.score for hit in self.ranked.hits}
        for hit in hits:
            if hit.chunk.id not in known:
                self.lacking.add(f"the score of chunk {hit.chunk.ordinal} of {hit.document.path}")
        return Scores([known.get(h.chunk.id, h.fused) for h in hits], self.ranked.usage)


@dataclass(frozen=True, slots=True)
class FrozenWriter:
    """A `Writer` that writes again what a model wrote, and breaks off where it did."""

    name: str
    draft: Draft
    """The recorded draft, whichever writer finished it."""
    lacking: Lacking

    async def write(self, queries: Queries, packed: Packed) -> AsyncIterator[Written]:
        """Yield what stands in the reply. Raises ModelError where the model failed."""
        del queries, packed
        draft = self.draft
        for note in draft.notes:
            yield Written(note=note)
        if draft.claims and draft.writer == self.name and not draft.raw:
            self.lacking.add(f"the reply of {self.name}")
        if not draft.fallback:
            async for written in read_reply(_pieces(draft)):
                yield written
            return
        claims = list(draft.claims) if draft.writer == self.name else []
        try:
            async for written in read_reply(_pieces(draft)):
                if written.claim and not _next(written.claim, claims):
                    break
                yield written
        except ModelReplyInvalid as invalid:
            if str(invalid) == draft.fallback.removeprefix(BROKE_OFF):
                raise
        yield Written(usage=draft.usage)
        raise ModelError(draft.fallback.removeprefix(BROKE_OFF))


async def _pieces(draft: Draft) -> AsyncIterator[ChatPiece]:
    if draft.raw:
        yield ChatPiece(draft.raw)
    if draft.usage != Usage():
        yield ChatPiece(usage=draft.usage)


def _next(claim: Claim, claims: list[Claim]) -> bool:
    """Take a claim that was handed on before the model broke off; False where all were."""
    if not claims:
        return False
    if claim == claims[0]:
        claims.pop(0)
    return True
