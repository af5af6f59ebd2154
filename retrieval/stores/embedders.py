"""Whose vectors an index has, and whether a question's may be laid beside them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Embedded:
    """What made the vectors of a collection: an embedder's identity, "" for none, and a length."""

    collection: str
    embedder: str
    dims: int

    def fits(self, embedder: str, dims: int) -> bool:
        """Whether vectors of `embedder` ("" where it is not known) may be compared with these."""
        return dims == self.dims and embedder in {"", self.embedder}

    def mismatch(self, embedder: str, dims: int) -> str:
        """Say why they may not, and what to do; "" where they may."""
        if self.fits(embedder, dims):
            return ""
        return (
            f"embedder mismatch: '{self.collection}' was indexed with"
            f" {self.embedder or 'no embedder'}, the question was embedded with"
            f" {embedder or f'one of {dims} dimensions'}; index it again to search by meaning"
        )
