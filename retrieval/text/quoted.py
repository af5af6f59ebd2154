"""Citations -> what people read in their quotes: code as it stands, rows as rows, prose unmarked.

A quote is a span of its page's Markdown. What a span is shows only in what stands around it: cut
out, a line of code is prose, and its `*` and `_` would be taken for marks and left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from retrieval.text.blocks import Block, blocks
from retrieval.text.inline import MENTION
from retrieval.text.layout import Line, laid_out
from retrieval.text.plain import visible
from retrieval.text.render import words
from retrieval.values import Citation, Source, VerifiedClaim


def quoted(citation: Citation, sources: Iterable[Source]) -> str:
    """Return a quote as safe plain text, a line or more a block, items with their marks.

    `sources` are the passages that it may have been cut from. Where none is, its own text has to
    tell what it is.
    """
    lines = quoted_lines((citation,), sources)
    return "\n".join(f"{line.margin}{line.text}" for line in lines if line.text)


def quoted_lines(citations: Iterable[Citation], sources: Iterable[Source]) -> tuple[Line, ...]:
    """Return the lines of quotes as safe plain text, laid out as their pages show them.

    Those of one passage are read together: an item stands under the item that it belongs to.
    """
    spans: dict[str, list[tuple[int, int]]] = {}
    known = tuple(sources)
    for one in citations:
        text, start, end = _placed(one, known)
        spans.setdefault(text, []).append((start, end))
    found: list[Line] = []
    for text, cut in spans.items():
        said = [one for line in laid_out(text, cut) for one in _safe_lines(line)]
        found += [Line("", ""), *said] if found and said else said
    return tuple(found)


def _safe_lines(line: Line) -> Iterator[Line]:
    """Yield a line without what would call people or cannot be seen, one for each that it is."""
    margin = line.margin
    for said in _safe(line.text).split("\n"):
        yield replace(line, margin=margin, text=said)
        margin = " " * len(margin)


def verbatim(claim: VerifiedClaim, sources: Iterable[Source] = ()) -> bool:
    """Whether a claim is nothing but its quotes, with the numbers of items or without them."""
    known = tuple(sources)
    said = _safe("\n".join(_unmarked(*_placed(one, known)) for one in claim.citations))
    marked = "\n".join(quoted(one, known) for one in claim.citations)
    return _letters(claim.text) in (_letters(said), _letters(marked))


def _unmarked(text: str, start: int, end: int) -> str:
    """Return the words of a span, without the numbers of items."""
    return "\n".join(words(text, block, start, end) for block in _touched(text, start, end))


def _letters(text: str) -> str:
    """Return the letters and digits of a text, which no mark-up changes."""
    return "".join(filter(str.isalnum, text))


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
