"""Blocks -> sections: each heading with what stands under it, up to the next heading.

A paragraph that is one bold line is a heading in all but its mark-up, below all real ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from retrieval.ingest.measure import Measure
from retrieval.ingest.split import Piece
from retrieval.text.blocks import Block
from retrieval.text.raised import level as levelled
from retrieval.text.render import words

BOLD_LEVEL = 7
_BOLD_LINE = re.compile(r"(\*\*|__)(?!\s)[^*_\n]{2,120}\1:?")
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
        level = _level(text, block)
        if level and said:
            if pieces:
                yield Section(tuple(title for _, title in path), pieces)
            pieces = []
            path = [outer for outer in path if outer[0] < level]
            path.append((level, said.replace("\n", " ")))
        said = levelled(said)
        weight = measure.weight(said)
        joins = bool(level) or _joins(block, said)
        pieces.append(Piece(block.start, block.end, said, weight, place, joins))
    if pieces:
        yield Section(tuple(title for _, title in path), pieces)


def _level(text: str, block: Block) -> int:
    """Return the level of a heading, 0 for what begins no section."""
    if block.depth or block.quoted:
        return 0
    if block.kind == "heading":
        return block.level
    bold = block.kind == "paragraph" and _BOLD_LINE.fullmatch(text[block.start : block.end].strip())
    return BOLD_LEVEL if bold else 0


def _joins(block: Block, said: str) -> bool:
    """Whether a block is not to be parted from the next: a heading, or "as follows:"."""
    if block.kind in ("heading", "admonition"):
        return True
    return block.kind in _PROSE and said.endswith((":", "："))
