"""Figures over time -> a chart of block characters, which every place shows."""

from __future__ import annotations

from collections.abc import Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
NOTHING = "·"
SPAN = 0.1
"""The least difference between the lowest and the highest block: noise draws no mountains."""


def bars(values: Sequence[float | None]) -> str:
    """Draw shares from 0 to 1, one character each; where there is none, a dot.

    The scale goes from the least to the greatest of the values, and over ten points at least.
    """
    known = [value for value in values if value is not None]
    if not known:
        return NOTHING * len(values)
    top = max(known)
    low = max(0.0, min(*known, top - SPAN))
    height = max(top - low, SPAN)
    return "".join(
        NOTHING if value is None else BLOCKS[_level((value - low) / height)] for value in values
    )


def percent(value: float | None) -> str:
    """Write a share as a percentage."""
    return "-" if value is None else f"{100 * value:.1f} %"


def _level(share: float) -> int:
    """Return which block a height is drawn by."""
    return max(0, min(len(BLOCKS) - 1, round(share * (len(BLOCKS) - 1))))
