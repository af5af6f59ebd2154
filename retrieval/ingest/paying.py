"""Embedding that is paid for: nothing of it is lost, and what it was charged for is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retrieval.errors import PartlyEmbedded
from retrieval.ports import Embedder, Paid, PendingText
from retrieval.values import Usage

if TYPE_CHECKING:
    from retrieval.ports import Vectors


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
