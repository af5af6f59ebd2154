"""Blocks -> sections: each heading with what stands under it, up to the next heading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from retrieval.ingest.measure import Measure
from retrieval.ingest.split import Piece
from retrieval.text.blocks import Block
from retrieval.text.render import words

_PROSE = ("paragraph", "item", "quote", "html")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's path, from the outermost heading to its own, and its pieces, one a block."""

    path: tuple[str, ...]
    pieces: list[Piece]


def sections(text: str, found: tuple[Block, ...], measure: Measure) -> Iterator[Section]:
    """Yield the sections of a document; the first has no path where no heading comes first.

    Headings within quotes and lists begin no section. Blank lines belong to what they follow.
    """
    path: list[tuple[int, str]] = []
    pieces: list[Piece] = []
    for place, block in enumerate(found):
        if block.kind == "blank" and pieces:
            pieces[-1] = replace(pieces[-1], end=block.end)
            continue
        said = words(text, block)
        if block.kind == "heading" and said and not block.depth and not block.quoted:
            if pieces:
                yield Section(tuple(title for _, title in path), pieces)
            pieces = []
            path = [outer for outer in path if outer[0] < block.level]
            path.append((block.level, said.replace("\n", " ")))
        weight = measure.weight(said)
        pieces.append(Piece(block.start, block.end, said, weight, place, _joins(block, said)))
    if pieces:
        yield Section(tuple(title for _, title in path), pieces)


def _joins(block: Block, said: str) -> bool:
    """Whether a block is not to be parted from the next: a heading, or "as follows:"."""
    if block.kind in ("heading", "admonition"):
        return True
    return block.kind in _PROSE and said.endswith((":", "："))
