"""Rows are cut near the middle, at places that an edit does not move."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.ingest.parts import Seam, parted


def seams(depths: list[int], glued: int = -1) -> list[Seam]:
    """Return seams of given depths."""
    return [Seam.before(str(at), depth, glued=at == glued) for at, depth in enumerate(depths)]


@given(st.lists(st.integers(0, 40), max_size=60), st.integers(1, 100))
def test_parts_tile_the_row_and_fit(weights: list[int], most: int) -> None:
    """Parts follow one another without a gap, and each fits or is one piece."""
    found = parted(weights, seams([0] * len(weights)), lambda _a, _b, weight: weight <= most)

    assert [at for start, end in found for at in range(start, end)] == list(range(len(weights)))
    assert all(end - start == 1 or sum(weights[start:end]) <= most for start, end in found)


def test_the_outermost_seam_near_the_middle_is_cut() -> None:
    """A shallow place is cut before a deep one, but not at the edge."""
    found = parted([10] * 6, seams([0, 0, 1, 1, 0, 0]), lambda _a, _b, weight: weight <= 40)

    assert [(0, 4), (4, 6)] == found


def test_glued_pieces_are_not_parted() -> None:
    """A seam that is glued is cut only where there is no other."""
    found = parted([10] * 4, seams([0, 1, 0, 1], glued=2), lambda _a, _b, weight: weight <= 30)

    assert (2, 4) not in found


def test_an_edit_in_one_half_leaves_the_other() -> None:
    """A piece that grows moves no cut far from it."""
    weights = [10 + at % 7 for at in range(64)]
    depths = [at % 3 for at in range(64)]
    before = parted(weights, seams(depths), lambda _a, _b, weight: weight <= 60)
    weights[5] += 3
    after = parted(weights, seams(depths), lambda _a, _b, weight: weight <= 60)

    assert len(set(before) - set(after)) <= 2
