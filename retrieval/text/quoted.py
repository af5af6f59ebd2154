"""Citations -> what people read in their quotes: code as it stands, rows as rows, prose unmarked.

A quote is a span of its page's Markdown. What a span is shows only in what stands around it: cut
out, a line of code is prose, and its `*` and `_` would be taken for marks and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retrieval.text.blocks import Block, blocks
from retrieval.text.inline import MENTION
from retrieval.text.plain import visible
from retrieval.text.render import words
from retrieval.values import Citation, Source

_AS_THEY_STAND = ("fence", "table")


def quoted(citation: Citation, sources: Iterable[Source]) -> str:
    """Return a quote as safe plain text, a line or more a block.

    `sources` are the passages that it may have been cut from. Where none is, its own text has to
    tell what it is.
    """
    text, start, end = _placed(citation, sources)
    said = (words(text, block, start, end) for block in _touched(text, start, end))
    return _safe("\n".join(piece for piece in said if piece))


def quoted_lines(citation: Citation, sources: Iterable[Source]) -> tuple[str, ...]:
    """Return the lines of a quote as safe plain text, broken as they are on the page."""
    text, start, end = _placed(citation, sources)
    said = (
        piece for block in _touched(text, start, end) for piece in _lines(text, block, start, end)
    )
    return tuple(line for piece in said for line in _safe(piece).split("\n") if line)


def _lines(text: str, block: Block, start: int, end: int) -> Iterator[str]:
    """Yield what is read in each line of a block."""
    if block.kind in _AS_THEY_STAND:
        yield words(text, block, start, end)
        return
    at, stop = max(start, block.start), min(end, block.end)
    while at < stop:
        after = text.find("\n", at, stop) + 1 or stop
        yield words(text, block, at, after)
        at = after


def _touched(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield the blocks that a span touches."""
    for block in blocks(text, fragment=True):
        if block.end > start and block.start < end:
            yield block


def _placed(citation: Citation, sources: Iterable[Source]) -> tuple[str, int, int]:
    """Return the text that a quote stands in, and where; it alone if it is in no source."""
    for source in sources:
        if (source.label, source.document.id) == (citation.label, citation.document.id):
            before = len(source.lead) - source.start
            start, end = citation.start + before, citation.end + before
            text = source.lead + source.text
            if start >= 0 and text[start:end] == citation.text:
                return text, start, end
    return citation.text, 0, len(citation.text)


def _safe(text: str) -> str:
    """Return text without what would call people or cannot be seen."""
    return MENTION.sub("", visible(text))
