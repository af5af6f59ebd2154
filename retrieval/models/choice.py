"""Chooses what is quoted: the best place, and others nearly as good, each readable by itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from retrieval.models.evidence import Asked
from retrieval.models.excerpt import Excerpt, opens
from retrieval.models.headed import beginning, opening, poses, section, table
from retrieval.models.pieces import Bag, Passage, Piece, bag
from retrieval.models.reading import Reading
from retrieval.models.spots import Spot
from retrieval.text.lines import cells
from retrieval.text.words import STOP_WORDS, fold

MOST_WORDS = 250
"""Words after which no further quotation is added; the first may be longer."""
MOST_EXCERPTS = 6
REMEDY_WORDS = 120
"""Words quoted of each heading that tells what to do about a trouble."""
MOST_REMEDIES = 3
NEARLY_AS_GOOD, ELSEWHERE = 0.5, 0.8
"""Shares of the best place's probability that a further one must have to be quoted: one of the
same page, and one of another, which is about something else more often."""
GAP_WORDS = 40
"""Words between two quotations of a section up to which they are read as one."""
LEAD_WORDS = 80
"""Words with which a long section opens, quoted too where the best place stands further down."""

_REMEDY = re.compile(
    r"\b(?:mitigat\w*|resol\w+|remed\w+|troubleshoot\w*|fix\w*|recover\w*|actions?|steps|what to do"
    r"|how to|diagnos\w+|workaround|playbook|procedure|response)\b",
    re.IGNORECASE,
)


def choose(reading: Reading) -> list[Excerpt]:
    """Return what is quoted: the best place, and others nearly as good while they are short."""
    first = reading.places[0][0]
    best = max(chance for _, chance, _ in reading.places)
    shares = {True: NEARLY_AS_GOOD, False: ELSEWHERE}
    good = [
        spot
        for spot, chance, _ in reading.places
        if spot is first or chance >= shares[spot.page == first.page] * best
    ]
    if reading.report:
        return in_order(_reported(reading, good))
    chosen: list[Excerpt] = []
    for spot in _about(reading.asked, good):
        said = sum(other.words for other in chosen)
        one = _whole(reading.asked, spot) or (spot.quotation if chosen else _led(spot))
        if chosen and said + one.words > MOST_WORDS:
            one = spot.quotation
        fits = not chosen or said + one.words <= MOST_WORDS
        if fits and len(chosen) < MOST_EXCERPTS and not repeats(one, chosen):
            chosen.append(one)
    return joined(in_order(chosen))


def _whole(question: Asked, spot: Spot) -> Excerpt | None:
    """Return the short section, or the short table, that a place stands in.

    A row that is the one asked for is quoted without the others.
    """
    passage, piece = spot.quotation.passage, spot.piece
    return section(passage, piece) or (None if _entry(question, spot) else table(passage, piece))


def _entry(question: Asked, spot: Spot) -> bool:
    """Whether a row is what a question asks for: it alone has the rarest word, in its first cell.

    Compared are words that any row of the table has; a name may stand in any cell. Where another
    row is named too, both are asked for.
    """
    passage, piece = spot.quotation.passage, spot.piece
    if piece.kind != "row":
        return False
    rows = [one for one in passage.pieces if one.block == piece.block and one is not piece]
    if any(_is_named(question, row) for row in rows):
        return False
    others = frozenset().union(*(question.found(row.words) for row in rows))
    mine = question.found(piece.words)
    rarest = max((question.weights[place] for place in mine | others), default=0.0)
    first = question.found(_first_cell(piece))
    naming = first | question.named(fold(piece.text))
    return any(question.weights[place] == rarest > 0 for place in (mine & naming) - others)


def _is_named(question: Asked, row: Piece) -> bool:
    """Whether a question has all words of a row's first cell."""
    cell = _first_cell(row) - STOP_WORDS
    return bool(cell) and cell <= question.words


def _first_cell(row: Piece) -> Bag:
    return bag(next(filter(str.strip, cells(row.text)), ""))


def joined(chosen: Sequence[Excerpt]) -> list[Excerpt]:
    """Return excerpts in order; those of one section with little between them are joined.

    What stands between the parts of another is put there, so that steps stay in their order.
    """
    found: list[Excerpt] = []
    for one in chosen:
        before = found[-1] if found else None
        if before is not None and _within(before, one):
            found[-1] = replace(one, spans=tuple(sorted((*before.spans, *one.spans))))
        elif before is not None and _follows(before, one):
            (start, _), last = before.spans[-1], one.spans[0][1]
            found[-1] = replace(one, spans=(*before.spans[:-1], (start, last), *one.spans[1:]))
        else:
            found.append(one)
    return found


def _within(before: Excerpt, one: Excerpt) -> bool:
    """Whether an excerpt begins between the parts of another, where it is read in its place."""
    return one.passage is before.passage and one.spans[0][0] < before.spans[-1][0]


