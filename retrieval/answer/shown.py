"""Citations -> the words that are shown of them, laid out as they stand on their page."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from retrieval.answer.quotes import place
from retrieval.text.blocks import Block, blocks
from retrieval.text.inline import MENTION
from retrieval.text.normal import find, normal_text
from retrieval.text.plain import plain, visible
from retrieval.text.render import render, words
from retrieval.values import Citation, Packed, Source

LINE_BY_LINE = ("fence", "table", "item")
"""Blocks with lines of their own: two commands on one line are another command."""

_CALL = re.compile(r"(?<!\w)@(?=(?:here|channel|everyone)\b)", re.IGNORECASE)
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d{1,9}[.)][ \t]+)?(?:```|~~~)")
"""A line that opens or closes a fence, behind the marks it may stand behind."""


@lru_cache(maxsize=256)
def _blocks(text: str) -> tuple[Block, ...]:
    return tuple(blocks(text, fragment=True))


def safe(text: str) -> str:
    """Return text without what would call people or cannot be seen."""
    return _CALL.sub("", MENTION.sub("", visible(text)))


def shown(citations: Iterable[Citation], packed: Packed) -> str:
    """Return the words of quotes as safe plain text: code, rows and items line by line.

    A row of a table is shown under its header, which `headed` cites.
    """
    said: dict[str, None] = {}
    for one in citations:
        text, start, end = _placed(one, packed)
        for block in _tables(text, start, end):
            said[safe(words(text, block, block.start, block.body))] = None
        said[safe(render(text, _blocks(text), _margin(text, start), end))] = None
    return "\n".join(text for text in said if text)


def headed(citations: Iterable[Citation], packed: Packed) -> tuple[Citation, ...]:
    """Return citations with those of the headers that are shown over their rows, each once.

    A header in the lead of a source is what introduces it, as headings do, and has no place in it.
    """
    found: dict[tuple[str, int, int], Citation] = {}
    for one in citations:
        text, start, end = _placed(one, packed)
        source = _source(one, packed)
        for block in _tables(text, start, end):
            line = text[block.content : block.body].split("\n", 1)[0].rstrip()
            at = block.content - len(source.lead)
            if at >= 0:
                head = place(source, at, at + len(line))
                found.setdefault((one.document.id, head.start, head.end), head)
        found.setdefault((one.document.id, one.start, one.end), one)
    return tuple(found.values())


def lined(citations: Iterable[Citation], packed: Packed) -> bool:
    """Whether a quote has lines of code, rows of a table or items of a list in it."""
    return any(block.kind in LINE_BY_LINE for _, block, _, _ in _cited(citations, packed))


def only_headers(citations: Sequence[Citation], packed: Packed) -> bool:
    """Whether quotes hold nothing but header rows of tables, which say nothing by themselves."""
    return all(
        end <= block.body if block.kind == "table" else not words(text, block, start, end)
        for text, block, start, end in _cited(citations, packed)
    )


def code_lines(citations: Iterable[Citation], packed: Packed) -> tuple[tuple[str, ...], ...]:
    """Return the lines of code in the quotes, without their margins, each block by itself."""
    found = []
    for text, block, start, end in _cited(citations, packed):
        if block.kind == "fence":
            said = words(text, block, start, end).split("\n")
            found.append(tuple(line.strip() for line in said if line.strip()))
    return tuple(found)


def unmarked(claim: str, code: Iterable[Sequence[str]]) -> str:
    """Return a claim as plain text in which the lines of `code` stay as they are.

    Its own fences are followed while they pair. A claim that was cut out of a page may begin
    within a fence, so that each would open what it should close: then `code` says what is code.
    """
    known = {line for lines in code for line in lines}
    lines = claim.split("\n")
    bare = [line for line in lines if not _FENCE.match(line)]
    said = plain(claim if len(bare) < len(lines) else _fenced(claim, known))
    if any(_FENCE.match(line) and line.strip() not in known for line in said.split("\n")):
        said = plain(_fenced("\n".join(bare), known))
    return said


def _fenced(claim: str, known: Collection[str]) -> str:
    """Return a claim with fences around its lines that are known as code."""
    said: list[str] = []
    within = False
    for line in claim.split("\n"):
        if (line.strip() in known) != within:
            within = not within
            said.append("```")
        said.append(line)
    return "\n".join([*said, "```"] if within else said)


def joins(text: str, code: Iterable[Sequence[str]]) -> bool:
    """Whether a line of `text` has two lines of code on it that follow each other."""
    pairs = [normal_text(f"{a} {b}") for lines in code for a, b in pairwise(lines)]
    lines = [normal_text(line) for line in text.split("\n")] if pairs else []
    return any(find(line, pair) for pair in pairs if pair for line in lines)


def _margin(text: str, start: int) -> int:
    """Return where the line of code begins whose first word stands at `start`."""
    line = text.rfind("\n", 0, start) + 1
    fence = any(b.kind == "fence" and b.body <= line < b.end for b in _blocks(text))
    return line if fence and text[line:start].isspace() else start


def _placed(citation: Citation, packed: Packed) -> tuple[str, int, int]:
    """Return a source behind what introduces it, and where a quote stands in that.

    Without its lead a source that begins within a fence has code for prose and prose for code.
    """
    source = _source(citation, packed)
    before = len(source.lead) - source.start
    return source.lead + source.text, citation.start + before, citation.end + before


def _source(citation: Citation, packed: Packed) -> Source:
    """Return the packed source of a citation."""
    return next(
        one
        for one in packed.sources
        if one.label == citation.label and one.document.id == citation.document.id
    )


def _cited(citations: Iterable[Citation], packed: Packed) -> Iterator[tuple[str, Block, int, int]]:
    """Yield the blocks that quotes touch, with their text and where in it the quote stands."""
    for one in citations:
        text, start, end = _placed(one, packed)
        for block in _blocks(text):
            if block.end > start and block.start < end:
                yield text, block, start, end


def _tables(text: str, start: int, end: int) -> Iterator[Block]:
    """Yield the table in whose body a quote begins."""
    for block in _blocks(text):
        if block.kind == "table" and block.body <= start < block.end and start < end:
            yield block
