"""Vectors in Elasticsearch: exact where they are read, absent where cosine has no place."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.stores import elastic_floats as floats


def test_a_vector_is_read_exactly_and_a_zero_one_is_not_searched() -> None:
    """The bytes give the float32 numbers back; cosine has no place for a zero vector."""
    vector = np.array([0.6, 0.8], dtype=np.float32)
    fields = floats.vector_fields(vector)
    read = floats.exact_vector({"vector": [fields["vector"]]})

    assert read is not None
    assert vector.tolist() == read.tolist()
    assert [0.6, 0.8] == fields["embedding"]
    assert "there" == fields["vector_state"]
    assert "embedding" not in floats.vector_fields(np.zeros(2, dtype=np.float32))
    assert floats.exact_vector({}) is None


def test_the_vector_of_a_page_is_the_unit_mean() -> None:
    """Of two chunks at right angles the page points between; of none nowhere."""
    between = floats.page_vector([np.array([1, 0], "f4"), np.array([0, 1], "f4")])

    assert [0.7071, 0.7071] == pytest.approx(between.tolist(), abs=1e-4)
    assert [0.0, 0.0] == floats.page_vector([np.zeros(2, "f4")]).tolist()
