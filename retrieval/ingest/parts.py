"""Where to cut a row of pieces so that an edit moves few cuts.

Filling from the left would move every later cut when one paragraph grows. Here a row that is
too long is cut once, near its middle, where the structure and then a digest of the words say
so, and each half is looked at by itself: an edit in one half leaves the other as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from zlib import crc32

_FROM, _TO = 0.3, 0.7
"""A cut falls between three and seven tenths of a row, so that no crumb is left."""
_WORDS = 24
"""Characters of a piece that decide on the cut before it; an edit further on changes nothing."""


@dataclass(frozen=True, slots=True, order=True)
class Seam:
    """The place before a piece: the smallest of a row is where it is cut first.

    `glued` says that the piece must not be parted from the one before, `depth` how deep in the
    structure the place is, `lot` decides between equals by the words and not by the place.
    """

    glued: bool
    depth: int
    lot: int

    @classmethod
    def before(cls, said: str, depth: int, *, glued: bool = False) -> Seam:
        """Return the seam before a piece that says something."""
        return cls(glued, depth, crc32(said[:_WORDS].encode("utf-8", "surrogatepass")))


def parted(
    weights: Sequence[int], seams: Sequence[Seam], fits: Callable[[int, int, int], bool]
) -> list[tuple[int, int]]:
    """Return spans of the row, in order, each of one piece or such that `fits` is true.

    Args:
        weights: of the pieces.
        seams: before each piece; the first is not looked at.
        fits: whether pieces from one place to before another, of a total weight, fit.
    """
    sums = [0, *accumulate(weights)]
    found: list[tuple[int, int]] = []
    waiting = [(0, len(weights))] if weights else []
    while waiting:
        start, end = waiting.pop()
        if end - start == 1 or fits(start, end, sums[end] - sums[start]):
            found.append((start, end))
            continue
        cut = _cut(sums, seams, start, end)
        waiting += [(cut, end), (start, cut)]
    return found


def _cut(sums: list[int], seams: Sequence[Seam], start: int, end: int) -> int:
    total = sums[end] - sums[start]
    low, high = sums[start] + total * _FROM, sums[start] + total * _TO
    central = [at for at in range(start + 1, end) if low <= sums[at] <= high]
    best = min(central, key=lambda at: (seams[at], at), default=start)
    if best > start and not seams[best].glued:
        return best
    middle = sums[start] + total / 2
    return min(range(start + 1, end), key=lambda at: (seams[at].glued, abs(sums[at] - middle), at))
