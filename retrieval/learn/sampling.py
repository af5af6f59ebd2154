"""Answers -> a sample of them, drawn at random and yet spread over collections and askers.

Each answer has the same chance, so that the share of right ones in the sample is that of all. It
is a systematic sample (Cochran, Sampling Techniques, 1977, chapter 8): the answers are put in
order by collection and asker, both in random order, and every n-th is taken from a random start;
whoever has a tenth of the answers has a tenth of the sample.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from retrieval.ports.grades import Gradable


def draw(answers: Sequence[Gradable], count: int, seed: int) -> tuple[str, ...]:
    """Return the traces of `count` answers, or of all where there are fewer, in random order.

    The same answers and the same seed give the same sample, in whatever order they come.
    """
    dice = random.Random(seed)  # noqa: S311 - a sample that can be drawn again, no secret
    ordered = sorted(answers, key=lambda one: (one.collections, one.asker, one.trace_id))
    askers = sorted({one.asker for one in ordered})
    places = {asker: dice.random() for asker in askers}
    lots = {one.trace_id: dice.random() for one in ordered}
    ordered.sort(key=lambda one: (one.collections, places[one.asker], lots[one.trace_id]))
    taken = [ordered[at].trace_id for at in _every(len(ordered), count, dice)]
    dice.shuffle(taken)
    return tuple(taken)


def _every(size: int, count: int, dice: random.Random) -> list[int]:
    """Return places spread evenly over `size`, from a random start."""
    if count >= size:
        return list(range(size))
    step = size / count
    start = dice.random() * step
    return [min(size - 1, int(start + number * step)) for number in range(count)]
