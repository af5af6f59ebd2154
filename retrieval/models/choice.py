"""What is quoted of what was found: the best place, others nearly as good, each readable alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from retrieval.models.evidence import Asked
from retrieval.models.excerpt import Excerpt, excerpt, section
from retrieval.models.pieces import Passage, Piece, bag
from retrieval.models.reading import Reading, reports

MOST_WORDS = 170
"""Words after which no further quotation is added; the first may be longer."""
MOST_EXCERPTS = 3
NEARLY_AS_GOOD = 0.5
"""Share of the best place's probability that a further place must have to be quoted."""
PART_COVERED = 0.5
"""Share of the weight of a question's part that the quoted places must have."""

_PARTS = re.compile(
    r"\?\s+|[;,]?\s+\b(?:and|or|but)\s+(?=(?:also\s+)?(?:who|what|when|where|why|how|which|whom|whose"
    r"|can|could|do|does|did|is|are|should|must|may|will)\b)",
    re.IGNORECASE,
)
_REMEDY = re.compile(
    r"\b(?:mitigat\w*|resol\w+|remed\w+|troubleshoot\w*|fix\w*|recover\w*|actions?|steps|what to do"
    r"|how to|diagnos\w+|workaround|playbook|procedure|response)\b",
    re.IGNORECASE,
)


def choose(reading: Reading) -> list[Excerpt]:
    """Return what is quoted: the best place, and others nearly as good while they are short.

    A report of trouble asks what to do about it: what its page says under a heading for that
    comes along, and nothing of other pages.
    """
    first, best, _ = reading.places[0]
    good = [spot for spot, chance, _ in reading.places if chance >= NEARLY_AS_GOOD * best]
    wanted = [(spot.quotation.passage, spot.piece) for spot in good]
    if reports(reading.asked):
        told = [(passage, piece) for passage, piece in wanted if _page(passage) == first.page]
        wanted = [told[0], *_remedies(reading, first.page), *told[1:]]
    chosen: list[Excerpt] = []
    for passage, piece in wanted:
        one = section(passage, piece) or excerpt(passage, piece)
        if chosen and sum(other.words for other in chosen) + one.words > MOST_WORDS:
            one = excerpt(passage, piece)
        said = sum(other.words for other in chosen)
        fits = not chosen or said + one.words <= MOST_WORDS
        if fits and len(chosen) < MOST_EXCERPTS and not _repeats(one, chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: (one.passage.source.label, one.spans))


def _remedies(reading: Reading, page: str) -> list[tuple[Passage, Piece]]:
    """Return what a page says first under each of its headings for what to do."""
    found: dict[str, tuple[Passage, Piece]] = {}
    for passage in reading.passages:
        if _page(passage) != page:
            continue
        for piece in passage.pieces:
            if _REMEDY.search(piece.heading):
                found.setdefault(piece.heading, (passage, piece))
    return list(found.values())


def _page(passage: Passage) -> str:
    return passage.source.document.id


def _repeats(one: Excerpt, chosen: Sequence[Excerpt]) -> bool:
    mine = set(" ".join(one.texts).lower().split())
    for other in chosen:
        theirs = set(" ".join(other.texts).lower().split())
        if one.touches(other) or len(mine & theirs) > 0.7 * min(len(mine), len(theirs)):
            return True
    return False


def covers(reading: Reading, chosen: Sequence[Excerpt]) -> bool:
    """Whether each part of a question of several parts is spoken of in what is quoted."""
    parts = [part for part in _PARTS.split(reading.asked.text) if part and part.strip(" ?.!")]
    if len(parts) < 2:
        return True
    quoted = frozenset().union(
        *(
            piece.words | piece.over
            for one in chosen
            for piece in one.passage.pieces
            if any(start <= piece.start < end for start, end in one.spans)
        )
    )
    found = reading.asked.found(quoted)
    for part in parts:
        mine = _places(reading.asked, part)
        weight = sum(reading.asked.weights[place] for place in mine)
        if weight and sum(reading.asked.weights[p] for p in mine & found) < PART_COVERED * weight:
            return False
    return True


def _places(question: Asked, part: str) -> frozenset[int]:
    """Return the places of a question's terms that stand in a part of it."""
    return question.found(bag(part))
