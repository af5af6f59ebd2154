"""Lines in reading order -> paragraphs, items, headings, code and tables without rules."""

from __future__ import annotations

import itertools
import math
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
_HEADING_GAP = 0.55
"""A space above a heading's line, in its own size, that begins another heading."""
_SAME_SIZE = 0.6
"""Points by which the lines of one heading differ at most."""
_DASHED = re.compile(r"[–—-]\s+(?=\S)")
"""What begins an item, or stands between words wherever a line is broken."""
_LEAST_WORDS = 3
"""A line of fewer words is no full line, however narrow what stands around it is."""
_SPACE = 0.25
"""The width of a space, in heights of its text."""
_BULLET = re.compile(r"[•◦▪‣●○■–—·*-]\s+(?=\S)|[\uf0b7\uf0a7\u2023o]\s+(?=\S)")
_NUMBERED = re.compile(r"(?:\d{1,3}|[a-z])[.)]\s+\S")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, item or heading; `level` is 0 for no heading, `fixed` means code or a table.

    `first` is the width of its first word in points, `room` what is free behind its last one.
    """

    text: str
    level: int = 0
    item: bool = False
    top: float = 0.0
    fixed: bool = False
    first: float = 0.0
    room: float = 0.0

    def runs_on(self, after: Block) -> bool:
        """Whether the sentence at the end of this block goes on in the one on the next page."""
        words = not (self.level or self.fixed or after.level or after.fixed or after.item)
        return words and _goes_on(self.text, after.text, after.first, self.room)


def blocks(lines: Sequence[Line], sizes: Sequence[float], body: float) -> list[Block]:
    """Return the blocks that `lines` make.

    `sizes` are the sizes of headings, largest first; `body` is the size of running text.
    """
    found: list[Block] = []
    group: list[Line] = []
    rooms = _rooms(lines, body)

    def flush() -> None:
        if group:
            found.append(_block(group, sizes, body, _spare(group[-1], rooms[at - 1])))
            group.clear()

    gaps = [
        b.top - a.bottom for a, b in itertools.pairwise(lines) if 0 <= b.top - a.bottom < 2 * body
    ]
    type_ = _Type(sizes, body, median(gaps) if gaps else 0.0)
    at = 0
    while at < len(lines):
        line = lines[at]
        end = _special_end(lines, at)
        if end > at:
            flush()
            found.append(_special(lines[at:end]))
            at = end
            continue
        if group and _parts(group, line, rooms[at - 1], type_):
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


@dataclass(frozen=True, slots=True)
class _Type:
    """The sizes of headings and of running text, and the usual space between its lines."""

    sizes: Sequence[float]
    body: float
    gap: float


def _parts(group: Sequence[Line], line: Line, room: float, type_: _Type) -> bool:
    """Whether `line` begins a new block after those of `group`, behind which `room` is free."""
    last = group[-1]
    gap = line.top - last.bottom
    level, before = (_level(one, type_.sizes, type_.body) for one in (line, last))
    if level != before or (level and _is_another_heading(last, line, room)):
        return True
    goes_on = _goes_on(last.text, line.text, _width(line.words[0]), _spare(last, room))
    marked = _BULLET.match(line.text) or _NUMBERED.match(line.text)
    if marked and (not goes_on or _is_item(group[0], line)):
        return True
    if gap < -2 * type_.body:  # the next column
        return not goes_on
    return gap > type_.gap + _GAP * 0.5 * type_.body


def _is_another_heading(last: Line, line: Line, room: float) -> bool:
    """Whether a line below a heading is one of its own: another face, apart, or with no need to be.

    A heading that is too long for one line goes on in the next where its next word has no room.
    """
    if abs(line.size - last.size) > _SAME_SIZE or line.bold != last.bold:
        return True
    if line.top - last.bottom > _HEADING_GAP * line.size:
        return True
    aligned = abs(line.x0 - last.x0) < line.size
    return aligned and _width(line.words[0]) < room


def _spare(line: Line, room: float) -> float:
    """Return what is free behind a line; one that cannot be full has room for any word."""
    return room if len(line.words) >= _LEAST_WORDS else math.inf


def _goes_on(last: str, text: str, first: float, room: float) -> bool:
    """Whether a sentence that does not end in `last` goes on in `text`.

    It does where its next word is a small one, or was put on the next line for want of room.
    """
    return not last.endswith(SENTENCE_END) and (text[:1].islower() or first > room)


def _is_item(first: Line, line: Line) -> bool:
    """Whether a line that might go on with a sentence begins an item, by its sign or number."""
    if _BULLET.match(line.text):
        return not _DASHED.match(line.text) or bool(_BULLET.match(first.text))
    before, mark = first.words[0].text[:-1], line.words[0].text[:-1]
    if not _NUMBERED.match(first.text):
        return mark in {"1", "a"}
    if before.isdigit() and mark.isdigit():
        return int(mark) == int(before) + 1
    return mark == "a" or (len(before) == 1 and ord(mark[0]) == ord(before) + 1)


def _width(word: Word) -> float:
    return word.x1 - word.x0


def _rooms(lines: Sequence[Line], body: float) -> list[float]:
    """Return what is free behind each line, less a space: up to where its column ends."""
    rooms: list[float] = []
    while len(rooms) < len(lines):
        start = end = len(rooms)
        while end < len(lines) and (
            end == start or lines[end].top - lines[end - 1].bottom >= -2 * body
        ):
            end += 1
        column = lines[start:end]
        edge = max(line.words[-1].x1 for line in column)
        rooms += [edge - line.words[-1].x1 - _SPACE * line.size for line in column]
    return rooms


def _level(line: Line, sizes: Sequence[float], body: float) -> int:
    for level, size in enumerate(sizes, 1):
        if abs(line.size - size) < 0.35:
            return level
    words = line.text
    short = len(words) < 90 and not words.rstrip().endswith((".", ",", ";", ":"))
    if line.bold and short and line.size >= body - 0.3 and any(c.isalpha() for c in words):
        return min(len(sizes) + 1, 6)
    return 0


def _block(group: Sequence[Line], sizes: Sequence[float], body: float, room: float) -> Block:
    text = join([line.text for line in group])
    top, first = group[0].top, _width(group[0].words[0])
    level = _level(group[0], sizes, body)
    if level:
        return Block(text, level, top=top)
    if match := _BULLET.match(text):
        return Block("- " + text[match.end() :].strip(), item=True, top=top, room=room)
    item = bool(_NUMBERED.match(text))
    return Block(text, item=item, top=top, first=first, room=room)


def join(lines: Sequence[str]) -> str:
    """Join lines to a paragraph; a word that was parted at the end of a line is made whole."""
    text = lines[0]
    for line in lines[1:]:
        less, seam = seam_of(text, line)
        text = text[: len(text) - less] + seam + line
    return text


def seam_of(text: str, after: str) -> tuple[int, str]:
    """Return how many characters are taken off the end of `text`, and what follows them.

    A hyphen between small letters parts one word; before a digit or a capital it is a part of it.
    """
    if text.endswith("\xad") or (re.search(r"[a-zà-ÿ]-$", text) and re.match(r"[a-zà-ÿ]", after)):
        return 1, ""
    return 0, "" if re.search(r"\w-$", text) and after[:1].isalnum() else " "


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
