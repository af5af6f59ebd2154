"""Colours as CSS, Word and PDF write them -> red, green and blue, and whether one can be read."""

from __future__ import annotations

import colorsys
import re
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
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]{1,80})\)$")
_NUMBER = re.compile(r"(-?(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9}))(%|deg)?$")


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
    numbers = [found for part in parts if (found := _NUMBER.match(part))]
    if match is None or len(numbers) != len(parts) or len(parts) not in {3, 4}:
        return None
    alpha = _share(numbers[3], 1) if len(parts) == 4 else 1.0
    if match[1] == "rgb":
        return Color(
            _share(numbers[0], 255), _share(numbers[1], 255), _share(numbers[2], 255), alpha
        )
    turn = float(numbers[0][1]) / 360 % 1
    red, green, blue = colorsys.hls_to_rgb(turn, _share(numbers[2], 100), _share(numbers[1], 100))
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


def _share(number: re.Match[str], whole: float) -> float:
    value = float(number[1]) / (100 if number[2] == "%" else whole)
    return min(max(value, 0.0), 1.0)
