"""Vectors of two embedders never meet, and it is said why."""

from __future__ import annotations

import pytest

from retrieval.stores.embedders import Embedded


@pytest.mark.parametrize(
    ("embedder", "dims", "reason"),
    [
        ("model a", 4, ""),
        ("", 4, ""),
        ("model b", 4, "was indexed with model a, the question was embedded with model b"),
        ("", 8, "the question was embedded with one of 8 dimensions"),
    ],
)
def test_another_embedder_is_named(embedder: str, dims: int, reason: str) -> None:
    """Identity and length must both be the same; an unknown identity goes by its length."""
    index = Embedded("docs", "model a", 4)

    assert (reason == "") == index.fits(embedder, dims)
    assert reason in index.mismatch(embedder, dims)
    assert bool(reason) == bool(index.mismatch(embedder, dims))


def test_an_index_without_vectors_says_so() -> None:
    """An index of words only names no embedder."""
    assert "indexed with no embedder" in Embedded("docs", "", 0).mismatch("model a", 4)
