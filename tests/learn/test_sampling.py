"""Tests of retrieval/learn/sampling.py: who is drawn, and that everybody may be."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.sampling import draw
from retrieval.ports.grades import Gradable

MANY = [
    Gradable(f"t{number}", f"U{number % 7}", ("docs",) if number % 4 else ("hr",))
    for number in range(400)
]


def test_the_same_seed_draws_the_same() -> None:
    """In whatever order the answers come; another seed draws others."""
    mixed = list(MANY)
    random.Random(1).shuffle(mixed)

    assert draw(MANY, 100, 7) == draw(mixed, 100, 7)
    assert draw(MANY, 100, 7) != draw(MANY, 100, 8)


@given(st.integers(0, 10_000), st.integers(1, 500))
def test_a_sample_is_spread_as_the_answers_are(seed: int, count: int) -> None:
    """Each answer at most once, collections and askers by their share, give or take little."""
    sample = draw(MANY, count, seed)
    known = {one.trace_id: one for one in MANY}
    size = min(count, len(MANY))

    assert size == len(set(sample)) == len(sample)
    collections = Counter(known[name].collections for name in sample)
    assert abs(collections["hr",] - size / 4) <= 1
    for askers in Counter(known[name].asker for name in sample).values():
        assert abs(askers - size / 7) <= 5


def test_each_answer_has_the_same_chance() -> None:
    """Over many draws no answer comes much more often than another."""
    few = MANY[:40]
    counts = Counter(name for seed in range(600) for name in draw(few, 10, seed))

    assert len(counts) == len(few)
    assert all(95 <= count <= 210 for count in counts.values())


def test_of_nothing_nothing_is_drawn() -> None:
    """No answers make an empty sample."""
    assert () == draw([], 10, 1)
