"""Tests of retrieval/learn/remembering.py: a passage is embedded once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from retrieval.learn.remembering import Remembering
from tests.fakes.team import BagEmbedder


class _Counting(BagEmbedder):
    """Remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[list[str]] = []
        self.closed = False

    async def passages(self, texts: Sequence[str]) -> Any:
        """Embed."""
        self.given.append(list(texts))
        return await super().passages(texts)

    async def close(self) -> None:
        """Close."""
        self.closed = True


async def test_only_what_is_new_is_embedded() -> None:
    """Rows come in the order asked for, a text that is asked for twice in both places."""
    real = _Counting()
    remembering = Remembering(real)
    first = await remembering.passages(["a b", "c"])
    again = await remembering.passages(["c", "d", "a b", "c"])
    same = await BagEmbedder().passages(["c", "d", "a b", "c"])

    assert [["a b", "c"], ["d"]] == real.given
    assert (2, 256) == first.shape
    assert np.array_equal(same, again)


async def test_the_oldest_is_let_go_of() -> None:
    """No more is remembered than is allowed."""
    real = _Counting()
    remembering = Remembering(real, most=2)
    for texts in (["a"], ["b"], ["a"], ["c"], ["a"], ["b"]):
        await remembering.passages(texts)

    assert [["a"], ["b"], ["c"], ["b"]] == real.given


async def test_all_else_is_the_embedders_own() -> None:
    """Its identity, lengths, queries, and its end."""
    real = _Counting()
    remembering = Remembering(real)
    await remembering.close()

    assert (real.identity, real.dims, real.max_tokens, 2) == (
        remembering.identity,
        remembering.dims,
        remembering.max_tokens,
        remembering.count("a b"),
    )
    assert np.array_equal(await real.query("a"), await remembering.query("a"))
    assert (0, 256) == (await remembering.passages([])).shape
    assert real.closed
