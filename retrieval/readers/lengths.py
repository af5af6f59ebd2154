"""Values of CSS -> numbers: lengths in pixels, shares, and the parts of functions."""

from __future__ import annotations

import re

LENGTH = re.compile(
    r"([-+]?(?:\d{1,7}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,2})?)"
    r"(px|pt|em|rem|ex|ch|%|vw|vh|in|cm|mm)?(?![\w.])"
)
PIXELS = {
    "px": 1.0, "pt": 4 / 3, "in": 96.0, "cm": 37.8, "mm": 3.78, "em": 16.0, "rem": 16.0,
    "ex": 8.0, "ch": 8.0, "%": 4.0, "vw": 4.0, "vh": 4.0,
}  # fmt: skip
"""CSS pixels of a unit; a hundred of those that depend on what is around count as just far."""
FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*)\)")
_SHARE = re.compile(r"([-+]?(?:\d{1,9}(?:\.\d{0,30})?|\.\d{1,30})(?:e[-+]?\d{1,2})?)(%?)")


def share(value: str) -> float | None:
    """Return a number, or a percentage as a number, or None for what is neither."""
    match = _SHARE.fullmatch(value.strip())
    return float(match[1]) / (100 if match[2] else 1) if match else None


def pixels(value: str) -> float | None:
    """Return a length in pixels, or None for what is none."""
    match = LENGTH.fullmatch(value)
    if match is None:
        return None
    return float(match[1]) * (PIXELS[match[2]] if match[2] else 1.0)


def lengths(text: str) -> list[float]:
    """Return all lengths of a text, in pixels."""
    return [float(one[1]) * PIXELS.get(one[2] or "px", 1.0) for one in LENGTH.finditer(text)]
