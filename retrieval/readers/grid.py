"""Cells that span columns and rows -> a grid in which each place has its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_MOST_CELLS = 200_000
_WIDEST = 200


@dataclass(frozen=True, slots=True)
class Cell:
    """The words of a cell and how many columns and rows it covers, at least one each."""

    words: str
    across: int = 1
    down: int = 1


def spread(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return the words by row and column; a spanning cell stands in each place that it covers.

    Rows without words are left out; a table is cut where it has become absurdly large.
    """
    grid: list[list[str]] = []
    below: dict[int, tuple[int, str]] = {}
    total = 0
    for row in rows:
        places: list[str] = []
        for cell in row:
            _fill(places, below)
            for _ in range(min(cell.across, _WIDEST)):
                if cell.down > 1:
                    below[len(places)] = (cell.down - 1, cell.words)
                places.append(cell.words)
        _fill(places, below)
        total += len(places)
        if total > _MOST_CELLS:
            break
        if any(places):
            grid.append(places)
    return grid


def _fill(places: list[str], below: dict[int, tuple[int, str]]) -> None:
    """Put what spans down from above into the next free places."""
    while len(places) in below:
        left, words = below[len(places)]
        if left > 1:
            below[len(places)] = (left - 1, words)
        else:
            del below[len(places)]
        places.append(words)
