"""What CSS declares for an element -> whether people can read its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from retrieval.readers.colors import WHITE, Color, color
from retrieval.readers.lengths import FUNCTION, LENGTH, PIXELS, pixels, share
from retrieval.readers.sight import FAINT, REPLACED, TINY, cuts, moves

_USUAL_SIZE = 16.0
_SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0, "smaller": 13.0, "larger": 19.0,
    "initial": 16.0,
}  # fmt: skip
_PRESSED = 0.1
"""The height of a line, as a share of its letters' size, at which lines lie on each other."""
_LINE = 160
"""Letters of the usual size that a line of a window of 1280 pixels holds, and no more."""
_STRUCK = frozenset({"del", "s", "strike"})
_COLOR_WORD = re.compile(
    r"(?:(?:rgb|hsl)a?|hwb|(?:ok)?(?:lab|lch)|color)\([^()]*\)|#[0-9a-f]+|[a-z]+"
)


def _cuts_lines(declared: Mapping[str, str]) -> bool:
    """Whether a box that is as high as its lines are shows nothing beyond them."""
    height = pixels(declared.get("height", ""))
    return cuts(declared) and (height is None or height <= TINY)


@dataclass(frozen=True, slots=True)
class Line:
    """The height of a line: pixels, or so many times the size of the letters in it."""

    height: float
    of_letters: bool = False

    def of(self, size: float) -> float:
        """Return the height in pixels where letters have this size."""
        return self.height * size if self.of_letters else self.height


@dataclass(frozen=True, slots=True)
class Looks:
    """How the text of an element looks; each part of it is handed down to what is in it.

    `ink` is None where no colour was named, `paper` where a picture or what is not known is
    behind the text. `size` is in CSS pixels, before it is drawn
    `scale` times as large; `spacing` is what is added between letters. `line` is the height of a
    line, None for the usual one, and `cut` whether what stands out of its box is cut off.
    """

    ink: Color | None = None
    paper: Color | None = WHITE
    size: float = _USUAL_SIZE
    scale: float = 1.0
    spacing: float = 0.0
    line: Line | None = None
    cut: bool = False

    def heaps(self, letters: int) -> bool:
        """Whether so much text needs several lines, and they lie on each other."""
        return self._is_pressed and letters * self.size > _LINE * _USUAL_SIZE

    @property
    def _is_pressed(self) -> bool:
        return self.line is not None and self.line.of(self.size) < _PRESSED * self.size

    @property
    def unreadable(self) -> bool:
        """Whether people cannot read the text: too small, of the colour behind it, or one heap."""
        if self.size * self.scale < TINY or self.spacing <= -self.size:
            return True
        if self.cut and self._is_pressed:
            return True
        if self.ink is None:
            return False
        if self.ink.alpha <= FAINT:
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
            line=self._line(declared, size),
            cut=_cuts_lines(declared) or (self.cut and "line-height" not in declared),
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
        match = LENGTH.fullmatch(value)
        if match is None:
            return self.size
        if match[2] in {"em", "%", "ex", "ch"}:
            share = {"em": 1.0, "%": 0.01, "ex": 0.5, "ch": 0.5}[match[2]]
            return float(match[1]) * share * self.size
        return float(match[1]) * (PIXELS[match[2]] if match[2] else 1.0)

    def _line(self, declared: Mapping[str, str], size: float) -> Line | None:
        value = declared.get("line-height", "inherit")
        match = LENGTH.fullmatch(value)
        if match is None:
            return self.line if value in {"inherit", "unset"} else None
        number, unit = float(match[1]), match[2]
        if unit is None:
            return Line(number, of_letters=True)
        share = {"em": size, "%": size / 100}.get(unit)
        return Line(number * (PIXELS[unit] if share is None else share))

    def _spacing(self, declared: Mapping[str, str], size: float) -> float:
        value = declared.get("letter-spacing", "inherit")
        match = LENGTH.fullmatch(value)
        if match is None:
            return self.spacing if value in {"inherit", "unset"} else 0.0
        return float(match[1]) * (size if match[2] == "em" else PIXELS.get(match[2] or "px", 1.0))


def _scale(declared: Mapping[str, str]) -> float:
    """Return how many times as large an element is drawn, by its narrower side."""
    zoom = share(declared.get("zoom", ""))
    if moves(declared):
        return 1.0 if zoom is None else zoom
    sizes = [declared.get("scale", "")]
    functions = FUNCTION.findall(declared.get("transform", ""))
    sizes += [inside for name, inside in functions if name.startswith("scale") and name != "scalez"]
    shares = [share(one) for size in sizes for one in size.replace(",", " ").split()[:2]]
    least = min((abs(one) for one in shares if one is not None), default=1.0)
    return least * (1.0 if zoom is None else zoom)


def _laid(over: Color, paper: Color | None) -> Color | None:
    """Return what is seen where a colour lies over what is behind it."""
    if over.alpha >= 1 - FAINT:
        return over.over(WHITE)
    if paper is None or over.alpha <= FAINT:
        return paper
    return over.over(paper)


_ATTRIBUTES = {
    "color": "color", "text": "color", "bgcolor": "background-color",
    "data-highlight-colour": "background-color",
}  # fmt: skip
_MEASURES = ("width", "height")


def from_attributes(name: str, attributes: Mapping[str, object]) -> dict[str, str]:
    """Return what an element's name and attributes say of its looks, as CSS would."""
    found = {"text-decoration-line": "line-through"} if name in _STRUCK else {}
    for key in _MEASURES if name in REPLACED else ():
        if isinstance(said := attributes.get(key), str) and said.strip():
            found[key] = said.strip().lower()
    for key, prop in _ATTRIBUTES.items():
        value = attributes.get(key)
        if isinstance(value, str) and value and (key != "text" or name == "body"):
            plain = value.strip().lower()
            hexadecimal = re.fullmatch(r"[0-9a-f]{6}", plain)
            found[prop] = f"#{plain}" if hexadecimal else plain
    return found
