"""Runs of indexing -> what a generation that is gone was made of, so that it can be made again."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from retrieval.errors import InputError, PartlyEmbedded
from retrieval.ingest.chunk import digest_of
from retrieval.ingest.paying import spent
from retrieval.ports import Contents, Embedder, Run
from retrieval.values import Usage

if TYPE_CHECKING:
    from retrieval.ports import Vectors

_AT_ONCE = 500
"""Vectors asked for at once; a store gives a thousand at most."""


def recipe(runs: Sequence[Run], generation: str) -> tuple[Run, ...]:
    """Return the last run of each root that made a generation.

    Args:
        runs: Those of the collection, the newest first.
        generation: The name of one that is gone.

    Raises:
        InputError: Nothing is recorded of it, or not what its pages were.
    """
    last: dict[str, Run] = {}
    for run in runs:
        if run.generation == generation and run.seen:
            last.setdefault(run.root, run)
    if not last:
        raise InputError("no run that made it is recorded")
    whole = [one for one in last.values() if not _taken_over(one, last.values())]
    for run in whole:
        if not (run.pages and run.made_with):
            raise InputError(
                f"the run of {run.started:%Y-%m-%d %H:%M} UTC that made it does not say what its "
                "pages were"
            )
    return tuple(sorted(whole, key=lambda run: run.root))


def _taken_over(run: Run, others: Collection[Run]) -> bool:
    """Whether the pages of a root became those of a root around it, which was read later."""
    return any(
        other.root != run.root
        and other.started > run.started
        and Path(run.root).is_relative_to(other.root)
        for other in others
    )


class Borrowing:
    """An embedder that looks first whether a generation that is there has a text's vector.

    It is paid as the one that embeds the rest is.
    """

    def __init__(self, embedder: Embedder, there: Contents, collection: str, name: str) -> None:
        """Take who embeds what it lacks, and the generation, which the same embedder made."""
        self._embedder = embedder
        self._there = there
        self._of = (collection, name)
        self.identity, self.dims = embedder.identity, embedder.dims
        self.max_tokens, self.count = embedder.max_tokens, embedder.count
        self.query = embedder.query

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts. Raises as the embedder does, StoreError."""
        digests = [digest_of(text) for text in texts]
        known = await self._had(list(dict.fromkeys(digests)))
        lacking = [text for text, one in zip(texts, digests, strict=True) if one not in known]
        try:
            made: Sequence[Vectors] | Vectors = (
                await self._embedder.passages(lacking) if lacking else ()
            )
        except PartlyEmbedded as error:
            done = [digest_of(lacking[place]) for place in error.done]
            known |= dict(zip(done, error.vectors, strict=True))
            had = [place for place, one in enumerate(digests) if one in known]
            rows = np.asarray([known[digests[place]] for place in had], dtype=np.float32)
            raise PartlyEmbedded(str(error), had, rows, passing=error.passing) from error
        known |= dict(zip(map(digest_of, lacking), made, strict=True))
        return np.asarray([known[one] for one in digests], dtype=np.float32)

    async def _had(self, digests: Sequence[str]) -> dict[str, Vectors]:
        """Return the vectors that the generation has."""
        found: dict[str, Vectors] = {}
        for start in range(0, len(digests), _AT_ONCE):
            found |= await self._there.vectors(*self._of, digests[start : start + _AT_ONCE])
        return found

    async def paid_query(self, text: str) -> tuple[Vectors, Usage]:
        """Embed one text to find by."""
        return await self.query(text), Usage()

    def spent(self) -> Usage:
        """Return what the rest was charged for since this was asked last."""
        return spent(self._embedder)
