"""How close together a text has what a question asks for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

WINDOW = 30
"""Words within which the best cluster of asked words is looked for: a long sentence."""
_REACH = 3
"""Words apart at which two asked words still count as near each other."""

Pair = tuple[str, str]


def window_share(rarity: Mapping[str, float], body: Sequence[str]) -> float:
    """Return the share of the question, by rarity, in the best window of the body."""
    total = sum(rarity.values())
    best = current = 0.0
    counts: dict[str, int] = {}
    places = [(place, word) for place, word in enumerate(body) if rarity.get(word)]
    left = 0
    for place, word in places:
        counts[word] = counts.get(word, 0) + 1
        current += rarity[word] if counts[word] == 1 else 0.0
        while places[left][0] <= place - WINDOW:
            gone = places[left][1]
            counts[gone] -= 1
            current -= rarity[gone] if not counts[gone] else 0.0
            left += 1
        best = max(best, current)
    return best / total if total else 0.0


def neighbour_share(
    rarity: Mapping[str, float], pairs: Collection[Pair], body: Sequence[str]
) -> float:
    """Return the share of the question's neighbouring words that are neighbours in the body."""
    return _pair_share(rarity, pairs, set(pairwise(body)))


def near_share(rarity: Mapping[str, float], pairs: Collection[Pair], body: Sequence[str]) -> float:
    """Return the share of the question's successive content words that the body has together.

    Together is at most three words apart in that order, or side by side in the other.
    """
    there: set[Pair] = {(second, first) for first, second in pairwise(body)}
    for reach in range(1, _REACH + 1):
        there.update(zip(body, body[reach:], strict=False))
    return _pair_share(rarity, pairs, there)


def _pair_share(
    rarity: Mapping[str, float], pairs: Collection[Pair], there: Collection[Pair]
) -> float:
    """Weigh each pair by its commoner word, and return the share that is there."""
    weights = {pair: min(rarity.get(pair[0], 0.0), rarity.get(pair[1], 0.0)) for pair in pairs}
    total = sum(weights.values())
    return (
        sum(weight for pair, weight in weights.items() if pair in there) / total if total else 0.0
    )