def _follows(before: Excerpt, one: Excerpt) -> bool:
    """Whether an excerpt continues under the same heading, a little below the end of another.

    A row that comes without the others stays by itself, under its header.
    """
    passage, start, end = one.passage, before.spans[-1][1], one.spans[0][0]
    if passage is not before.passage or not before.pieces or not one.pieces or end < start:
        return False
    if one.pieces[0].kind == "row" and len(one.spans) > 1:
        return False
    between = passage.blocks[before.pieces[-1].block : one.pieces[0].block]
    first, last = before.pieces[-1].order, one.pieces[0].order
    inside = [piece for piece in passage.pieces if first < piece.order <= last]
    whole = before.pieces[-1].heading == one.pieces[0].heading
    whole = whole and not any(poses(passage, piece) for piece in inside)
    plain = all(block.kind not in ("heading", "table", "fence") for block in between)
    return whole and plain and len(passage.source.text[start:end].split()) <= GAP_WORDS


def _led(spot: Spot) -> Excerpt:
    """Return a quotation from a long section together with the section's opening.

    The opening says what all that follows is about. It is left out where it only introduces.
    """
    quotation, passage = spot.quotation, spot.quotation.passage
    lead = opening(passage, beginning(passage, spot.piece), LEAD_WORDS)
    rows = any(piece.kind == "row" for piece in (spot.piece, *lead.pieces))
    if rows or opens(lead.texts[-1]):
        return quotation
    if not lead.touches(quotation):
        return Excerpt(passage, (*lead.spans, *quotation.spans))
    spans = (*lead.spans, *quotation.spans)
    return Excerpt(passage, ((min(a for a, _ in spans), max(b for _, b in spans)),))


def _about(question: Asked, good: Sequence[Spot]) -> list[Spot]:
    """Return the places that name what the question names, where the best one does.

    Whoever asks for a setting by its name is not served by a page that speaks of settings, nor by
    other rows than the one asked for.
    """
    first = good[0]
    entry = _entry(question, first)
    named = [name for name in question.identifiers if name <= _words(first)]
    return [
        spot
        for spot in good
        if spot.named >= first.named
        and all(name <= _words(spot) for name in named)
        and (spot is first or not entry or not _same_block(spot, first))
    ]


def _same_block(one: Spot, other: Spot) -> bool:
    """Whether two places stand in one block of one passage."""
    together = one.quotation.passage is other.quotation.passage
    return together and one.piece.block == other.piece.block


def _words(spot: Spot) -> Bag:
    return spot.quotation.bag | spot.piece.over


def _reported(reading: Reading, good: Sequence[Spot]) -> list[Excerpt]:
    """Return what is quoted for a report of trouble, which asks what to do about it.

    It is quoted with what its page says under headings for that, and nothing of other pages.
    """
    first = good[0]
    chosen = [_whole(reading.asked, first) or first.quotation]
    for passage, piece in _remedies(reading, first.page):
        one = opening(passage, piece, REMEDY_WORDS)
        if len(chosen) <= MOST_REMEDIES and not repeats(one, chosen):
            chosen.append(one)
    for spot in good[1:]:
        one = spot.quotation
        said = sum(other.words for other in chosen)
        fits = said + one.words <= MOST_WORDS and len(chosen) < MOST_EXCERPTS
        if fits and spot.page == first.page and not repeats(one, chosen):
            chosen.append(one)
    return chosen


def _remedies(reading: Reading, page: str) -> list[tuple[Passage, Piece]]:
    """Return the places where a page begins to say what to do, one under each such heading."""
    found: dict[str, tuple[Passage, Piece]] = {}
    for passage in reading.passages:
        if _page(passage) != page:
            continue
        for piece in passage.pieces:
            if _REMEDY.search(piece.heading):
                found.setdefault(piece.heading, (passage, piece))
    return list(found.values())


def in_order(chosen: Sequence[Excerpt]) -> list[Excerpt]:
    """Return excerpts in reading order: pages as their first is, places as they stand."""
    first: dict[str, str] = {}
    for one in sorted(chosen, key=lambda one: _number(one.passage.source.label)):
        first.setdefault(_page(one.passage), one.passage.source.label)
    return sorted(
        chosen,
        key=lambda one: (
            _number(first[_page(one.passage)]),
            one.passage.source.start,
            one.spans,
        ),
    )


def _number(label: str) -> int:
    """Return a source's place in what was packed: S2 is before S10."""
    return int(label.removeprefix("S"))


def _page(passage: Passage) -> str:
    return passage.source.document.id


def repeats(one: Excerpt, chosen: Sequence[Excerpt]) -> bool:
    """Whether an excerpt says nothing new; a single word ("TODO") never does."""
    text = " ".join(one.texts)
    if text.isascii() and len(text.split()) == 1:
        return True
    mine = set(text.lower().split())
    for other in chosen:
        theirs = set(" ".join(other.texts).lower().split())
        if one.touches(other) or len(mine & theirs) > 0.7 * min(len(mine), len(theirs)):
            return True
    return False
