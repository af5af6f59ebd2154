"""Ranked -> Packed: the passages that the writer sees, neighbours joined, in a budget."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from retrieval.ports import Search
from retrieval.text.words import words
from retrieval.values import Chunk, Hit, LeftOut, Packed, Ranked, RankedHit, Source

REACH = 8
"""How far neighbours are looked for: short sections are chunks of few tokens each."""
MEANING = "meaning"
"""The leg whose scores are cosines of a chunk and the question."""
NEAR_DUPLICATE = 0.9
"""Jaccard similarity of two passages' words from which the second adds nothing."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is packed: `sources` passages, each joined with its neighbours up to `tokens`.

    `whole` is the size in tokens up to which a scope is packed whole, 0 for never;
    `per_document` bounds how many passages of one page may stand beside each other.
    """

    sources: int = 5
    tokens: int = 400
    whole: int = 0
    per_document: int = 3


async def pack(
    ranked: Ranked, store: Search, budget: Budget, without: Collection[str] = ()
) -> Packed:
    """Choose the best passages and join each with the chunks around it.

    What does not fit, says nothing new, or exceeds the limit of its page is left out, with the
    reason. A scope no larger than `budget.whole` is packed whole, in the order of its pages,
    but for the documents whose keys are in `without`.
    """
    started = time.perf_counter()
    if budget.whole and (await store.census()).tokens <= budget.whole:
        packed = _whole(await store.everything(), ranked, without)
    else:
        packed = await _best(ranked.hits, store, budget)
    near = {hit.chunk.id: hit.scores[MEANING] for hit in ranked.hits if MEANING in hit.scores}
    return Packed(
        sources=tuple(_scored(source, near) for source in packed.sources),
        left_out=packed.left_out,
        tokens=sum(source.tokens for source in packed.sources),
        whole=packed.whole,
        seconds=time.perf_counter() - started,
    )


async def _best(hits: Sequence[RankedHit], store: Search, budget: Budget) -> Packed:
    """Take hits in order of rank until there are enough passages."""
    passages: list[tuple[RankedHit, list[Chunk]]] = []
    left_out: list[LeftOut] = []
    for hit in hits:
        if len(passages) == budget.sources:
            break
        reason = _superfluous(hit, passages, budget)
        if reason:
            left_out.append(LeftOut(hit.chunk.id, hit.document.id, hit.document.path, reason))
            continue
        taken = {chunk.id for _, chunks in passages for chunk in chunks}
        around = await store.neighbours(hit.chunk, reach=REACH)
        free = [chunk for chunk in around if chunk.id not in taken or chunk.id == hit.chunk.id]
        passages.append((hit, join(hit.chunk, free, budget.tokens)))
    sources = [
        _source(f"S{number}", hit, chunks) for number, (hit, chunks) in enumerate(passages, start=1)
    ]
    return Packed(tuple(sources), tuple(left_out))


def _scored(source: Source, near: Mapping[str, float]) -> Source:
    """Give a source the scores of its chunks that were found by meaning."""
    return replace(source, scores={c.id: near[c.id] for c in source.chunks if c.id in near})


def _superfluous(
    hit: RankedHit, passages: Sequence[tuple[RankedHit, list[Chunk]]], budget: Budget
) -> str:
    """Return why a hit adds nothing to the passages, or an empty string."""
    mine = set(words(hit.chunk.text))
    for other, chunks in passages:
        if any(chunk.id == hit.chunk.id for chunk in chunks):
            return "already joined to a neighbour"
        if any(_same_words(mine, chunk) for chunk in chunks):
            return f"says the same as {other.document.path}"
    same_page = sum(other.document.id == hit.document.id for other, _ in passages)
    if same_page >= budget.per_document:
        return f"the page has {same_page} passages already"
    return ""


def _same_words(mine: set[str], chunk: Chunk) -> bool:
    """Whether a chunk has nearly the same words."""
    theirs = set(words(chunk.text))
    return len(mine & theirs) >= NEAR_DUPLICATE * len(mine | theirs)


def join(chunk: Chunk, around: Sequence[Chunk], tokens: int) -> list[Chunk]:
    """Join a chunk with those next to it while they fit: below first, then above.

    `around` holds chunks of the same document in order of ordinal, `chunk` among them; a gap
    in their ordinals ends the joining on that side.
    """
    by_ordinal = {other.ordinal: other for other in around}
    joined = [chunk]
    total = chunk.tokens
    below, above = chunk.ordinal + 1, chunk.ordinal - 1
    while True:
        step = next(
            (
                by_ordinal[ordinal]
                for ordinal in (below, above)
                if ordinal in by_ordinal and total + by_ordinal[ordinal].tokens <= tokens
            ),
            None,
        )
        if step is None:
            return sorted(joined, key=lambda other: other.ordinal)
        joined.append(step)
        total += step.tokens
        if step.ordinal == below:
            below += 1
        else:
            above -= 1


def _source(label: str, hit: RankedHit | Hit, chunks: Sequence[Chunk]) -> Source:
    """Make the passage of a label from consecutive chunks."""
    return Source(
        label=label,
        document=hit.document,
        chunks=tuple(chunks),
        text="".join(chunk.text for chunk in chunks),
        start=chunks[0].start,
        end=chunks[-1].end,
        lead=chunks[0].lead,
        heading_path=chunks[0].heading_path,
        tokens=sum(chunk.tokens for chunk in chunks),
        score=hit.score,
    )


def _whole(everything: Sequence[Hit], ranked: Ranked, without: Collection[str]) -> Packed:
    """Pack every fit page as one source, in the order of the pages, which is stable."""
    unfit = {left.document_id for left in ranked.left_out}
    pages: dict[str, list[Hit]] = {}
    for hit in everything:
        if hit.document.id not in unfit and hit.document.key not in without:
            pages.setdefault(hit.document.id, []).append(hit)
    sources = [
        _source(f"S{number}", hits[0], [hit.chunk for hit in hits])
        for number, hits in enumerate(pages.values(), start=1)
    ]
    return Packed(tuple(sources), ranked.left_out, whole=True)
