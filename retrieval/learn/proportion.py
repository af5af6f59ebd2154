"""The 95 % interval of a proportion."""

from __future__ import annotations

import math

Z = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


def wilson(found: float, total: float) -> tuple[float, float]:
    """Return the ends of Wilson's score interval (JASA 1927), without continuity correction.

    Without observations that is everything from 0 to 1. Neither number need be whole: a sample
    whose members depend on each other counts as a smaller one.
    """
    if total <= 0:
        return 0.0, 1.0
    share, square = found / total, Z * Z / total
    middle = (share + square / 2) / (1 + square)
    reach = Z * math.sqrt(share * (1 - share) / total + square / (4 * total)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
