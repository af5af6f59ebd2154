"""Candidates -> Ranked: fuse the legs, apply the freshness rules, rerank the best."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from retrieval.answer.freshness import fresh_first, older_versions, unfit
from retrieval.errors import ModelError
from retrieval.ports import Reranker, Scores
from retrieval.values import Candidates, Hit, LeftOut, Queries, Ranked, RankedHit, Usage

RRF_K = 60
"""Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion", SIGIR 2009; 10 to 60 is noise here."""

RERANKED = 30
"""How many pages of the fused order the reranker sees, with the best chunks of each."""

CHUNKS_OF_A_PAGE = 3
"""How many chunks of one page the reranker sees; more add nothing that was measured."""

RERANK_SECONDS = 0.8
"""After this the fused order stays."""

SET_ASIDE = "it was said not to be this page"


async def rank(
    queries: Queries,
    candidates: Candidates,
    reranker: Reranker,
    *,
    today: date,
    rerank_seconds: float = RERANK_SECONDS,
) -> Ranked:
    """Put what the legs found in one total order.

    Pages that are archived, superseded, not yet or no longer in force are left out, as are those
    that the question is asked without; an older version of a page goes below the newer one. A
    reranker that fails or is late does no harm: the fused order stays, and a note says so.
    """
    started = time.perf_counter()
    fused = fuse(candidates)
    fit, left_out = _sift(fused, today, frozenset(queries.question.without))
    done = await _rerank(queries, candidates, shortlist(fit), reranker, rerank_seconds)
    seen = {hit.chunk.id for hit in done.hits}
    fresh = fresh_first(done.hits, today) + [hit for hit in fit if hit.chunk.id not in seen]
    ordered = older_versions(fresh, queries.standalone)
    return Ranked(
        hits=tuple(replace(hit, rank=place) for place, hit in enumerate(ordered, start=1)),
        left_out=left_out,
        reranker=done.name,
        notes=done.notes,
        seconds=time.perf_counter() - started,
        usage=done.usage,
        raw=done.raw,
    )


@dataclass(slots=True)
class _Tally:
    """What the legs say of one chunk, while it is being added up."""

    hit: Hit
    score: float = 0.0
    ranks: dict[str, int] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)


def fuse(candidates: Candidates, k: int = RRF_K) -> list[RankedHit]:
    """Fuse by reciprocal rank: the sum over legs of weight / (k + rank), rank from 1.

    Ties are structural (rank r here and there score alike), so the order is made total by the
    best rank in any leg, then path, ordinal and id.
    """
    tallies: dict[str, _Tally] = {}
    for leg in candidates.legs:
        for hit in leg.hits:
            tally = tallies.setdefault(hit.chunk.id, _Tally(hit))
            tally.score += leg.weight / (k + hit.rank)
            if hit.rank < tally.ranks.get(leg.leg, hit.rank + 1):
                tally.ranks[leg.leg] = hit.rank
                tally.scores[leg.leg] = hit.score
    ordered = sorted(tallies.values(), key=_total_order)
    return [
        RankedHit(
            chunk=tally.hit.chunk,
            document=tally.hit.document,
            rank=place,
            score=tally.score,
            fused=tally.score,
            ranks=tally.ranks,
            scores=tally.scores,
        )
        for place, tally in enumerate(ordered, start=1)
    ]


def _total_order(tally: _Tally) -> tuple[float, int, str, int, str]:
    """Return the sort key that leaves no tie."""
    chunk = tally.hit.chunk
    best = min(tally.ranks.values())
    return (-round(tally.score, 12), best, tally.hit.document.path, chunk.ordinal, chunk.id)


def _sift(
    hits: Sequence[RankedHit], today: date, without: Collection[str]
) -> tuple[list[RankedHit], tuple[LeftOut, ...]]:
    """Part the hits that may be shown today from those that may not, with the reason."""
    fit: list[RankedHit] = []
    left_out: list[LeftOut] = []
    for hit in hits:
        aside = SET_ASIDE if hit.document.key in without else ""
        reason = aside or unfit(hit.document.metadata, today)
        if reason:
            document = hit.document
            left_out.append(LeftOut(hit.chunk.id, document.id, document.path, reason))
        else:
            fit.append(hit)
    return fit, tuple(left_out)


def shortlist(
    hits: Sequence[RankedHit], pages: int = RERANKED, chunks: int = CHUNKS_OF_A_PAGE
) -> list[RankedHit]:
    """Return what the reranker sees: the best chunks of the best pages, in fused order."""
    seen: dict[str, int] = {}
    kept: list[RankedHit] = []
    for hit in hits:
        if hit.document.id not in seen and len(seen) == pages:
            continue
        seen[hit.document.id] = seen.get(hit.document.id, 0) + 1
        if seen[hit.document.id] <= chunks:
            kept.append(hit)
    return kept


@dataclass(frozen=True, slots=True)
class _Reranked:
    """Hits in the order of `name`, what is to be noted, and what a model charged and replied."""

    hits: list[RankedHit]
    name: str = "identity"
    notes: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    raw: str = ""


async def _rerank(
    queries: Queries,
    candidates: Candidates,
    head: list[RankedHit],
    reranker: Reranker,
    seconds: float,
) -> _Reranked:
    """Reorder the hits; the order stays where that cannot be done, or not in time."""
    name = reranker.name
    if not head:
        return _Reranked(head, name)
    try:
        async with asyncio.timeout(seconds):
            scores = await reranker.rerank(queries, candidates, head)
    except TimeoutError:
        return _Reranked(head, notes=(f"{name} took more than {seconds} s; order kept",))
    except ModelError as error:
        return _Reranked(head, notes=(f"{name}: {error}; order kept",))
    paid = scores if isinstance(scores, Scores) else Scores((), Usage())
    reason = f"{name}: {paid.failed}; order kept" if paid.failed else ""
    if not reason and len(scores) != len(head):
        reason = f"{name} gave {len(scores)} scores for {len(head)}; order kept"
    if reason:
        return _Reranked(head, notes=(reason,), usage=paid.usage, raw=paid.raw)
    scored = [replace(hit, score=float(score)) for hit, score in zip(head, scores, strict=True)]
    ordered = sorted(scored, key=lambda hit: (-hit.score, hit.rank))
    return _Reranked(ordered, name, usage=paid.usage, raw=paid.raw)
