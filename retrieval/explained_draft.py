"""A draft -> its hop of an explanation: what was said, and how far from being quoted the rest was.

A place is told by the words that it has in its source; the trace keeps only where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping

from retrieval.explanation import Hop, Table, begin, facts, place, tables, tokens
from retrieval.values import Claim, Draft, Packed, Source, Weighed, Weighing


def written(draft: Draft, packed: Packed | None) -> Hop:
    """Tell what the writer said before anything was checked, and what it weighed."""
    rows = tuple((claim.text, claim.side, _quotes(claim)) for claim in draft.claims)
    sources = {source.label: source for source in packed.sources} if packed else {}
    return Hop(
        "write",
        facts(
            writer=draft.writer,
            status=draft.status,
            no_page_can_know=draft.live,
            took_over_because=draft.fallback,
            tokens=tokens(draft.usage),
            reply=draft.raw,
            weighed_by="; ".join(filter(None, map(_features, draft.weighed))),
        ),
        tables(
            Table("claims", ("claim", "side", "quotes"), rows),
            *(_weighing(one, sources) for one in draft.weighed),
        ),
        (*draft.notes, *map(_verdict, draft.weighed)),
        draft.seconds,
    )


def _quotes(claim: Claim) -> str:
    """Tell the quotes of a claim."""
    return "; ".join(f"{quote.label}: “{quote.text}”" for quote in claim.quotes)


def _verdict(one: Weighing) -> str:
    """Tell how likely an answer was, beside how likely one has to be."""
    asked = f"“{begin(one.asked)}”"
    if not one.places:
        return f"{asked}: the passages have no sentence to weigh"
    told = "enough" if one.probability >= one.threshold else "too little"
    return (
        f"{asked}: the best place answers it with {one.probability:.3f}, {told} beside the"
        f" threshold of {one.threshold:.3f}"
    )


def _features(one: Weighing) -> str:
    """Tell what speaks for the best place, and against it."""
    return ", ".join(f"{name} {value:g}" for name, value in one.features.items() if value)


def _weighing(one: Weighing, sources: Mapping[str, Source]) -> Table:
    """Tell the best places in their order."""
    return Table(
        f"best places for {begin(one.asked)}",
        ("rank", "score", "cosine", "source", "page", "text"),
        tuple(_place(rank, each, sources) for rank, each in enumerate(one.places, start=1)),
    )


def _place(rank: int, one: Weighed, sources: Mapping[str, Source]) -> tuple[str, ...]:
    """Tell one place; one whose source is not in the trace has no words."""
    source = sources.get(one.label)
    return (
        str(rank),
        f"{one.score:.3f}",
        "" if one.cosine is None else f"{one.cosine:.3f}",
        one.label,
        place(source.document.path, source.heading_path) if source else "",
        source.text[one.start : one.end] if source else "",
    )
