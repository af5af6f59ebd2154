"""Citations -> the words that are shown of them, laid out as they stand on their page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from retrieval.text.blocks import Block, blocks
from retrieval.text.inline import MENTION
from retrieval.text.normal import find, normal_text
from retrieval.text.plain import visible
from retrieval.text.render import render, words
from retrieval.values import Citation, Packed, Source

LINE_BY_LINE = ("fence", "table", "item")
"""Blocks with lines of their own: two commands on one line are another command."""

_CALL = re.compile(r"(?<!\w)@(?=(?:here|channel|everyone)\b)", re.IGNORECASE)
_FENCE = re.compile(r"```|~~~")


@lru_cache(maxsize=256)
def _blocks(text: str) -> tuple[Block, ...]:
    return tuple(blocks(text, fragment=True))


def safe(text: str) -> str:
    """Return text without what would call people or cannot be seen."""
    return _CALL.sub("", MENTION.sub("", visible(text)))


def shown(citations: Iterable[Citation], packed: Packed) -> str:
    """Return the words of quotes as safe plain text: code, rows and items line by line.

    A row of a table is shown under its header.
    """
    said: dict[str, None] = {}
    for one in citations:
        source = _source(one, packed)
        start, end = one.start - source.start, one.end - source.start
        for head in _headers(source.text, start, end):
            said[safe(head)] = None
        start = _margin(source.text, start)
        said[safe(render(source.text, _blocks(source.text), start, end))] = None
    return "\n".join(text for text in said if text)


def lined(citations: Iterable[Citation], packed: Packed) -> bool:
    """Whether a quote has lines of code, rows of a table or items of a list in it."""
    return any(block.kind in LINE_BY_LINE for _, block in _cited(citations, packed))


def only_headers(citations: Sequence[Citation], packed: Packed) -> bool:
    """Whether quotes hold nothing but header rows of tables, which say nothing by themselves."""
    return all(
        one.end - source.start <= block.body
        if block.kind == "table"
        else not words(source.text, block, one.start - source.start, one.end - source.start)
        for one in citations
        for source, block in _cited([one], packed)
    )


def code_lines(citations: Iterable[Citation], packed: Packed) -> tuple[tuple[str, ...], ...]:
    """Return the lines of code in the quotes, without their margins, each block by itself."""
    found = []
    for one in citations:
        for source, block in _cited([one], packed):
            if block.kind == "fence":
                start, end = one.start - source.start, one.end - source.start
                said = words(source.text, block, start, end).split("\n")
                found.append(tuple(line.strip() for line in said if line.strip()))
    return tuple(found)


def fenced(claim: str, code: Iterable[Sequence[str]]) -> str:
    """Return a claim with fences around the lines that are lines of `code`, so that they stay."""
    known = {line for lines in code for line in lines}
    if not known or _FENCE.search(claim):
        return claim
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


def _source(citation: Citation, packed: Packed) -> Source:
    return next(
        one
        for one in packed.sources
        if one.label == citation.label and one.document.id == citation.document.id
    )


def _cited(citations: Iterable[Citation], packed: Packed) -> Iterator[tuple[Source, Block]]:
    """Yield the blocks that quotes touch, with their sources."""
    for one in citations:
        source = _source(one, packed)
        for block in _blocks(source.text):
            if block.end > one.start - source.start and block.start < one.end - source.start:
                yield source, block


def _headers(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the header of the table in whose body a quote begins."""
    for block in _blocks(text):
        if block.kind == "table" and block.body <= start < block.end and start < end:
            yield words(text, block, block.start, block.body)
