"""Groups of pieces, each to be a chunk: what is repeated before them, and small ones joined."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from retrieval.ingest.parts import Seam, parted
from retrieval.ingest.split import Piece


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that make one chunk; `path` is that of the section in which its own text begins.

    `prefix` is what stands before the text for the embedder only, `lead` what introduces it as
    it stands in the document, `lead_said` as it is read; `repeats` is the weight of prefix and
    lead, `weight` that of everything. `bare` says that it holds nothing but headings.
    """

    pieces: tuple[Piece, ...]
    path: tuple[str, ...]
    prefix: str = ""
    lead: str = ""
    lead_said: str = ""
    repeats: int = 0
    weight: int = 0
    bare: bool = False

    @property
    def silent(self) -> bool:
        """Whether there is nothing in it to read."""
        return not any(piece.said for piece in self.pieces)


def embedded(group: Group) -> str:
    """Return what the embedder sees of a group."""
    lines = [group.prefix, group.lead_said]
    block = -1
    for piece in group.pieces:
        if piece.said and piece.block == block and piece.flows:
            lines[-1] += f" {piece.said}"
        else:
            lines.append(piece.said)
        block = piece.block
    return "\n".join(line for line in lines if line)


def merged(groups: list[Group], maximum: int, merge_below: int) -> list[Group]:
    """Join small neighbours under one heading, and bare headings with what follows them."""
    found: list[Group] = []
    row: list[Group] = []
    for group in groups:
        if row and not _belong(row[-1], group, merge_below):
            found += _joined_row(row, maximum)
            row = []
        row.append(group)
    found += _joined_row(row, maximum)
    if len(found) > 1 and found[-1].bare and _fit(found[-2], found[-1], maximum):
        found[-2:] = [_joined(found[-2], found[-1])]
    return found


def _belong(before: Group, after: Group, merge_below: int) -> bool:
    if before.bare:
        return True
    if min(before.weight, after.weight) >= merge_below:
        return False
    over, under = before.path[:-1], after.path[:-1]
    return after.path[: len(over)] == over or (bool(under) and before.path[: len(under)] == under)


def _joined_row(row: list[Group], maximum: int) -> list[Group]:
    """Join the groups of a row into as few as its best seams allow."""
    weights = [group.weight - (group.repeats if at else 0) for at, group in enumerate(row)]
    seams = [
        Seam.before(group.pieces[0].said, len(group.path), glued=row[at - 1].bare)
        for at, group in enumerate(row)
    ]

    def fits(start: int, _end: int, weight: int) -> bool:
        return weight + (row[start].repeats if start else 0) <= maximum

    return [reduce(_joined, row[start:end]) for start, end in parted(weights, seams, fits)]


def _fit(before: Group, after: Group, maximum: int) -> bool:
    return before.weight + after.weight - after.repeats <= maximum


def _joined(before: Group, after: Group) -> Group:
    return replace(
        before,
        pieces=before.pieces + after.pieces,
        path=after.path if before.bare else before.path,
        weight=before.weight + after.weight - after.repeats,
        bare=before.bare and after.bare,
    )


def with_words(groups: list[Group]) -> list[Group]:
    """Give the pieces in which nothing is read to the group before, or else to the one after."""
    found: list[Group] = []
    for group in groups:
        if found and (group.silent or found[-1].silent):
            keeper = group if found[-1].silent else found[-1]
            found[-1] = replace(keeper, pieces=found[-1].pieces + group.pieces)
        else:
            found.append(group)
    return found
