"""Lines in reading order -> paragraphs, items, headings, code and tables without rules."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from retrieval.readers.directives import fenced, gfm
from retrieval.readers.layout import Line, Word

_LEAST_ROWS = 2
SENTENCE_END = (".", "!", "?", ":", ";", "。")
_GAP = 0.65
"""A space above a line, in heights, that begins a new paragraph when it is also unusual."""
_BULLET = re.compile(r"[•◦▪‣●○■–—·*-]\s+(?=\S)|[\uf0b7\uf0a7\u2023o]\s+(?=\S)")
_NUMBERED = re.compile(r"(?:\d{1,3}|[a-z])[.)]\s+\S")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, item or heading; `level` is 0 for no heading, `fixed` means code or a table."""

    text: str
    level: int = 0
    item: bool = False
    top: float = 0.0
    fixed: bool = False


def blocks(lines: Sequence[Line], sizes: Sequence[float], body: float) -> list[Block]:
    """Return the blocks that `lines` make.

    `sizes` are the sizes of headings, largest first; `body` is the size of running text.
    """
    found: list[Block] = []
    group: list[Line] = []

    def flush() -> None:
        if group:
            found.append(_block(group, sizes, body))
            group.clear()

    gaps = [
        b.top - a.bottom for a, b in itertools.pairwise(lines) if 0 <= b.top - a.bottom < 2 * body
    ]
    usual = median(gaps) if gaps else 0.0
    at = 0
    while at < len(lines):
        line = lines[at]
        end = _special_end(lines, at)
        if end > at:
            flush()
            found.append(_special(lines[at:end]))
            at = end
            continue
        if group and _parts(group, line, usual, body, sizes):
            flush()
        group.append(line)
        at += 1
    flush()
    return found


def _special_end(lines: Sequence[Line], at: int) -> int:
    """Return where the code or the table that starts at `at` ends, or `at` for neither."""
    end = at
    if lines[at].words[0].block:
        return at + 1
    while end < len(lines) and lines[end].mono:
        end += 1
    if end > at:
        return end if end - at > 1 or len(lines[at].words) > 1 else at
    first = lines[at].cells()
    if len(first) < 2 or _marker(first[0]):
        return at
    end = at + 1
    while end < len(lines) and _aligned(first, lines[end].cells()):
        end += 1
    return end if end - at >= _LEAST_ROWS else at


def _marker(cell: Sequence[Word]) -> bool:
    """Whether a cell is the bullet or number of a list."""
    return len(cell) == 1 and bool(re.fullmatch(r"\W|[\w]{1,3}[.)]|o", cell[0].text))


def _aligned(one: Sequence[Sequence[Word]], other: Sequence[Sequence[Word]]) -> bool:
    """Whether two rows have the same cells, each above the other's."""
    return len(one) == len(other) and all(
        a[0].x0 < b[-1].x1 and b[0].x0 < a[-1].x1 for a, b in zip(one, other, strict=True)
    )


def _special(lines: Sequence[Line]) -> Block:
    """Return the block of code or the table that `lines` make."""
    if lines[0].words[0].block:
        return Block(lines[0].words[0].block, top=lines[0].top, fixed=True)
    if lines[0].mono:
        left = min(line.x0 for line in lines)
        code = []
        for line in lines:
            width = max((line.words[0].x1 - line.x0) / max(len(line.words[0].text), 1), 1.0)
            code.append(" " * round((line.x0 - left) / width) + line.text)
        return Block("\n".join(fenced("", code)), top=lines[0].top, fixed=True)
    rows = [[" ".join(word.text for word in cell) for cell in line.cells()] for line in lines]
    return Block("\n".join(gfm(rows)), top=lines[0].top, fixed=True)


def _parts(
    group: Sequence[Line], line: Line, usual: float, body: float, sizes: Sequence[float]
) -> bool:
    """Whether `line` begins a new block after those of `group`."""
    last = group[-1]
    gap = line.top - last.bottom
    if abs(line.size - last.size) > 0.6 and (
        _level(line, sizes, body) or _level(last, sizes, body)
    ):
        return True
    if _level(line, sizes, body) != _level(last, sizes, body):
        return True
    if _BULLET.match(line.text) or _NUMBERED.match(line.text):
        return True
    if gap < -2 * body:  # the next column
        return last.text.endswith(SENTENCE_END) or not line.text[:1].islower()
    return gap > usual + _GAP * 0.5 * body


def _level(line: Line, sizes: Sequence[float], body: float) -> int:
    for level, size in enumerate(sizes, 1):
        if abs(line.size - size) < 0.35:
            return level
    words = line.text
    short = len(words) < 90 and not words.rstrip().endswith((".", ",", ";", ":"))
    if line.bold and short and line.size >= body - 0.3 and any(c.isalpha() for c in words):
        return min(len(sizes) + 1, 6)
    return 0


def _block(group: Sequence[Line], sizes: Sequence[float], body: float) -> Block:
    text = join([line.text for line in group])
    top = group[0].top
    level = _level(group[0], sizes, body)
    if level:
        return Block(text, level, top=top)
    if match := _BULLET.match(text):
        return Block("- " + text[match.end() :].strip(), item=True, top=top)
    return Block(text, item=bool(_NUMBERED.match(text)), top=top)


def join(lines: Sequence[str]) -> str:
    """Join lines to a paragraph; a word that was parted at the end of a line is made whole."""
    text = lines[0]
    for line in lines[1:]:
        if (re.search(r"[a-zà-ÿ]-$", text) and re.match(r"[a-zà-ÿ]", line)) or text.endswith(
            "\xad"
        ):
            text = text[:-1] + line
        else:
            text = f"{text} {line}"
    return text


def heading_sizes(lines: Sequence[Line]) -> tuple[list[float], float]:
    """Return the sizes of headings in a document, largest first, and that of its body."""
    weight: Counter[float] = Counter()
    for line in lines:
        weight[line.size] += len(line.text)
    if not weight:
        return [], 0.0
    body = weight.most_common(1)[0][0]
    total = sum(weight.values())
    larger = [s for s, n in weight.items() if s > body * 1.12 and n < 0.25 * total]
    sizes: list[float] = []
    for size in sorted(larger, reverse=True):
        if not sizes or sizes[-1] - size > 0.6:
            sizes.append(size)
    return sizes[:5], body
