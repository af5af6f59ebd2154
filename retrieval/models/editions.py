"""Which version of a thing a place on a page speaks of, and whether it is the one asked for.

Two pages that differ in nothing but the version would each answer for the other: a place is left
out when what stands nearest to it (itself, its headings, its page) names another version of the
thing than the question does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from retrieval.models.pieces import Bag, Passage, Piece, bag, told
from retrieval.text.versions import Version, reaches, versions
from retrieval.values import DocumentFacts


def of_another(wanted: Sequence[Version], passage: Passage, piece: Piece) -> bool:
    """Whether a piece speaks of another version than the question's; never where it has none."""
    if not wanted:
        return False
    things = frozenset().union(*(one.of for one in wanted))
    about = piece.words | piece.over | _told(passage.source.document)
    for text in _levels(passage, piece):
        named = [one for one in versions(text) if _same_thing(one, things, about)]
        if named:
            known = any(one.agrees(other.number) for one in named for other in wanted)
            return not known and not reaches(text)
    return False


def _same_thing(found: Version, things: frozenset[str], about: Bag) -> bool:
    """Whether a version is one of what the question asks about, not of what that runs on."""
    if found.of and things:
        return bool(found.of & things)
    # One of both does not say of what: then what stands over it says it, or nothing does.
    said = found.of or things
    return not said or bool(said & about)


def _levels(passage: Passage, piece: Piece) -> Iterator[str]:
    """Yield the texts that say what version a piece speaks of, the nearest first."""
    source = passage.source
    yield piece.text
    yield piece.heading
    starts = [chunk.start - source.start for chunk in source.chunks]
    at = bisect_right(starts, piece.start) - 1
    yield from reversed(source.chunks[at].heading_path if at >= 0 else source.heading_path)
    yield from told(source.document)


def _told(document: DocumentFacts) -> Bag:
    return frozenset().union(*map(bag, told(document)))
