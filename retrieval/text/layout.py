"""A text and spans of it -> the lines of these as its page shows them: steps numbered, code as is.

What a block says is a matter of `render`; here it gets back what its page shows around it: the
number or bullet of an item, the margin of what stands in one, and the empty lines between blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat

from retrieval.text.blocks import Block, blocks
from retrieval.text.render import words

Span = tuple[int, int]

_MARK = re.compile(r"[-*+]|\d{1,9}[.)]")
_BOX = re.compile(r"\[[ xX]\](?=[ \t])")
_FIXED = ("fence", "table")
_GAP = " … "


@dataclass(frozen=True, slots=True)
class Line:
    """A line as a page shows it: its words behind what stands before them.

    `fixed` says that each space in it counts, and that it ends where it ends: code, a row.
    """

    margin: str
    text: str
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class _Level:
    """The open item of a list: its mark, and its number in an ordered list."""

    mark: str
    number: int | None = None


def laid_out(text: str, spans: Sequence[Span]) -> tuple[Line, ...]:
    """Return the lines of the parts of a text that lie in `spans`; a line without words is empty.

    An empty line stands where the page has one between blocks, but not within a list.
    """
    found: list[Line] = []
    cut = _apart(spans)
    levels: list[_Level] = []
    last, listed = -1, False
    laid = blocks(text, fragment=True)
    for place, block in enumerate(laid):
        if block.kind == "blank":
            continue
        margin = _margin(text, block, levels)
        said = _said(text, block, [(s, e) for s, e in cut if s < block.end and e > block.start])
        if not said:
            continue
        if found and last != place - 1 and not (listed and block.depth):
            found.append(Line("", ""))
        begins = any(start <= block.content < end for start, end in cut) and block.opens
        hang = " " * len(margin)
        margins = chain([margin if begins else hang], repeat(hang))
        fixed = block.kind in _FIXED
        found += [Line(before, line, fixed) for before, line in zip(margins, said, strict=False)]
        last, listed = place, bool(block.depth)
    return _flush(found)


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Return spans in order, those joined that overlap."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _margin(text: str, block: Block, levels: list[_Level]) -> str:
    """Return what stands before the words of a block, and note which items are open there."""
    if not block.opens:
        del levels[block.depth :]
        return " " * sum(len(level.mark) + 1 for level in levels)
    marks = _MARK.findall(text, block.start, block.content)[-block.depth :]
    outer = block.depth - len(marks)
    before = levels[outer] if outer < len(levels) else None
    del levels[outer:]
    indent = " " * sum(len(level.mark) + 1 for level in levels)
    for mark in marks:
        levels.append(_level(mark, before))
        before = None
    box = _BOX.match(text, block.content)
    opened = [level.mark for level in levels[len(levels) - len(marks) :]]
    return indent + "".join(f"{mark} " for mark in [*opened, *([box[0]] if box else [])])


def _level(mark: str, before: _Level | None) -> _Level:
    """Return the item of a mark; its number is one more than that of the item before it."""
    if not mark[0].isdigit():
        return _Level("-")
    number = int(mark[:-1])
    if before is not None and before.number is not None:
        number = before.number + 1
    return _Level(f"{number}{mark[-1]}", number)


def _said(text: str, block: Block, cuts: Sequence[Span]) -> list[str]:
    """Return the lines that are read in parts of a block."""
    if block.kind == "fence":
        cuts = [(_line(text, block, start), end) for start, end in cuts]
    parts = [part for part in (words(text, block, start, end) for start, end in cuts) if part]
    whole = ("\n" if block.kind in _FIXED else _GAP).join(parts)
    return whole.split("\n") if whole else []


def _line(text: str, block: Block, start: int) -> int:
    """Return where the line of code begins of which `start` is the first word."""
    line = text.rfind("\n", 0, start) + 1
    return line if block.body <= line and text[line:start].isspace() else start


def _flush(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines without the margin that all of them have."""
    told = [line.margin for line in lines if line.text]
    least = min((len(margin) - len(margin.lstrip(" ")) for margin in told), default=0)
    return tuple(replace(line, margin=line.margin[least:]) for line in lines)
