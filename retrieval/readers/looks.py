"""What CSS declares for an element -> whether people see it, and its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from retrieval.readers.colors import WHITE, Color, color

_FAR = -400.0
"""Pixels to the left or the top from which on nothing of an element is on the page."""
_BEYOND = 5_000.0
"""Pixels to the right or the bottom that nobody scrolls."""
_TINY = 2.0
"""The least size of letters, in pixels, that can be read at all."""
_USUAL_SIZE = 16.0
_FAINT = 0.06
_GONE = {
    "display": frozenset({"none"}),
    "visibility": frozenset({"hidden", "collapse"}),
    "content-visibility": frozenset({"hidden"}),
}
_SIDES = ("left", "top", "right", "bottom")
_LENGTH = re.compile(
    r"([-+]?(?:\d{1,7}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,2})?)"
    r"(px|pt|em|rem|ex|ch|%|vw|vh|in|cm|mm)?(?![\w.])"
)
_PIXELS = {
    "px": 1.0, "pt": 4 / 3, "in": 96.0, "cm": 37.8, "mm": 3.78, "em": 16.0, "rem": 16.0,
    "ex": 8.0, "ch": 8.0, "%": 4.0, "vw": 4.0, "vh": 4.0,
}  # fmt: skip
"""CSS pixels of a unit; a hundred of those that depend on what is around count as just far."""
_OPEN = (None, None, None, None)
_FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*)\)")
_SHARE = re.compile(r"([-+]?(?:\d{1,9}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,2})?)(%?)")
_TURN = re.compile(
    r"(?:rotate(?:x|y)|rotate [xy]|rotate(?:3d)? (?:1 0|0 1|1 1) 0)"
    r" ([-+]?\d{1,6}(?:\.\d{0,6})?|[-+]?\.\d{1,6})(deg|turn|rad|grad)"
)
_DEGREES = {"deg": 1.0, "turn": 360.0, "rad": 57.29578, "grad": 0.9}
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0, "smaller": 13.0, "larger": 19.0,
    "initial": 16.0,
}  # fmt: skip
_COLOR_WORD = re.compile(r"(?:rgb|hsl)a?\([^()]*\)|#[0-9a-f]+|[a-z]+")


def hides(declared: Mapping[str, str]) -> bool:
    """Whether an element with these values, and all in it, cannot be seen."""
    if any(declared.get(prop) in values for prop, values in _GONE.items()):
        return True
    if not _moves(declared) and _is_seen_through(declared):
        return True
    return _is_away(declared) or _is_on_edge(declared) or _is_clipped(declared)


def _moves(declared: Mapping[str, str]) -> bool:
    return "animation" in declared or "animation-name" in declared


def _is_seen_through(declared: Mapping[str, str]) -> bool:
    """Whether (nearly) nothing of it is drawn."""
    filters = _FUNCTION.findall(declared.get("filter", ""))
    shares = [declared.get("opacity", ""), *(value for name, value in filters if name == "opacity")]
    if any(share is not None and share <= _FAINT for share in map(_share, shares)):
        return True
    return _share(declared.get("zoom", "")) == 0.0


def _share(value: str) -> float | None:
    """Return a number, or a percentage as a number, or None for what is neither."""
    match = _SHARE.fullmatch(value.strip())
    return float(match[1]) / (100 if match[2] else 1) if match else None


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
    for name, inside in (*_FUNCTION.findall(declared.get("transform", "")), *alone):
        numbers = _lengths(inside)
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
    turns = _FUNCTION.findall(declared.get("transform", ""))
    turn = f"{turns[0][0]} {turns[0][1]}" if len(turns) == 1 else ""
    if not turns:
        turn = f"rotate {declared.get('rotate', '')}"
    match = _TURN.fullmatch(" ".join(turn.replace(",", " ").split()))
    if match is None:
        return False
    degrees = float(match[1]) * _DEGREES[match[2]]
    return abs(degrees % 180 - 90) < 1


def _far(value: str, *, share: bool = False) -> bool:
    length = None if value.endswith("%") and not share else _pixels(value)
    return length is not None and (length <= _FAR or length >= _BEYOND)


def _past(value: str) -> bool:
    """Whether a distance from a side of the window, which does not scroll, is all of it or more."""
    match = _LENGTH.fullmatch(value)
    return match is not None and match[2] in {"%", "vw", "vh"} and float(match[1]) >= 100


def _scale(declared: Mapping[str, str]) -> float:
    """Return how many times as large an element is drawn, by its narrower side."""
    zoom = _share(declared.get("zoom", ""))
    if _moves(declared):
        return 1.0 if zoom is None else zoom
    sizes = [declared.get("scale", "")]
    functions = _FUNCTION.findall(declared.get("transform", ""))
    sizes += [inside for name, inside in functions if name.startswith("scale") and name != "scalez"]
    shares = [_share(one) for size in sizes for one in size.replace(",", " ").split()[:2]]
    least = min((abs(one) for one in shares if one is not None), default=1.0)
    return least * (1.0 if zoom is None else zoom)


def _is_clipped(declared: Mapping[str, str]) -> bool:
    """Whether nothing, or a pixel, is left of it."""
    clip = _FUNCTION.match(declared.get("clip", ""))
    if clip and clip[1] == "rect":
        top, right, bottom, left = (*map(_pixels, re.split(r"[,\s]+", clip[2].strip())), *_OPEN)[:4]
        if _narrow(left, right) or _narrow(top, bottom):
            return True
    path = _FUNCTION.match(declared.get("clip-path", ""))
    if path and _leaves_nothing(path[1], path[2]):
        return True
    cut = {declared.get(prop, "") for prop in ("overflow", "overflow-x", "overflow-y")}
    if not cut & {"hidden", "clip"}:
        return False
    sizes = [_pixels(declared.get(p, "")) for p in ("width", "height", "max-width", "max-height")]
    return any(size is not None and 0 <= size <= _TINY for size in sizes)


def _narrow(start: float | None, end: float | None) -> bool:
    return end is not None and end - (start or 0.0) <= _TINY


def _leaves_nothing(shape: str, inside: str) -> bool:
    numbers = _lengths(inside.split(" at ", maxsplit=1)[0])
    if shape == "inset":
        share = [float(one[1]) for one in _LENGTH.finditer(inside) if one[2] == "%"]
        return bool(share) and len(share) == len(numbers) and min(share) >= 50
    return shape in {"circle", "ellipse", "polygon"} and bool(numbers) and not any(numbers)


def _pixels(value: str) -> float | None:
    """Return a length in pixels, or None for what is none."""
    match = _LENGTH.fullmatch(value)
    if match is None:
        return None
    return float(match[1]) * (_PIXELS[match[2]] if match[2] else 1.0)


def _lengths(text: str) -> list[float]:
    return [float(one[1]) * _PIXELS.get(one[2] or "px", 1.0) for one in _LENGTH.finditer(text)]


@dataclass(frozen=True, slots=True)
class Looks:
    """How the text of an element looks; each part of it is handed down to what is in it.

    `ink` is None where no colour was named, `paper` where a picture or what is not known is
    behind the text. `size` is in CSS pixels, before it is drawn
    `scale` times as large; `spacing` is what is added between letters.
    """

    ink: Color | None = None
    paper: Color | None = WHITE
    size: float = _USUAL_SIZE
    scale: float = 1.0
    spacing: float = 0.0

    @property
    def unreadable(self) -> bool:
        """Whether people cannot read the text: too small, of the colour behind it, or one heap."""
        if self.size * self.scale < _TINY or self.spacing <= -self.size:
            return True
        if self.ink is None:
            return False
        if self.ink.alpha <= _FAINT:
            return True
        return self.paper is not None and self.ink.lost_on(self.paper)

    def within(self, declared: Mapping[str, str]) -> Looks:
        """Return the looks of an element that stands in this one."""
        if not declared:
            return self
        size = self._size(declared)
        return replace(
            self,
            ink=self._ink(declared),
            paper=self._paper(declared),
            size=size,
            scale=self.scale * _scale(declared),
            spacing=self._spacing(declared, size),
        )

    def _ink(self, declared: Mapping[str, str]) -> Color | None:
        cut = {declared.get("background-clip"), declared.get("-webkit-background-clip")}
        if "text" in cut:  # letters cut out of a picture
            return None
        value = declared.get("-webkit-text-fill-color") or declared.get("color") or "inherit"
        return self.ink if value in {"inherit", "unset", "currentcolor"} else color(value)

    def _paper(self, declared: Mapping[str, str]) -> Color | None:
        value = declared.get("background-color", "")
        if "(" in declared.get("background-image", ""):
            return None
        words = _COLOR_WORD.findall(value)
        found = next((one for one in map(color, words) if one is not None), None)
        if found is None:
            return None if "(" in value else self.paper
        return _laid(found, self.paper)

    def _size(self, declared: Mapping[str, str]) -> float:
        value = declared.get("font-size", "")
        if value in _SIZES:
            return _SIZES[value]
        match = _LENGTH.fullmatch(value)
        if match is None:
            return self.size
        if match[2] in {"em", "%", "ex", "ch"}:
            share = {"em": 1.0, "%": 0.01, "ex": 0.5, "ch": 0.5}[match[2]]
            return float(match[1]) * share * self.size
        return float(match[1]) * (_PIXELS[match[2]] if match[2] else 1.0)

    def _spacing(self, declared: Mapping[str, str], size: float) -> float:
        value = declared.get("letter-spacing", "inherit")
        match = _LENGTH.fullmatch(value)
        if match is None:
            return self.spacing if value in {"inherit", "unset"} else 0.0
        return float(match[1]) * (size if match[2] == "em" else _PIXELS.get(match[2] or "px", 1.0))


def _laid(over: Color, paper: Color | None) -> Color | None:
    """Return what is seen where a colour lies over what is behind it."""
    if over.alpha >= 1 - _FAINT:
        return over.over(WHITE)
    if paper is None or over.alpha <= _FAINT:
        return paper
    return over.over(paper)


_ATTRIBUTES = {
    "color": "color", "text": "color", "bgcolor": "background-color",
    "data-highlight-colour": "background-color",
}  # fmt: skip


def from_attributes(name: str, attributes: Mapping[str, object]) -> dict[str, str]:
    """Return what the attributes of an element say of its colours, as CSS would."""
    found = {}
    for key, prop in _ATTRIBUTES.items():
        value = attributes.get(key)
        if isinstance(value, str) and value and (key != "text" or name == "body"):
            plain = value.strip().lower()
            hexadecimal = re.fullmatch(r"[0-9a-f]{6}", plain)
            found[prop] = f"#{plain}" if hexadecimal else plain
    return found
