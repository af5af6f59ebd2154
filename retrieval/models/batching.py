"""Cuts texts into requests that an embedding service takes, and puts its replies in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from retrieval.errors import ModelReplyInvalid

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request may hold: `items` texts with together `tokens` tokens."""

    items: int = 128
    tokens: int = 100_000


def batches(places: Iterable[int], tokens: Sequence[int], limits: Limits) -> Iterator[list[int]]:
    """Cut `places` into groups within the limits; a text over the limit goes alone."""
    group: list[int] = []
    total = 0
    for place in places:
        if group and (len(group) == limits.items or total + tokens[place] > limits.tokens):
            yield group
            group, total = [], 0
        group.append(place)
        total += tokens[place]
    if group:
        yield group


class Rows:
    """The vectors of many texts, filled in as replies come.

    Args:
        count: how many texts there are.
        dims: the length of a vector; None where the first reply decides it.
        name: the model's name, for errors.
    """

    def __init__(self, count: int, dims: int | None, name: str) -> None:
        self.dims = dims
        self._name = name
        self._rows: list[Vectors | None] = [None] * count

    def fill(self, places: Sequence[int], reply: Iterable[tuple[int, Sequence[float]]]) -> None:
        """Take a reply for the texts at `places`: pairs of position and vector, in any order.

        Raises:
            ModelReplyInvalid: a vector has another length, or is not made of numbers.
        """
        for position, values in reply:
            if 0 <= position < len(places):
                self._rows[places[position]] = self._row(values)

    def skip(self, place: int) -> None:
        """Let a text have no direction: an empty one, which services reject."""
        self._rows[place] = np.zeros(0, dtype=np.float32)

    def done(self) -> list[int]:
        """Return the places that have their vector, or need none."""
        return [place for place, row in enumerate(self._rows) if row is not None]

    def missing(self) -> list[int]:
        """Return the places that no reply has filled yet."""
        return [place for place, row in enumerate(self._rows) if row is None]

    def vectors(self) -> Vectors:
        """Return all rows, of unit length, shape (texts, dims)."""
        result = np.zeros((len(self._rows), self.dims or 0), dtype=np.float32)
        for place, row in enumerate(self._rows):
            if row is not None and row.size:
                result[place] = row
        return result

    def _row(self, values: Sequence[float]) -> Vectors:
        try:
            row = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise ModelReplyInvalid(
                f"The embedding model {self._name} returned something that is not a vector."
            ) from error
        if row.ndim != 1 or not row.size or not np.isfinite(row).all():
            raise ModelReplyInvalid(
                f"The embedding model {self._name} returned something that is not a vector."
            )
        if self.dims is None:
            self.dims = row.size
        if row.size != self.dims:
            raise ModelReplyInvalid(
                f"The embedding model {self._name} returned {row.size} dimensions where "
                f"{self.dims} were expected: it was changed under its name, "
                "or FOOTNOTE_EMBEDDING_DIMS is wrong."
            )
        unit: Vectors = (row / max(float(np.linalg.norm(row)), 1e-12)).astype(np.float32)
        return unit
