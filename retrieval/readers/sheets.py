"""Pages of lines -> the text of a document: running lines go, sentences go on over the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from retrieval.readers.layout import Line
from retrieval.readers.paragraphs import Block, blocks, heading_sizes, seam_of
from retrieval.values import Anchor

_EDGE_ZONE = 0.12
"""The share of a page's height, at its top and bottom, in which running lines are looked for."""
_PAGE_NUMBER = re.compile(
    r"\W*(?:page|seite|p\.)?\s*\d{1,4}(?:\s*(?:of|/|von|de)\s*\d{1,4})?\W*$", re.IGNORECASE
)


@dataclass(slots=True)
class Sheet:
    """One page: its lines in reading order."""

    number: int
    height: float
    lines: list[Line] = field(default_factory=list)
    pictured: bool = False
    recognised: bool = False


def drop_running_lines(sheets: Sequence[Sheet]) -> None:
    """Take out the lines that repeat at the top or bottom of the pages, and page numbers."""
    counts: Counter[str] = Counter()
    for sheet in sheets:
        counts.update({_pattern(line) for line in sheet.lines if _at_edge(line, sheet)})
    least = max(2, (len(sheets) + 1) // 3)
    running = {pattern for pattern, count in counts.items() if count >= least}
    for sheet in sheets:
        kept = [
            line
            for line in sheet.lines
            if not (
                _at_edge(line, sheet)
                and (
                    _pattern(line) in running or (len(sheets) > 1 and _PAGE_NUMBER.match(line.text))
                )
            )
        ]
        sheet.lines = kept


def _at_edge(line: Line, sheet: Sheet) -> bool:
    zone = _EDGE_ZONE * sheet.height
    return line.bottom < zone or line.top > sheet.height - zone


def _pattern(line: Line) -> str:
    return re.sub(r"\d+|\b[ivxl]+\b", "#", line.text.lower())


def write(sheets: Sequence[Sheet]) -> tuple[str, tuple[Anchor, ...]]:
    """Return the text of all pages and where each begins."""
    sizes, body = heading_sizes([line for sheet in sheets for line in sheet.lines])
    parts: list[str] = []
    anchors: list[Anchor] = []
    length = 0
    last: Block | None = None
    for sheet in sheets:
        found = blocks(sheet.lines, sizes, body)
        for at, block in enumerate(found):
            less, joint = _joint(last, block, first=at == 0)
            if parts:
                parts[-1] = parts[-1][: len(parts[-1]) - less]
                parts.append(joint)
                length += len(joint) - less
            if at == 0:
                anchors.append(Anchor(length, f"page={sheet.number}"))
            words = ("#" * block.level + " " if block.level else "") + block.text
            parts.append(words)
            length += len(words)
            last = block
    text = "".join(parts)
    return (text + "\n" if text else ""), tuple(anchors)


def _joint(last: Block | None, block: Block, *, first: bool) -> tuple[int, str]:
    """Return what goes from the end of a block, and what parts it from the next.

    A space does where a sentence goes on over the page's end, and nothing within a word.
    """
    if last is None:
        return 0, ""
    if first and last.runs_on(block):
        return seam_of(last.text, block.text)
    return 0, "\n" if last.item and block.item else "\n\n"
