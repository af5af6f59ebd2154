"""Words on a page -> blocks of text in the order people read them: columns, then lines."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

_GUTTER = 1.1
"""Least width of the space between columns, in body text heights."""
_SIDE = 0.22
"""Least share of the text's width that a column has."""
_WORDS_A_LINE = 2.5
"""Fewer words a line than this on one side is a table or a form, not a column."""
_LEAST_LINES = 4
_CROSSED = 0.2
"""The share of rows that may go over a gutter at one height of it: titles, wide tables."""
_CELL_GAP = 1.3
"""Least space between the cells of a table without rules, in heights of its text."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its place in points from the top left corner of its page.

    A table stands among the words as one of its size, its Markdown in `block`.
    """

    text: str
    x0: float
    x1: float
    top: float
    bottom: float
    size: float
    bold: bool = False
    mono: bool = False
    block: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """Words side by side that are read as one."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words with one space between."""
        return " ".join(word.text for word in self.words)

    @property
    def top(self) -> float:
        """Where the line begins, from the top of the page."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Where the line ends, from the top of the page."""
        return max(word.bottom for word in self.words)

    @property
    def x0(self) -> float:
        """Where its first word begins."""
        return self.words[0].x0

    @property
    def size(self) -> float:
        """The size of most of its characters."""
        sizes: Counter[float] = Counter()
        for word in self.words:
            sizes[round(word.size, 1)] += len(word.text)
        return sizes.most_common(1)[0][0]

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(word.bold for word in self.words)

    @property
    def mono(self) -> bool:
        """Whether all of it is in a typewriter face."""
        return all(word.mono for word in self.words)

    def cells(self) -> list[tuple[Word, ...]]:
        """Part the line where the space is too wide to be one between words."""
        cells: list[list[Word]] = [[self.words[0]]]
        for before, word in itertools.pairwise(self.words):
            if word.x0 - before.x1 > _CELL_GAP * (before.bottom - before.top):
                cells.append([])
            cells[-1].append(word)
        return [tuple(cell) for cell in cells]


def reading_order(words: Sequence[Word]) -> list[Line]:
    """Return the lines of a page; columns are read one after another, between what spans them."""
    return _ordered(_rows(words), 0)


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    """Group words that stand at one height, top to bottom, each row left to right."""
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda one: ((one.top + one.bottom) / 2, one.x0)):
        middle = (word.top + word.bottom) / 2
        if rows:
            first = rows[-1][0]
            if first.top < middle < first.bottom and word.top < (first.top + first.bottom) / 2:
                rows[-1].append(word)
                continue
        rows.append([word])
    return [sorted(row, key=lambda one: one.x0) for row in rows]


def _ordered(rows: list[list[Word]], depth: int) -> list[Line]:
    gutter = _gutter(rows) if depth < 3 else None
    if gutter is None:
        return [line for row in rows for line in _lines(row)]
    lines: list[Line] = []
    left: list[Word] = []
    right: list[Word] = []

    def flush() -> None:
        lines.extend(_ordered(_rows(left), depth + 1))
        lines.extend(_ordered(_rows(right), depth + 1))
        left.clear()
        right.clear()

    for row in rows:
        sides = _parted(row, gutter)
        if sides is None:
            flush()
            lines.extend(_lines(row))
            continue
        left.extend(sides[0])
        right.extend(sides[1])
    flush()
    return lines


def _lines(row: Sequence[Word]) -> list[Line]:
    """Return the line of a row; a table in it stands alone."""
    words = tuple(word for word in row if not word.block)
    alone = [Line((word,)) for word in row if word.block]
    return [*([Line(words)] if words else []), *alone]


@dataclass(frozen=True, slots=True)
class _Gutter:
    """The space between two columns: where its middle is, and how wide it is at least."""

    middle: float
    width: float


def _parted(row: Sequence[Word], gutter: _Gutter) -> tuple[list[Word], list[Word]] | None:
    """Return the words on both sides, or None when the row goes over the gutter."""
    left = [word for word in row if word.x0 + word.x1 <= 2 * gutter.middle]
    right = [word for word in row if word.x0 + word.x1 > 2 * gutter.middle]
    end = max((word.x1 for word in left), default=gutter.middle - gutter.width)
    start = min((word.x0 for word in right), default=gutter.middle + gutter.width)
    if end > gutter.middle or start < gutter.middle or start - end < 0.9 * gutter.width:
        return None
    return left, right


def _gutter(rows: list[list[Word]]) -> _Gutter | None:
    """Return the widest upright strip that most rows leave free, with columns on both sides."""
    words = [word for row in rows for word in row]
    if len(rows) < _LEAST_LINES or not words:
        return None
    start, end = min(word.x0 for word in words), max(word.x1 for word in words)
    least = _GUTTER * median(word.bottom - word.top for word in words)
    strips = _strips(rows, start, int(end - start) + 1, least)
    for _, middle in sorted(strips, reverse=True):
        gutter = _Gutter(middle, least)
        sides = [parted for row in rows if (parted := _parted(row, gutter)) is not None]
        if all(_is_column([one[at] for one in sides if one[at]], end - start) for at in (0, 1)):
            return gutter
    return None


def _strips(
    rows: list[list[Word]], start: float, width: int, least: float
) -> list[tuple[int, float]]:
    """Return (width, middle) of the strips that few rows cross, looked for point by point."""
    crossing = [0] * (width + 1)
    for row in rows:
        covered = {x for word in row for x in range(int(word.x0 - start), int(word.x1 - start) + 1)}
        for at in covered:
            if 0 <= at <= width:
                crossing[at] += 1
    allowed = _CROSSED * len(rows)
    strips: list[tuple[int, float]] = []
    for free, points in itertools.groupby(range(width + 1), lambda at: crossing[at] <= allowed):
        run = list(points)
        inside = _SIDE * width < run[len(run) // 2] < (1 - _SIDE) * width
        if free and len(run) >= least and inside:
            low = min(crossing[at] for at in run)
            clear = [at for at in run if crossing[at] == low]
            strips.append((len(run), start + clear[len(clear) // 2]))
    return strips


def _is_column(rows: Sequence[Sequence[Word]], width: float) -> bool:
    if len(rows) < _LEAST_LINES:
        return False
    across = max(w.x1 for row in rows for w in row) - min(w.x0 for row in rows for w in row)
    return across >= _SIDE * width and sum(len(row) for row in rows) / len(rows) >= _WORDS_A_LINE
