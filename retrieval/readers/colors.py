"""Colours as CSS, Word and PDF write them -> red, green and blue, and whether one can be read."""

from __future__ import annotations

import colorsys
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_NEAR = 20.5 / 255
"""The most that every part of two colours may differ by to look alike: #ebebeb on white has a
contrast of 1.2, where WCAG 2.2 (1.4.3) asks for 4.5."""

_NAMES = {
    "aliceblue": "f0f8ff", "antiquewhite": "faebd7", "aqua": "00ffff", "azure": "f0ffff",
    "beige": "f5f5dc", "bisque": "ffe4c4", "black": "000000", "blanchedalmond": "ffebcd",
    "blue": "0000ff", "brown": "a52a2a", "cornsilk": "fff8dc", "cyan": "00ffff",
    "darkblue": "00008b", "darkgray": "a9a9a9", "darkgreen": "006400", "darkgrey": "a9a9a9",
    "darkred": "8b0000", "dimgray": "696969", "dimgrey": "696969", "floralwhite": "fffaf0",
    "fuchsia": "ff00ff", "gainsboro": "dcdcdc", "ghostwhite": "f8f8ff", "gold": "ffd700",
    "gray": "808080", "green": "008000", "grey": "808080", "honeydew": "f0fff0",
    "indigo": "4b0082", "ivory": "fffff0", "khaki": "f0e68c", "lavender": "e6e6fa",
    "lavenderblush": "fff0f5", "lemonchiffon": "fffacd", "lightblue": "add8e6",
    "lightcyan": "e0ffff", "lightgray": "d3d3d3", "lightgreen": "90ee90", "lightgrey": "d3d3d3",
    "lightyellow": "ffffe0", "lime": "00ff00", "linen": "faf0e6", "magenta": "ff00ff",
    "maroon": "800000", "midnightblue": "191970", "mintcream": "f5fffa", "mistyrose": "ffe4e1",
    "navy": "000080", "oldlace": "fdf5e6", "olive": "808000", "orange": "ffa500",
    "papayawhip": "ffefd5", "pink": "ffc0cb", "purple": "800080", "red": "ff0000",
    "seashell": "fff5ee", "silver": "c0c0c0", "slategray": "708090", "slategrey": "708090",
    "snow": "fffafa", "teal": "008080", "tomato": "ff6347", "white": "ffffff",
    "whitesmoke": "f5f5f5", "yellow": "ffff00",
    "canvas": "ffffff", "canvastext": "000000", "initial": "000000",
}  # fmt: skip
_HEX = re.compile(r"#([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})$")
_FUNCTION = re.compile(r"([a-z]{2,5})\(([^()]{1,80})\)$")
_NUMBER = re.compile(
    r"([-+]?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})(?:e-?\d)?|none)(%|deg|rad|grad|turn)?$"
)
_TURNS = {"": 360.0, "deg": 360.0, "rad": 2 * math.pi, "grad": 400.0, "turn": 1.0}


