"""Embedding that is paid for: how much at once, nothing of it lost, and what it was charged for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from retrieval.errors import PartlyEmbedded
from retrieval.ports import Embedder, Paid, PendingText
from retrieval.values import Usage

if TYPE_CHECKING:
    from retrieval.ports import Vectors

BATCH_TOKENS = 8192
"""Tokens of one batch, padding counted: some two seconds of work for a small model on 2 cores,
which is what a killed run pays again."""
BATCH_TEXTS = 64


def batches(pending: Sequence[PendingText]) -> Iterator[Sequence[PendingText]]:
    """Part texts, in order of length, into batches that cost about the same.

    A batch is as long as its longest text times their number: that is what a model computes.
    """
    batch: list[PendingText] = []
    for text in pending:
        if batch and (
            len(batch) == BATCH_TEXTS or (len(batch) + 1) * (text.tokens + 2) > BATCH_TOKENS
        ):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


async def embedded(
    embedder: Embedder, batch: Sequence[PendingText]
) -> tuple[Sequence[PendingText], Vectors, PartlyEmbedded | None]:
    """Embed a batch; return what has its vector now, and why the rest has none."""
    try:
        return batch, await embedder.passages([text.text for text in batch]), None
    except PartlyEmbedded as error:
        return [batch[place] for place in error.done], error.vectors, error


def spent(embedder: Embedder | None) -> Usage:
    """Return what an embedder was charged for since this was asked last."""
    return embedder.spent() if isinstance(embedder, Paid) else Usage()
