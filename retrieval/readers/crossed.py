"""A page of a PDF -> its characters that are struck through, by a line or by a reviewer's mark."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from retrieval.readers.colors import WHITE
from retrieval.readers.ink import Box, shade

_THICKEST = 2.5
"""The most points that a line through letters is high."""
_HIGH, _LOW = 0.38, 0.72
"""Where a line strikes letters, as a share of their height from the top; below it underlines."""
_BEYOND = 0.6
"""How far such a line goes on beside the letters, in their sizes."""
_FILLED = 0.6
"""The share of the line that there are letters along."""
_MOST_LINES = 4_000
_MOST_MARKS = 500

Thing = Mapping[str, Any]


def crossed(chars: Sequence[Thing], drawn: Sequence[Thing], notes: Iterable[Thing]) -> set[int]:
    """Return the ids of the characters that are struck through.

    `drawn` are the lines and boxes of the page, `notes` its annotations.
    """
    lines = [one for one in drawn if _is_line(one)][:_MOST_LINES]
    marked = list(islice(_marked(notes), _MOST_MARKS))
    if not lines and not marked:
        return set()
    letters = sorted((one for one in chars if one["text"].strip()), key=_middle)
    heights = [_middle(one) for one in letters]
    tallest = max((one["bottom"] - one["top"] for one in letters), default=0.0)
    found: set[int] = set()
    for line in lines:
        height = _middle(line)
        near = letters[
            bisect_left(heights, height - tallest) : bisect_left(heights, height + tallest)
        ]
        found |= _struck(line, [one for one in near if _runs_through(line, one)])
    for box in marked:
        found |= {id(one) for one in letters if _is_in(box, one)}
    return found


def close_gaps(chars: Sequence[dict[str, Any]], struck: Collection[int]) -> None:
    """Make the letter before struck ones as wide as they are, so that no gap parts the line."""
    last: dict[str, Any] | None = None
    for one in chars:
        if not one["text"].strip():
            continue
        if id(one) not in struck:
            last = one
        elif last is not None and _goes_on(last, one):
            last["x1"] = max(last["x1"], one["x1"])


def _goes_on(last: Thing, char: Thing) -> bool:
    """Whether a character stands in the line of another, a space or less behind it."""
    beside = abs(_middle(last) - _middle(char)) < char["size"] / 2
    return beside and bool(-_BEYOND <= (char["x0"] - last["x1"]) / char["size"] <= 1)


def _is_line(thing: Thing) -> bool:
    color = thing.get("non_stroking_color" if thing.get("fill") else "stroking_color")
    if shade(color) == WHITE:
        return False
    return _length(thing) > _THICKEST >= float(thing["bottom"] - thing["top"])


def _runs_through(line: Thing, char: Thing) -> bool:
    height = char["bottom"] - char["top"]
    low, high = char["top"] + _HIGH * height, char["top"] + _LOW * height
    return bool(low <= _middle(line) <= high and line["x0"] <= _across(char) <= line["x1"])


def _struck(line: Thing, letters: Sequence[Thing]) -> set[int]:
    """Return the ids of the letters that a line runs through, where it was drawn for them alone."""
    if not letters:
        return set()
    beyond = _BEYOND * max(one["size"] for one in letters)
    fits = (
        min(one["x0"] for one in letters) - line["x0"] <= beyond
        and line["x1"] - max(one["x1"] for one in letters) <= beyond
    )
    along = sum(one["x1"] - one["x0"] for one in letters)
    return {id(one) for one in letters} if fits and along >= _FILLED * _length(line) else set()


def _marked(notes: Iterable[Thing]) -> Iterator[Box]:
    """Yield where annotations strike out: ISO 32000, 12.5.6.10."""
    for one in notes:
        about = one.get("data") or {}
        if getattr(about.get("Subtype"), "name", "") != "StrikeOut":
            continue
        points = about.get("QuadPoints")
        if not isinstance(points, list) or len(points) < 8 or len(points) % 8:
            yield one["x0"], one["top"], one["x1"], one["bottom"]
            continue
        upmost = max(points[1::2])
        for at in range(0, len(points), 8):
            across, up = points[at : at + 8 : 2], points[at + 1 : at + 8 : 2]
            top = one["top"] + upmost
            yield min(across), top - max(up), max(across), top - min(up)


def _is_in(box: Box, char: Thing) -> bool:
    left, top, right, bottom = box
    return left <= _across(char) <= right and top <= _middle(char) <= bottom


def _middle(thing: Thing) -> float:
    return float(thing["top"] + thing["bottom"]) / 2


def _across(thing: Thing) -> float:
    return float(thing["x0"] + thing["x1"]) / 2


def _length(thing: Thing) -> float:
    return float(thing["x1"] - thing["x0"])
