"""Tests of how texts are cut into requests and vectors put in order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelReplyInvalid
from retrieval.models.batching import Limits, Rows, batches


@settings(deadline=None)
@given(st.lists(st.integers(0, 30), max_size=40), st.integers(1, 6), st.integers(1, 40))
def test_batches_keep_every_text_in_order_and_within_the_limits(
    tokens: list[int], items: int, most: int
) -> None:
    """Nothing is lost or moved, and only a text that is too long by itself exceeds a limit."""
    groups = list(batches(range(len(tokens)), tokens, Limits(items, most)))

    assert list(range(len(tokens))) == [place for group in groups for place in group]
    for group in groups:
        assert len(group) <= items
        assert len(group) == 1 or sum(tokens[place] for place in group) <= most


def test_a_reply_in_any_order_lands_in_its_places() -> None:
    """Vectors are placed by their index, made of unit length, and gaps are known."""
    rows = Rows(4, None, "m")
    rows.skip(3)
    rows.fill([0, 2], [(1, [0.0, 5.0]), (0, [3.0, 0.0]), (9, [1.0, 1.0])])

    assert [1] == rows.missing()
    rows.fill([1], [(0, [3.0, 4.0])])
    expected = np.array([[1, 0], [0.6, 0.8], [0, 1], [0, 0]], dtype=np.float32)
    np.testing.assert_allclose(rows.vectors(), expected, rtol=1e-6)


@pytest.mark.parametrize("vector", [[], [1.0, float("nan")], ["a", "b"], [[1.0]], None, [1.0, 2.0]])
def test_what_is_not_a_vector_of_the_right_length_is_refused(vector: object) -> None:
    """Text, gaps, infinities and another length than that of the first vector are an error."""
    rows = Rows(2, 3, "m")
    with pytest.raises(ModelReplyInvalid):
        rows.fill([0], [(0, vector)])  # type: ignore[list-item]
