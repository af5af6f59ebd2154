"""A section -> groups that fit, cut where the structure allows it best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retrieval.ingest.groups import Group, embedded
from retrieval.ingest.leads import Leads
from retrieval.ingest.measure import Measure
from retrieval.ingest.parts import Seam, parted
from retrieval.ingest.sections import Section
from retrieval.ingest.split import Piece, refine
from retrieval.text.blocks import Block
from retrieval.text.raised import level

_SHARE = 3
"""What is repeated before a chunk's own text takes at most this part (a third) of the maximum."""
_LOOK_BACK = 50
"""Pieces before a cut that an overlap may be taken from."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How long chunks may be and what is repeated before them; see `Chunker`."""

    maximum: int
    merge_below: int
    overlap: int
    context: str


class Cut:
    """One document being cut."""

    def __init__(
        self, text: str, title: str, found: tuple[Block, ...], shape: Shape, measure: Measure
    ) -> None:
        self._text, self._title, self._blocks = text, title, found
        self._shape, self._measure = shape, measure
        self._leads = Leads(text, found)

    def groups(self, section: Section) -> Iterator[Group]:
        """Yield the groups of a section, in order; together they hold all of its text."""
        pieces = self._short(section)
        seams = [self._seam(pieces[at - 1], piece) for at, piece in enumerate(pieces)]

        def begin(at: int) -> Group:
            return self._begin(section, pieces[max(0, at - _LOOK_BACK) : at], pieces[at])

        def fits(start: int, end: int, weight: int) -> bool:
            room = self._shape.maximum - weight
            return room >= 0 and (end - start == len(pieces) or begin(start).repeats <= room)

        for start, end in parted([piece.weight for piece in pieces], seams, fits):
            yield self._filled(begin(start), pieces[start:end])

    def _short(self, section: Section) -> list[Piece]:
        """Return the pieces of a section, those cut that do not fit in a chunk of their own."""
        found: list[Piece] = []
        for piece in section.pieces:
            if piece.weight <= self._shape.maximum // 2:
                found.append(piece)
                continue
            last = replace(piece, start=piece.end - 1)
            limit = self._shape.maximum - max(
                self._begin(section, [], part).repeats for part in (piece, last)
            )
            found += [piece] if piece.weight <= limit else self._refined(piece, limit)
        return found

    def _seam(self, before: Piece, piece: Piece) -> Seam:
        block = self._blocks[piece.block]
        depth = block.depth + 1 if block.depth or before.block == piece.block else 0
        return Seam.before(piece.said, depth, glued=before.joins or not piece.said)

    def fitting(self, group: Group) -> Iterator[Group]:
        """Yield the group, or parts of it where the embedder counts more than was reckoned."""
        if self._measure.tokens(embedded(group)) <= self._shape.maximum:
            yield group
            return
        pieces = list(group.pieces)
        if len(pieces) == 1:
            pieces = self._refined(pieces[0], max(1, pieces[0].weight // 2))
        if len(pieces) == 1:
            alone = Group(group.pieces, group.path)
            yield from self.fitting(alone) if embedded(alone) != embedded(group) else (group,)
            return
        half = (len(pieces) + 1) // 2
        for part in (pieces[:half], pieces[half:]):
            yield from self.fitting(self._filled(group, part))

    def _begin(self, section: Section, before: list[Piece], piece: Piece) -> Group:
        """Return a group with nothing in it yet but what is repeated before `piece`."""
        prefix = self._prefix(section, piece)
        lead, said = self._lead(before, piece)
        repeats = self._measure.weight(prefix) + self._measure.weight(said)
        return Group((), section.path, prefix, lead, said, repeats)

    def _filled(self, group: Group, pieces: list[Piece]) -> Group:
        bare = all(not p.said or self._blocks[p.block].kind == "heading" for p in pieces)
        weight = group.repeats + sum(piece.weight for piece in pieces)
        return replace(group, pieces=tuple(pieces), weight=weight, bare=bare)

    def _refined(self, piece: Piece, limit: int) -> list[Piece]:
        parts = refine(self._text, self._blocks[piece.block], piece, limit, self._measure)
        parts[-1] = replace(parts[-1], joins=piece.joins)
        return parts

    def _prefix(self, section: Section, piece: Piece) -> str:
        starts = self._blocks[piece.block].kind == "heading"
        own = "" if starts or not section.path else section.path[-1]
        if self._shape.context == "none":
            return ""
        if self._shape.context == "path":
            own = " > ".join(section.path[:-1] if starts else section.path)
        elif self._shape.context == "title" and self._title not in (own, *section.path[-1:]):
            own = f"{self._title}\n{own}".strip()
        return self._clipped(level(own))

    def _clipped(self, said: str) -> str:
        """Return as many of the words as may be repeated."""
        most = self._shape.maximum // (_SHARE * 2)
        if self._measure.weight(said) <= most:
            return said
        kept: list[str] = []
        for word in said.split():
            most -= self._measure.weight(word)
            if most < 0:
                break
            kept.append(word)
        return " ".join(kept)

    def _lead(self, before: list[Piece], piece: Piece) -> tuple[str, str]:
        """Return what introduces a piece that begins a chunk, as it stands and as it is read."""
        spans = self._leads.before(piece.block, piece.start)
        most = self._shape.maximum // _SHARE
        kept: list[tuple[int, int, str]] = []
        for span in [*spans[:1], *reversed(spans[1:])]:
            said = self._leads.said(span, piece.block)
            most -= self._measure.weight(said)
            if most < 0:
                break
            kept.append((*span, said))
        if not kept and before and self._shape.overlap:
            kept = self._overlapping(before)
        kept.sort()
        said = "\n".join(said for *_, said in kept if said)
        rows = bool(kept) and kept[-1][1] == self._blocks[piece.block].body
        lead = "\n".join(self._text[start:end].rstrip("\n") for start, end, _ in kept)
        return (lead + ("\n" if rows else "\n\n") if lead else ""), said

    def _overlapping(self, before: list[Piece]) -> list[tuple[int, int, str]]:
        """Return the last sentences of the group before, as many as the overlap allows."""
        kept: list[tuple[int, int, str]] = []
        left = self._shape.overlap
        for piece in reversed(before):
            for part in reversed(self._refined(piece, self._shape.maximum)):
                left -= part.weight
                if left < 0:
                    return kept
                if part.said:
                    kept.append((part.start, part.end, part.said))
        return kept
