"""The parts of a question that asks for several things, and what is quoted for each of them.

A part counts as spoken of where half of its weight stands in the quotations, in any form of its
words, and where it has hardly any words to go by. One that is not spoken of is looked for by
itself, on the pages that are quoted and, where it stands alone, on others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from retrieval.models.evidence import Asked
from retrieval.models.excerpt import Excerpt
from retrieval.models.pieces import Bag, bag
from retrieval.models.reading import Reading
from retrieval.models.spots import Spot, idle
from retrieval.text.derived import derived
from retrieval.text.query import parse
from retrieval.values import Query

COVERED = 0.5
"""Share of the weight of a question's part that the quoted places may lack, and no more."""
SAYS = 0.5
"""Weight of words that say something: "why do they happen" has none that its answer must have."""

_PARTS = re.compile(
    r"\?\s+|[;,]?\s+\b(?:and|or|but)\s+(?=(?:also\s+)?(?:who|what|when|where|why|how|which|whom|whose"
    r"|can|could|do|does|did|is|are|should|must|may|will)\b)",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\bhow\s+(?:many|much|long|often|far|big|large|high|old|soon|late|early|quickly|fast)\b",
    re.IGNORECASE,
)
"""Words that only ask: what answers has a number or a time in their place."""
_LEANING = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|him|his|she|her|there|one)\b",
    re.IGNORECASE,
)
"""Words that stand for what another part names."""
_OWN = 2
"""Terms that a part needs of its own to be looked for on other pages."""


def unanswered(question: Asked, chosen: Sequence[Excerpt]) -> tuple[str, ...]:
    """Return the parts of a question with several that the quotations do not speak of."""
    parts = [part.strip(" ?.!,;") for part in _PARTS.split(question.text) if part]
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return ()
    quoted = _union(piece.words | piece.over for one in chosen for piece in one.pieces)
    missing = {part: _missing(question, part, quoted) for part in parts}
    return tuple(
        part
        for part, (weight, whole) in missing.items()
        if weight > COVERED * whole and weight >= SAYS
    )


def alone(query: Query, part: str) -> Query:
    """Return a part as a question of its own, with the synonyms that the whole one has."""
    known = {term.alternatives[0]: term for term in query.terms}
    found = parse(f"{part}?", query.origin)
    terms = tuple(known.get(term.alternatives[0], term) for term in found.terms)
    return replace(found, terms=terms)


def completing(part: Reading, chosen: Sequence[Excerpt]) -> Excerpt | None:
    """Return what is quoted for a part: of a page that is quoted, or where it answers surely.

    A part that leans on another ("how long are they kept") says too little for other pages.
    """
    question, pages = part.asked, {one.passage.source.document.id for one in chosen}
    stands = len(question.sought) >= _OWN and not _LEANING.search(question.text)
    sure = stands and part.probability >= part.judges.threshold
    for place, (spot, _, _) in enumerate(part.places):
        fits = spot.page in pages or (sure and place == 0)
        weight, whole = _missing(question, question.text, _own(spot))
        if fits and not idle(spot) and weight < COVERED * whole:
            return spot.quotation
    return None


def _own(spot: Spot) -> Bag:
    """Return the words of a quotation and of the heading right above it."""
    return spot.quotation.bag | bag(spot.piece.heading)


def _missing(question: Asked, part: str, text: Bag) -> tuple[float, float]:
    """Return how much of a part a text lacks in any form, and how much the part weighs.

    Words that only ask weigh nothing.
    """
    places = question.found(bag(_MEASURE.sub(" ", part))) & question.sought
    lacking = {
        place
        for place in places - question.found(text)
        if not any(all(derived(one, text) for one in way) for way in question.terms[place])
    }
    weight, whole = (sum(question.weights[p] for p in some) for some in (lacking, places))
    return weight, whole


def _union(bags: Iterable[Bag]) -> Bag:
    return frozenset().union(*bags)
