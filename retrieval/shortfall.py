"""A trace -> the passages that came nearest, each with why it did not answer the question.

Pure: facts come out, and whoever shows them words them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from retrieval.values import Chunk, DocumentFacts, Dropped, Source, Trace

MOST = 3


class Why(StrEnum):
    """Why a passage was not the answer; `detail` says more where that is noted."""

    CITED = "cited"
    """The answer rests on it: somebody thinks that this is not enough."""
    DROPPED = "dropped"
    """What was written from it did not pass a check (detail: which)."""
    UNUSED = "unused"
    """The writer had it, and saw no answer in it."""
    SAME = "same"
    """It says the same as another passage (detail: the path of that one's page)."""
    CROWDED = "crowded"
    """Enough passages of its page were taken."""
    BELOW = "below"
    """Better ones left no room for it."""
    STATUS = "status"
    """Its page is not in use (detail: its status)."""
    EARLY = "early"
    """Its page is not in force before a day (detail)."""
    OVER = "over"
    """Its page was in force until a day (detail)."""
    ASIDE = "aside"
    """It was said in the thread that its page is not it."""


@dataclass(frozen=True, slots=True)
class Near:
    """A passage that came near."""

    document: DocumentFacts
    heading: str
    text: str
    why: Why
    detail: str = ""


_REASONS = (
    ("says the same as ", Why.SAME),
    ("its status is ", Why.STATUS),
    ("not in force before ", Why.EARLY),
    ("in force until ", Why.OVER),
)
"""How the reasons of ranking and packing begin that are followed by a detail."""


def nearest(trace: Trace, most: int = MOST) -> tuple[Near, ...]:
    """Return the passages that came nearest, the best of each page first, then others."""
    first: dict[str, Near] = {}
    further: list[Near] = []
    for near in _in_order(trace):
        if near.document.key in first:
            further.append(near)
        else:
            first[near.document.key] = near
    return (*first.values(), *further)[:most]


def _in_order(trace: Trace) -> Iterator[Near]:
    """Yield passages by their rank; what was sifted out stands where a leg had found it."""
    found: list[tuple[float, Near]] = []
    seen: set[str] = set()
    for hit in trace.ranked.hits if trace.ranked else ():
        source = _source(trace, hit.chunk.id)
        chunks = source.chunks if source else (hit.chunk,)
        if hit.chunk.id not in seen:
            seen.update(chunk.id for chunk in chunks)
            why, detail = _of_packing(trace, hit.chunk.id, source)
            text = source.text if source else hit.chunk.text
            found.append((hit.rank, Near(hit.document, _heading(hit.chunk), text, why, detail)))
    found += _sifted(trace)
    yield from (near for _, near in sorted(found, key=lambda one: one[0]))


def _sifted(trace: Trace) -> Iterator[tuple[float, Near]]:
    """Yield what was found and may not be used, with half a rank less than the legs gave it."""
    left = {one.chunk_id: one.reason for one in trace.ranked.left_out} if trace.ranked else {}
    for leg in trace.candidates.legs if trace.candidates else ():
        for hit in leg.hits:
            reason = left.pop(hit.chunk.id, "")
            if reason:
                why, detail = _reason(reason, Why.ASIDE)
                near = Near(hit.document, _heading(hit.chunk), hit.chunk.text, why, detail)
                yield hit.rank + 0.5, near


def _source(trace: Trace, chunk_id: str) -> Source | None:
    """Return the packed passage that a chunk is part of."""
    sources = trace.packed.sources if trace.packed else ()
    return next((one for one in sources if any(c.id == chunk_id for c in one.chunks)), None)


def _of_packing(trace: Trace, chunk_id: str, source: Source | None) -> tuple[Why, str]:
    """Say what became of a chunk that was ranked."""
    if source is not None:
        return _of_writing(trace, source)
    left = trace.packed.left_out if trace.packed else ()
    reason = next((one.reason for one in left if one.chunk_id == chunk_id), "")
    return _reason(reason, Why.CROWDED) if reason else (Why.BELOW, "")


def _of_writing(trace: Trace, source: Source) -> tuple[Why, str]:
    """Say what became of a passage that the writer saw."""
    claims = trace.answer.claims if trace.answer else ()
    if any(one.label == source.label for claim in claims for one in claim.citations):
        return Why.CITED, ""
    dropped = [one for one in trace.verdicts if isinstance(one, Dropped)]
    for one in dropped:
        if any(quote.label == source.label for quote in one.claim.quotes):
            return Why.DROPPED, one.check
    return Why.UNUSED, ""


def _reason(reason: str, otherwise: Why) -> tuple[Why, str]:
    """Read the reason that a stage gave."""
    for begins, why in _REASONS:
        if reason.startswith(begins):
            return why, reason.removeprefix(begins)
    return otherwise, ""


def _heading(chunk: Chunk) -> str:
    return chunk.heading_path[-1] if chunk.heading_path else ""
