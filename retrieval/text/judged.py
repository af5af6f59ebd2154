"""What a reranker that reads is given of the hits, and how its scores are completed."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.values import RankedHit

TOP = 30
"""Passages of the fused order that are read; the rest stays below them, in its order."""

LONGEST = 4_000
"""Characters of a passage that are given; what a cross-encoder reads is shorter."""


def passage(hit: RankedHit) -> str:
    """Return the text that a reranker judges: where it stands, and what it says."""
    headings = hit.chunk.heading_path
    place = " > ".join(dict.fromkeys((hit.document.title, *headings)))
    lead = f"{hit.chunk.lead.rstrip()}\n" if hit.chunk.lead else ""
    return f"{place}\n{lead}{hit.chunk.text}".strip()[:LONGEST]


def passages(hits: Sequence[RankedHit]) -> list[str]:
    """Return the texts of the hits that are read."""
    return [passage(hit) for hit in hits[:TOP]]


def completed(scores: Sequence[float], count: int) -> list[float]:
    """Return the scores of the best hits, and lower ones for the rest of `count`."""
    below = min(scores, default=0.0)
    return [*scores, *(below - place for place in range(1, count - len(scores) + 1))]
