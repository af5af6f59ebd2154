"""Characters of a page of a PDF -> the same, with superscripts for those that are raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from retrieval.text.raised import raised

_SMALLER = (0.45, 0.92)
"""How large raised letters are, as a share of those beside them; less is beside an initial."""
_DESCENT = 0.25
"""The part of a letter's box that lies below its line."""
_RISE = 0.12
"""The least distance from the line, in sizes of the letters that stand on it."""
_BESIDE = 0.1
"""The least part of the height of the letters that what stands beside them shares."""
_BEHIND, _BEFORE = 0.4, 1.0
"""The widest space behind the letters beside them, and before, in their sizes."""
_NEAR = 3
"""How many characters away the letter is looked for that something stands beside."""
_MOST = 12
_PLACE = ("top", "bottom", "doctop", "size", "height", "fontname")

Char = dict[str, Any]


def lift(chars: Sequence[Char]) -> None:
    """Put superscripts in the place of raised characters, in the order in which they are drawn.

    They are given the height of what they stand beside, as lowered ones are, so that they stay in
    its line.
    """
    at = 0
    while at < len(chars):
        end = _run_end(chars, at)
        base = _base(chars, at, end) if end - at <= _MOST else None
        if base is not None:
            _set(chars[at:end], base)
        at = end


def _run_end(chars: Sequence[Char], at: int) -> int:
    """Return where the characters of one size and height that begin at `at` end."""
    end = at + 1
    while end < len(chars) and _same(chars[end - 1], chars[end]):
        end += 1
    return end


def _same(one: Char, other: Char) -> bool:
    alike = abs(one["size"] - other["size"]) < 0.1 and abs(one["bottom"] - other["bottom"]) < 0.5
    return alike and bool(abs(other["x0"] - one["x1"]) < one["size"])


def _base(chars: Sequence[Char], at: int, end: int) -> Char | None:
    """Return the letter that a run is raised or lowered beside: before it, or else after it."""
    before = _letter(reversed(chars[max(at - _NEAR, 0) : at]))
    if before is not None and _rise(chars[at], before):
        gap = chars[at]["x0"] - before["x1"]
        if abs(gap) <= _BEHIND * before["size"]:
            return before
    after = _letter(chars[end : end + _NEAR])
    if after is not None and _rise(chars[at], after):
        gap = after["x0"] - chars[end - 1]["x1"]
        if abs(gap) <= _BEFORE * after["size"]:
            return after
    return None


def _letter(chars: Iterable[Char]) -> Char | None:
    return next((one for one in chars if one["text"].strip()), None)


def _rise(char: Char, base: Char) -> float:
    """Return by how much a smaller letter stands above the line of another; 0 for not beside it."""
    least, most = _SMALLER
    size, own = float(base["size"]), float(char["size"])
    if not (least * size <= own <= most * size and char["upright"] and base["upright"]):
        return 0.0
    rise = float(base["bottom"] - char["bottom"]) - _DESCENT * (size - own)
    beside = char["bottom"] > base["top"] + _BESIDE * size
    beside = beside and char["top"] < base["bottom"] - _BESIDE * size
    return rise if beside and abs(rise) > _RISE * size else 0.0


def _set(run: Sequence[Char], base: Char) -> None:
    words = "".join(one["text"] for one in run)
    shown = raised(words) if _rise(run[0], base) > 0 else words
    start = shown.find(words)
    if len(shown) == len(words) == len(run):
        for one, char in zip(run, shown, strict=True):
            one["text"] = char
    elif start >= 0:
        run[0]["text"] = shown[:start] + run[0]["text"]
        run[-1]["text"] += shown[start + len(words) :]
    for one in run:
        one.update({key: base[key] for key in _PLACE})
