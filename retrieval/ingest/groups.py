"""Groups of pieces, each to be a chunk: what is repeated before them, and small ones joined."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    for group in groups:
        if found and _belong(found[-1], group, maximum, merge_below):
            found[-1] = _joined(found[-1], group)
        else:
            found.append(group)
    if len(found) > 1 and found[-1].bare and _fit(found[-2], found[-1], maximum):
        found[-2:] = [_joined(found[-2], found[-1])]
    return found


def _belong(before: Group, after: Group, maximum: int, merge_below: int) -> bool:
    if not _fit(before, after, maximum):
        return False
    if before.bare:
        return True
    outer = before.path[:-1]
    small = min(before.weight, after.weight) < merge_below
    return small and after.path[: len(outer)] == outer


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