@dataclass(frozen=True, slots=True)
class Color:
    """Red, green, blue and how opaque it is, each from 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    def over(self, back: Color) -> Color:
        """Return what is seen of this colour on the opaque colour `back`."""
        return Color(
            *(_mix(self.alpha, *pair) for pair in zip(self.parts, back.parts, strict=True))
        )

    @property
    def parts(self) -> tuple[float, float, float]:
        """Red, green and blue."""
        return self.red, self.green, self.blue

    def lost_on(self, back: Color) -> bool:
        """Whether people cannot tell text of this colour from what is behind it."""
        seen = self.over(back)
        return all(abs(a - b) <= _NEAR for a, b in zip(seen.parts, back.parts, strict=True))


def _mix(alpha: float, front: float, back: float) -> float:
    return back + alpha * (front - back)


WHITE = Color(1.0, 1.0, 1.0)
BLACK = Color(0.0, 0.0, 0.0)


def color(value: str) -> Color | None:
    """Return the colour that a value of CSS names, or None for what is not known here.

    https://www.w3.org/TR/css-color-4/
    """
    value = value.strip().lower()
    if value == "transparent":
        return Color(0.0, 0.0, 0.0, 0.0)
    value = f"#{_NAMES[value]}" if value in _NAMES else value
    if match := _HEX.match(value):
        return from_hex(match[1])
    match = _FUNCTION.match(value)
    parts = re.split(r"[\s,/]+", match[2].strip()) if match else []
    name = match[1].removesuffix("a") if match else ""
    if name == "color" and parts:
        name = f"color {parts.pop(0)}"
    numbers = [found for part in parts if (found := _NUMBER.match(part))]
    if name not in _SPACES or len(numbers) != len(parts) or len(parts) not in {3, 4}:
        return None
    alpha = _share(numbers[3], 1) if len(parts) == 4 else 1.0
    red, green, blue = (min(max(part, 0.0), 1.0) for part in _SPACES[name](numbers))
    return Color(red, green, blue, alpha)


def from_hex(digits: str) -> Color | None:
    """Return the colour of three, four, six or eight hexadecimal digits, else None."""
    if len(digits) in {3, 4}:
        digits = "".join(digit * 2 for digit in digits)
    try:
        parts = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
    except ValueError:
        return None
    if len(parts) not in {3, 4}:
        return None
    return Color(parts[0], parts[1], parts[2], parts[3] if len(parts) == 4 else 1.0)


Numbers = Sequence[re.Match[str]]
Parts = tuple[float, float, float]
"""Red, green and blue, from 0 to 1 as far as a screen can show them."""


def _value(number: re.Match[str], whole: float = 1.0) -> float:
    """Return a number, and a percentage as a part of `whole`; `none` is zero."""
    value = 0.0 if number[1] == "none" else float(number[1])
    return value * whole / 100 if number[2] == "%" else value


def _share(number: re.Match[str], whole: float) -> float:
    return min(max(_value(number, whole) / whole, 0.0), 1.0)


def _turn(number: re.Match[str]) -> float:
    return _value(number) / _TURNS[number[2].replace("%", "") if number[2] else ""] % 1


def _rgb(numbers: Numbers) -> Parts:
    return _share(numbers[0], 255), _share(numbers[1], 255), _share(numbers[2], 255)


def _hsl(numbers: Numbers) -> Parts:
    light, strong = (_share(one, 100) for one in (numbers[2], numbers[1]))
    return colorsys.hls_to_rgb(_turn(numbers[0]), light, strong)


def _hwb(numbers: Numbers) -> Parts:
    white, black = (_share(one, 100) for one in numbers[1:3])
    if white + black >= 1:
        grey = white / (white + black)
        return grey, grey, grey
    red, green, blue = colorsys.hls_to_rgb(_turn(numbers[0]), 0.5, 1.0)
    rest = 1 - white - black
    return red * rest + white, green * rest + white, blue * rest + white


def _lab(numbers: Numbers) -> Parts:
    return _of_lab(_value(numbers[0], 100), _value(numbers[1], 125), _value(numbers[2], 125))


def _lch(numbers: Numbers) -> Parts:
    return _of_lab(_value(numbers[0], 100), *_around(_value(numbers[1], 150), numbers[2]))


def _oklab(numbers: Numbers) -> Parts:
    return _of_oklab(_value(numbers[0]), _value(numbers[1], 0.4), _value(numbers[2], 0.4))


def _oklch(numbers: Numbers) -> Parts:
    return _of_oklab(_value(numbers[0]), *_around(_value(numbers[1], 0.4), numbers[2]))


def _around(chroma: float, hue: re.Match[str]) -> tuple[float, float]:
    angle = 2 * math.pi * _turn(hue)
    return max(chroma, 0.0) * math.cos(angle), max(chroma, 0.0) * math.sin(angle)


def _of_lab(light: float, a: float, b: float) -> Parts:
    """Return what CIE Lab (white of D50) is on a screen.

    CSS Color 4, 9.3 and 10.2, with the matrix from D50 to linear sRGB made one.
    """
    light = min(max(light, 0.0), 100.0)
    y = (light + 16) / 116
    x, z = y + a / 500, y - b / 200
    x, y, z = (
        white * (one**3 if one > 6 / 29 else 3 * (6 / 29) ** 2 * (one - 4 / 29))
        for white, one in ((0.96422, x), (1.0, y), (0.82521, z))
    )
    return (
        _shown(3.1338561 * x - 1.6168667 * y - 0.4906146 * z),
        _shown(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z),
        _shown(0.0719453 * x - 0.2289914 * y + 1.4052427 * z),
    )


def _of_oklab(light: float, a: float, b: float) -> Parts:
    """Return what Oklab is on a screen (https://bottosson.github.io/posts/oklab/)."""
    light = min(max(light, 0.0), 1.0)
    long, medium, short = (
        one**3
        for one in (
            light + 0.3963377774 * a + 0.2158037573 * b,
            light - 0.1055613458 * a - 0.0638541728 * b,
            light - 0.0894841775 * a - 1.2914855480 * b,
        )
    )
    return (
        _shown(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _shown(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _shown(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )


def _linear(numbers: Numbers) -> Parts:
    red, green, blue = (_shown(_value(one)) for one in numbers[:3])
    return red, green, blue


def _plain(numbers: Numbers) -> Parts:
    return _value(numbers[0]), _value(numbers[1]), _value(numbers[2])


def _shown(linear: float) -> float:
    """Return how light is written for a screen (IEC 61966-2-1)."""
    if linear <= 0.0031308:
        return 12.92 * linear
    return float(1.055 * min(linear, 1.0) ** (1 / 2.4) - 0.055)


_SPACES: Mapping[str, Callable[[Numbers], Parts]] = {
    "rgb": _rgb, "hsl": _hsl, "hwb": _hwb, "lab": _lab, "lch": _lch, "oklab": _oklab,
    "oklch": _oklch, "color srgb": _plain, "color display-p3": _plain, "color srgb-linear": _linear,
}  # fmt: skip
"""What the functions of CSS make of their numbers. P3 is wider than what is shown here, with the
same white, black and greys."""
