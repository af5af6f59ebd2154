"""What is drawn on a page of a PDF -> which of its characters people can see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from retrieval.readers.colors import WHITE, Color

INVISIBLE = -1.0
"""Stands for the colour of text that is drawn in no colour: rendering mode 3 (ISO 32000, 9.3.6)."""
_TINY = 1.5
"""The least size of letters, in points, that can be read at all."""
_THIN = 4.0
"""Areas narrower than this, in points, are rules and not behind any text."""
_MOST_AREAS = 500
_COVERED = 0.6
"""The share of a page that its pictures cover when it is a scan."""
_MARGIN = 0.12
"""The share of its height, at the top and bottom, where a scan may be stamped with seen text."""
_SPACES = frozenset({"DeviceGray", "DeviceRGB", "DeviceCMYK", "CalGray", "CalRGB", "ICCBased"})
"""Where numbers mean light and not how much of some ink there is."""

Thing = Mapping[str, Any]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in points from the top left corner of the page."""


class Ink:
    """One page's characters and what is behind them; pictures hide nothing and back everything."""

    def __init__(
        self,
        box: Box,
        chars: Sequence[Thing],
        areas: Iterable[Thing],
        pictures: Sequence[Thing],
    ) -> None:
        self._box, self._pictures = box, pictures
        wide = [one for one in areas if one.get("fill") and _least(one) >= _THIN]
        self._areas = sorted(wide, key=_area, reverse=True)[:_MOST_AREAS]
        self._fills = {id(one): shade(one.get("non_stroking_color")) for one in self._areas}
        self._risky: dict[Color, bool] = {}
        self.recognised = self._is_recognised(chars)

    def _is_recognised(self, chars: Sequence[Thing]) -> bool:
        """Whether the page is a scan under the invisible text of a character recognition.

        Nothing else is written on it but what is stamped into its margins.
        """
        hidden = [one for one in chars if is_invisible(one)]
        if not hidden or not self._is_scan():
            return False
        zone = _MARGIN * (self._box[3] - self._box[1])
        return all(
            is_invisible(one)
            or not one["text"].strip()
            or one["bottom"] <= self._box[1] + zone
            or one["top"] >= self._box[3] - zone
            for one in chars
        )

    def _is_scan(self) -> bool:
        whole = (self._box[2] - self._box[0]) * (self._box[3] - self._box[1])
        covered = sum(_area(_within(one, self._box)) for one in self._pictures)
        return whole > 0 and covered >= _COVERED * whole

    def shows(self, thing: Thing) -> bool:
        """Whether people can see a character; all that is none is shown."""
        if thing.get("object_type") != "char":
            return True
        if thing["size"] < _TINY or not _overlaps(thing, self._box):
            return not thing["text"].strip()
        if is_invisible(thing):
            return self.recognised and any(_holds(one, thing) for one in self._pictures)
        if thing.get("ncs", "DeviceGray") not in _SPACES:
            return True
        color = shade(thing.get("non_stroking_color"))
        return color is None or not self._is_risky(color) or not self._is_lost(thing, color)

    def _is_risky(self, color: Color) -> bool:
        """Whether anything on the page has a colour that text of this one would be lost on."""
        if color not in self._risky:
            papers = [WHITE, *(fill for fill in self._fills.values() if fill is not None)]
            self._risky[color] = any(color.lost_on(paper) for paper in papers)
        return self._risky[color]

    def _is_lost(self, thing: Thing, color: Color) -> bool:
        if any(_holds(one, thing) for one in self._pictures):
            return False
        behind = [self._fills[id(one)] for one in self._areas if _holds(one, thing)]
        paper = behind[-1] if behind else WHITE  # the smallest area is in front
        return paper is not None and color.lost_on(paper)


def is_invisible(thing: Thing) -> bool:
    """Whether a character is drawn in no colour at all."""
    color = thing.get("non_stroking_color")
    return isinstance(color, list | tuple) and tuple(color) == (INVISIBLE,)


def shade(value: Any) -> Color | None:
    """Return the colour of one, three or four numbers (grey, RGB, CMYK), else None."""
    values = value if isinstance(value, list | tuple) else [value]
    if not all(isinstance(one, int | float) for one in values):
        return None
    parts = [min(max(float(one), 0.0), 1.0) for one in values]
    if len(parts) == 1:
        return Color(parts[0], parts[0], parts[0])
    if len(parts) == 4:
        light = 1 - parts[3]
        return Color(*((1 - part) * light for part in parts[:3]))
    return Color(parts[0], parts[1], parts[2]) if len(parts) == 3 else None


def _holds(area: Thing, thing: Thing) -> bool:
    x, y = (thing["x0"] + thing["x1"]) / 2, (thing["top"] + thing["bottom"]) / 2
    return bool(area["x0"] <= x <= area["x1"] and area["top"] <= y <= area["bottom"])


def _overlaps(thing: Thing, box: Box) -> bool:
    across = thing["x1"] > box[0] and thing["x0"] < box[2]
    return bool(across and thing["bottom"] > box[1] and thing["top"] < box[3])


def _within(thing: Thing, box: Box) -> Thing:
    """Return the place of a thing, cut at the edges of `box`."""
    return {
        "x0": max(thing["x0"], box[0]),
        "top": max(thing["top"], box[1]),
        "x1": min(thing["x1"], box[2]),
        "bottom": min(thing["bottom"], box[3]),
    }


def _area(thing: Thing) -> float:
    width, height = thing["x1"] - thing["x0"], thing["bottom"] - thing["top"]
    return float(max(width, 0.0) * max(height, 0.0))


def _least(thing: Thing) -> float:
    return float(min(thing["x1"] - thing["x0"], thing["bottom"] - thing["top"]))
