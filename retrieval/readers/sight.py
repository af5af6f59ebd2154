"""What CSS declares for an element -> whether it, and all in it, is out of sight."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from retrieval.readers.lengths import FUNCTION, LENGTH, lengths, pixels, share

HIDDEN, STRUCK = "hidden element", "struck-through passage"
"""What the report calls that which is taken out."""
_FAR = -400.0
"""Pixels to the left or the top from which on nothing of an element is on the page."""
_BEYOND = 5_000.0
"""Pixels to the right or the bottom that nobody scrolls."""
TINY = 2.0
"""The least size of letters, in pixels, that can be read at all."""
FAINT = 0.06
"""How opaque a thing is, as a share, that is (nearly) not there."""
_GONE = {
    "display": frozenset({"none"}),
    "visibility": frozenset({"hidden", "collapse"}),
    "content-visibility": frozenset({"hidden"}),
}
_SIDES = ("left", "top", "right", "bottom")
_OPEN = (None, None, None, None)
_TURN = re.compile(
    r"(?:rotate(?:x|y)|rotate [xy]|rotate(?:3d)? (?:1 0|0 1|1 1) 0)"
    r" ([-+]?\d{1,6}(?:\.\d{0,6})?|[-+]?\.\d{1,6})(deg|turn|rad|grad)"
)
_DEGREES = {"deg": 1.0, "turn": 360.0, "rad": 57.29578, "grad": 0.9}
REPLACED = frozenset({"embed", "img", "object", "svg"})
"""Elements that are as large as they say, whatever they stand for."""


def hides(declared: Mapping[str, str], name: str = "") -> bool:
    """Whether an element with these values, and all in it, cannot be seen."""
    if name in REPLACED and _is_no_larger_than_a_dot(declared, ("width", "height")):
        return True
    if any(declared.get(prop) in values for prop, values in _GONE.items()):
        return True
    if not moves(declared) and _is_seen_through(declared):
        return True
    return _is_away(declared) or _is_on_edge(declared) or _is_clipped(declared)


def taken_as(declared: Mapping[str, str], name: str = "") -> str:
    """Return what the report calls an element that is not read: hidden or struck through."""
    if hides(declared, name):
        return HIDDEN
    return STRUCK if "line-through" in declared.get("text-decoration-line", "") else ""


def _is_seen_through(declared: Mapping[str, str]) -> bool:
    """Whether (nearly) nothing of it is drawn."""
    filters = FUNCTION.findall(declared.get("filter", ""))
    shares = [declared.get("opacity", ""), *(value for name, value in filters if name == "opacity")]
    if any(share is not None and share <= FAINT for share in map(share, shares)):
        return True
    return share(declared.get("zoom", "")) == 0.0


def _is_away(declared: Mapping[str, str]) -> bool:
    """Whether it is moved off the page."""
    if any(_far(declared.get(p, "")) for p in ("text-indent", "margin-left", "margin-top")):
        return True
    placed = declared.get("position", "static")
    if placed in {"absolute", "fixed"} and any(
        _far(declared.get(side, ""), share=True) for side in _SIDES
    ):
        return True
    beyond = {"fixed": _past, "relative": _far}.get(placed)
    if beyond is not None and any(beyond(declared.get(side, "")) for side in _SIDES):
        return True
    alone = [(name, declared[name]) for name in ("translate", "scale") if name in declared]
    for name, inside in (*FUNCTION.findall(declared.get("transform", "")), *alone):
        numbers = lengths(inside)
        shares = "%" in inside  # of its own size: a bubble above its word is moved by a whole one
        if name.startswith("translate") and any(
            number <= (2 * _FAR if shares else _FAR) for number in numbers
        ):
            return True
        if name.startswith("scale") and 0.0 in numbers[:2]:
            return True
    return False


def _is_on_edge(declared: Mapping[str, str]) -> bool:
    """Whether it is turned so that only its edge is to be seen.

    One that is moved as well may be a side of a cube, which turns.
    """
    turns = FUNCTION.findall(declared.get("transform", ""))
    turn = f"{turns[0][0]} {turns[0][1]}" if len(turns) == 1 else ""
    if not turns:
        turn = f"rotate {declared.get('rotate', '')}"
    match = _TURN.fullmatch(" ".join(turn.replace(",", " ").split()))
    if match is None:
        return False
    degrees = float(match[1]) * _DEGREES[match[2]]
    return abs(degrees % 180 - 90) < 1


def _far(value: str, *, share: bool = False) -> bool:
    length = None if value.endswith("%") and not share else pixels(value)
    return length is not None and (length <= _FAR or length >= _BEYOND)


def _past(value: str) -> bool:
    """Whether a distance from a side of the window, which does not scroll, is all of it or more."""
    match = LENGTH.fullmatch(value)
    return match is not None and match[2] in {"%", "vw", "vh"} and float(match[1]) >= 100


def _is_clipped(declared: Mapping[str, str]) -> bool:
    """Whether nothing, or a pixel, is left of it."""
    clip = FUNCTION.match(declared.get("clip", ""))
    if clip and clip[1] == "rect":
        top, right, bottom, left = (*map(pixels, re.split(r"[,\s]+", clip[2].strip())), *_OPEN)[:4]
        if _narrow(left, right) or _narrow(top, bottom):
            return True
    path = FUNCTION.match(declared.get("clip-path", ""))
    if path and _leaves_nothing(path[1], path[2]):
        return True
    return cuts(declared) and _is_no_larger_than_a_dot(
        declared, ("width", "height", "max-width", "max-height")
    )


def _is_no_larger_than_a_dot(declared: Mapping[str, str], sides: Iterable[str]) -> bool:
    sizes = [pixels(declared.get(side, "")) for side in sides]
    return any(size is not None and 0 <= size <= TINY for size in sizes)


def _narrow(start: float | None, end: float | None) -> bool:
    return end is not None and end - (start or 0.0) <= TINY


def _leaves_nothing(shape: str, inside: str) -> bool:
    numbers = lengths(inside.split(" at ", maxsplit=1)[0])
    if shape == "inset":
        share = [float(one[1]) for one in LENGTH.finditer(inside) if one[2] == "%"]
        return bool(share) and len(share) == len(numbers) and min(share) >= 50
    return shape in {"circle", "ellipse", "polygon"} and bool(numbers) and not any(numbers)


def moves(declared: Mapping[str, str]) -> bool:
    """Whether it is moved or faded by and by: what it is now says little."""
    return "animation" in declared or "animation-name" in declared


def cuts(declared: Mapping[str, str]) -> bool:
    """Whether what is larger than the element is cut off."""
    cut = {declared.get(prop, "") for prop in ("overflow", "overflow-x", "overflow-y")}
    return bool(cut & {"hidden", "clip"})
