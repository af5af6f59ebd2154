"""What a later piece of a list, table or fence cannot be read without: what opens it."""

from __future__ import annotations

from retrieval.text.blocks import Block
from retrieval.text.raised import level
from retrieval.text.render import words
from retrieval.text.sentences import block_units

Span = tuple[int, int]
_PROSE = ("paragraph", "quote", "item")


class Leads:
    """For each block of a document, the spans before it that introduce it.

    A list is introduced by the last sentence before it, an item of a list within an item by
    the last sentence of that item, and so is whatever else stands within an item. The rows of
    a table are introduced by its header, the lines of a fence by the line that opens it.
    """

    def __init__(self, text: str, found: tuple[Block, ...]) -> None:
        self._text = text
        self._blocks = found
        self._chains = self._walk()
        self._ends: dict[int, Span | None] = {}

    def _walk(self) -> list[tuple[int, ...]]:
        """Return, for each block, the places of the blocks that introduce it, outermost first."""
        chains: list[tuple[int, ...]] = []
        before = intro = -1
        items: list[tuple[int, int]] = []
        for place, block in enumerate(self._blocks):
            if block.kind == "blank":
                chains.append(())
                continue
            if block.depth == 0:
                items.clear()
                intro = -1
            elif not items:
                intro = before
            deepest = block.depth - 1 if block.opens else block.depth
            while items and items[-1][0] > deepest:
                items.pop()
            outer = (intro,) if intro >= 0 and block.depth else ()
            chains.append((*outer, *(item for _, item in items)))
            if block.opens:
                items.append((block.depth, place))
            before = place if block.kind in _PROSE else -1
        return chains

    def before(self, place: int, start: int) -> list[Span]:
        """Return the spans that introduce a piece of block `place` that begins at `start`."""
        block = self._blocks[place]
        spans = [span for other in self._chains[place] if (span := self._last_sentence(other))]
        if block.start < block.body <= start:
            spans.append((block.start, block.body))
        return spans

    def _last_sentence(self, place: int) -> Span | None:
        if place not in self._ends:
            block = self._blocks[place]
            found = block_units(self._text, block) if block.kind in _PROSE else []
            self._ends[place] = (found[-1].start, found[-1].end) if found else None
        return self._ends[place]

    def said(self, span: Span, place: int) -> str:
        """Return what a person reads of a span that introduces block `place`."""
        for other in (*self._chains[place], place):
            block = self._blocks[other]
            if block.start <= span[0] < block.end:
                return level(words(self._text, block, *span))
        return ""
