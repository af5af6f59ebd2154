"""A trace -> what an eval case keeps of it: all that was known at the moment of the answer.

A case outlives the pages, the index and the trace's own form, so it repeats what it needs, in
plain data: a page is named by its path, a chunk by its digest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from retrieval import tracing
from retrieval.values import Answer, Packed, Queries, RankedHit, Trace

Data = dict[str, Any]


def content(trace: Trace) -> Data:
    """Return the content of the case of a trace; a hop that was not reached leaves its part empty.

    Keys: question, history, collections, standalone, queries, hits (in the order in which they
    were ranked), packed, versions, outcome, answer, reason, citations.
    """
    question = trace.question
    return {
        "question": question.text,
        "history": [{"role": turn.role, "text": turn.text} for turn in question.history],
        "collections": list(question.scope.collections),
        **_queries(trace.queries, question.text),
        "hits": [_hit(hit) for hit in trace.ranked.hits] if trace.ranked else [],
        "packed": _packed(trace.packed) if trace.packed else [],
        "versions": _versions(trace),
        **_answer(trace.answer),
    }


def blank() -> Data:
    """Return the content of a case of which nothing is known: each part is there, and empty."""
    return {
        "question": "",
        "history": [],
        "collections": [],
        "standalone": "",
        "queries": [],
        "hits": [],
        "packed": [],
        "versions": {},
        **_answer(None),
    }


def configured(configuration: Mapping[str, Any]) -> Data:
    """Return the versions that a configuration tells of: the embedder, and digests of prompts.

    Configurations of the first form have both at the top, later ones in parts of their own.
    """
    names = configuration.get("names", configuration)
    first = {
        name.removesuffix("_prompt"): part
        for name, part in configuration.items()
        if name.endswith("_prompt")
    }
    texts = {**first, **configuration.get("prompts", {})}
    prompts = {name: tracing.digest(text) for name, text in texts.items() if text}
    return {"embedder": str(names.get("embedder") or ""), "prompts": prompts}


def _queries(queries: Queries | None, asked: str) -> Data:
    """Tell how the question was worded, and what was searched."""
    if not queries:
        return {"standalone": asked, "queries": []}
    searches = [
        {"text": query.text, "origin": query.origin, "weight": query.weight}
        for query in queries.searches
    ]
    return {"standalone": queries.standalone, "queries": searches}


def _hit(hit: RankedHit) -> Data:
    """Tell which chunk stood where, and what each leg thought of it."""
    return {
        "rank": hit.rank,
        "collection": hit.document.collection,
        "path": hit.document.path,
        "chunk": hit.chunk.digest,
        "score": _finite(hit.score),
        "fused": _finite(hit.fused),
        "legs": {leg: _leg(hit, leg) for leg in hit.ranks},
    }


def _leg(hit: RankedHit, leg: str) -> Mapping[str, float | None]:
    """Tell the rank of a chunk in one leg, and its score there where it is known."""
    return {"rank": hit.ranks[leg], "score": _finite(hit.scores.get(leg, math.nan))}


def _finite(number: float) -> float | None:
    """Return a number that JSON can hold."""
    return number if math.isfinite(number) else None


def _packed(packed: Packed) -> Sequence[Data]:
    """Tell which passages the writer saw."""
    return [
        {
            "label": source.label,
            "collection": source.document.collection,
            "path": source.document.path,
            "chunks": [chunk.digest for chunk in source.chunks],
            "start": source.start,
            "end": source.end,
        }
        for source in packed.sources
    ]


def _versions(trace: Trace) -> Data:
    """Tell what the answer was made with."""
    return {
        "configuration": trace.configuration,
        "generations": dict(trace.candidates.generations) if trace.candidates else {},
        "rewriter": trace.queries.rewriter if trace.queries else "",
        "reranker": trace.ranked.reranker if trace.ranked else "",
        "writer": trace.draft.writer if trace.draft else "",
        "model": trace.draft.usage.model if trace.draft else "",
    }


def _answer(answer: Answer | None) -> Data:
    """Tell what was said, and with which proof."""
    if not answer:
        return {"outcome": "none", "answer": "", "reason": "", "citations": []}
    citations = [
        {
            "claim": number,
            "label": citation.label,
            "collection": citation.document.collection,
            "path": citation.document.path,
            "heading": citation.heading,
            "url": citation.url,
            "chunk": citation.chunk_digest,
            "quote": citation.text,
        }
        for number, claim in enumerate(answer.claims, start=1)
        for citation in claim.citations
    ]
    return {
        "outcome": answer.outcome.value,
        "answer": "\n".join(claim.text for claim in answer.claims),
        "reason": answer.reason,
        "citations": citations,
    }
