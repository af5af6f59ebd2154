"""Traces of questions -> the page that came nearest to them, whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.answer.answerer import nearest
from retrieval.errors import LedgerError, StoreError
from retrieval.learn.lacking import Page
from retrieval.ports import Store, Traces
from retrieval.values import Chunk, DocumentFacts, Outcome, Scope, Trace

WHOLE = 10_000
"""Chunks around one, beyond which no page reaches."""


@dataclass(frozen=True, slots=True)
class NearestPage:
    """Finds the page that most of some questions came nearest to; fills `gaps.Pages`."""

    traces: Traces
    store: Store

    async def __call__(self, trace_ids: Sequence[str]) -> Page | None:
        """Return it; None where no trace is there or none found a page."""
        places: Counter[str] = Counter()
        found: dict[str, tuple[DocumentFacts, Chunk]] = {}
        for trace_id in trace_ids:
            try:
                trace = await self.traces.find(trace_id)
            except LedgerError:
                continue
            for place, (document, chunk) in enumerate(_pages(trace)):
                places[document.key] += 3 - min(place, 2)
                found.setdefault(document.key, (document, chunk))
        if not found:
            return None
        best = max(found, key=lambda name: (places[name], name))
        return await self._page(*found[best])

    async def _page(self, document: DocumentFacts, chunk: Chunk) -> Page:
        """Return a page with all of its text, as far as it is still there."""
        chunks: Sequence[Chunk] = (chunk,)
        try:
            within = self.store.within(Scope((document.collection,)))
            chunks = await within.neighbours(chunk, reach=WHOLE) or chunks
        except StoreError:
            pass
        headings = dict.fromkeys(part for one in chunks for part in one.heading_path)
        parts = [document.title, *headings, *(one.text for one in chunks)]
        return Page(
            document.collection,
            document.path,
            document.title,
            document.url,
            document.metadata.owner,
            "\n".join(parts),
        )


def _pages(trace: Trace) -> list[tuple[DocumentFacts, Chunk]]:
    """Return the pages that came nearest to a question: those cited, else the best of the search.

    A disliked answer cites what was taken for the right page.
    """
    answer, ranked = trace.answer, trace.ranked
    if answer is None or ranked is None:
        return []
    if answer.outcome is Outcome.NOT_IN_CONTEXT or not answer.claims:
        hits = answer.nearest or nearest(ranked)
        return [(hit.document, hit.chunk) for hit in hits]
    cited = {c.document.key for claim in answer.claims for c in claim.citations}
    pages: dict[str, tuple[DocumentFacts, Chunk]] = {}
    for hit in ranked.hits:
        if hit.document.key in cited:
            pages.setdefault(hit.document.key, (hit.document, hit.chunk))
    return list(pages.values())
