"""An embedder that remembers: the questions of a set meet the same passages again and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from retrieval.ports import Embedder, close

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors

MOST = 20_000
"""Vectors that are remembered, the oldest forgotten first: 31 MB of 384 dimensions."""


class Remembering:
    """Implements the port `Embedder` with another embedder, which sees each passage once.

    It is for an embedder that is not paid: what one charges would not be known.
    """

    def __init__(self, embedder: Embedder, most: int = MOST) -> None:
        """Take who embeds, and how many vectors are remembered."""
        self._embedder, self._most = embedder, most
        self._known: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def identity(self) -> str:
        """That of the embedder."""
        return self._embedder.identity

    @property
    def dims(self) -> int:
        """That of the embedder."""
        return self._embedder.dims

    @property
    def max_tokens(self) -> int:
        """That of the embedder."""
        return self._embedder.max_tokens

    def count(self, text: str) -> int:
        """Return the number of tokens of a text."""
        return self._embedder.count(text)

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed the texts that are new, and remember them. Raises ModelError."""
        known = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        if new:
            known |= dict(zip(new, await self._embedder.passages(new), strict=True))
        for text, vector in known.items():
            self._known[text] = vector
            self._known.move_to_end(text)
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        rows = [known[text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dims), np.float32)

    async def query(self, text: str) -> Vectors:
        """Embed one text to find by. Raises ModelError."""
        return await self._embedder.query(text)

    async def close(self) -> None:
        """Close the embedder's connections."""
        await close(self._embedder)
