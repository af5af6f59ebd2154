"""A hop -> what there was in it and how it was, in words that two runs can be compared by.

A chunk is named by its page and its place on it: `leave.md[2]` is the third chunk of that page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from retrieval.values import (
    Answer,
    Candidates,
    Chunk,
    Claim,
    DocumentFacts,
    Draft,
    Dropped,
    LeftOut,
    Packed,
    Queries,
    Ranked,
    Source,
    Verdict,
)

Told = Mapping[str, str]


def _queries(queries: Queries) -> Told:
    searches = {f"search {q.text!r}": f"{q.origin}, weight {q.weight:g}" for q in queries.searches}
    terms = {
        f"terms of {q.text!r}": ", ".join("|".join(term.alternatives) for term in q.terms)
        for q in queries.searches
    }
    said = {"standalone": queries.standalone, "rewriter": queries.rewriter, "reply": queries.raw}
    return {**said, **searches, **terms, **_notes(queries.notes)}


def _candidates(found: Candidates) -> Told:
    told = {f"index of {name}": made for name, made in found.generations.items()}
    for leg in found.legs:
        title = f"{leg.leg} {leg.query!r}"
        told[title] = leg.error or "searched"
        for hit in leg.hits:
            told[f"{title}: {_chunk(hit.document, hit.chunk)}"] = f"rank {hit.rank}"
    words = {f"chunks with {word!r}": str(n) for word, n in found.frequencies.counts.items()}
    return {**told, **words, **_notes(found.notes)}


def _ranked(ranked: Ranked) -> Told:
    order = {_chunk(hit.document, hit.chunk): f"rank {hit.rank}" for hit in ranked.hits}
    by = {"reranker": ranked.reranker, "reply": ranked.raw}
    return {**by, **order, **_left_out(ranked.left_out), **_notes(ranked.notes)}


def _packed(packed: Packed) -> Told:
    sources = {source.label: _source(source) for source in packed.sources}
    whole = {"whole": "the whole scope" if packed.whole else "the best passages"}
    return {**whole, **sources, **_left_out(packed.left_out), **_notes(packed.notes)}


def _draft(draft: Draft) -> Told:
    said = {
        "writer": draft.writer,
        "status": draft.status,
        "took over because": draft.fallback,
        "no page can know": draft.live,
        "reply": draft.raw,
    }
    claims = {f"claim {n}": _claim(claim) for n, claim in enumerate(draft.claims, start=1)}
    return {**said, **claims, **_notes(draft.notes)}


def _verdicts(verdicts: Sequence[Verdict]) -> Told:
    told = {}
    for number, verdict in enumerate(verdicts, start=1):
        if isinstance(verdict, Dropped):
            what = f"dropped by {verdict.check}: {verdict.reason}"
            told[f"claim {number}"] = f"{verdict.claim.text} ({what})"
        else:
            how = f"replaced: {verdict.replaced}" if verdict.replaced else "shown"
            told[f"claim {number}"] = f"{verdict.text} ({how})"
    return told


def _answer(answer: Answer) -> Told:
    cited = {
        f"citation {number}.{place}": f'{citation.document.path} "{citation.text}"'
        for number, claim in enumerate(answer.claims, start=1)
        for place, citation in enumerate(claim.citations, start=1)
    }
    notes = {f"note {note.kind}": note.subject or "said" for note in answer.notes}
    near = {f"nearest {n}": hit.document.path for n, hit in enumerate(answer.nearest, start=1)}
    said = {"outcome": answer.outcome.value, "reason": answer.reason}
    return {**said, **cited, **near, **notes}


HOPS: Mapping[str, Callable[[Any], Told]] = {
    "queries": _queries,
    "candidates": _candidates,
    "ranked": _ranked,
    "packed": _packed,
    "draft": _draft,
    "verdicts": _verdicts,
    "answer": _answer,
}
"""Field of a trace -> what tells its hop, in the order of the path."""


def _chunk(document: DocumentFacts, chunk: Chunk) -> str:
    return f"{_page(document)}[{chunk.ordinal}]"


def _page(document: DocumentFacts) -> str:
    return document.path or document.id


def _source(source: Source) -> str:
    """Tell a source by its page, its chunks and its text's digest."""
    first, last = source.chunks[0].ordinal, source.chunks[-1].ordinal
    places = str(first) if first == last else f"{first}-{last}"
    said = hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{_page(source.document)}[{places}], {source.tokens} tokens, text {said}"


def _claim(claim: Claim) -> str:
    quotes = "; ".join(f'{quote.label} "{quote.text}"' for quote in claim.quotes)
    return f"{claim.text} [{quotes}]"


def _left_out(left: Iterable[LeftOut]) -> Told:
    return {f"left out {one.path} {one.chunk_id}": one.reason for one in left}


def _notes(notes: Iterable[str]) -> Told:
    return {f"note {note!r}": "said" for note in notes}
