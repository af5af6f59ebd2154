"""Vectors in Elasticsearch: the fields that hold them, and how they are read exactly."""

from __future__ import annotations

from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retrieval.stores.elastic_mapping import THERE, Source

Floats = NDArray[np.float32]
_STORED = np.dtype("<f4")
_DECIMALS = 7
"""Of what is searched, which is quantized to a byte each: a vector is half as long in JSON."""


def vector_fields(vector: Floats, *, of_page: bool = False) -> Source:
    """Return the fields of a vector of unit length; a zero vector is kept and never found."""
    exact = np.asarray(vector, dtype=_STORED)
    fields: Source = {"vector": b64encode(exact.tobytes()).decode("ascii")}
    if exact.any():
        sought = np.round(exact.astype(np.float64), _DECIMALS).tolist()
        fields["page_embedding" if of_page else "embedding"] = sought
    return fields if of_page else {**fields, "vector_state": THERE}


def exact_vector(fields: Mapping[str, Any]) -> Floats | None:
    """Return the vector of a hit that was asked for the doc value of `vector`, None without one."""
    said = fields.get("vector")
    return decoded(said[0]) if said else None


def decoded(text: str) -> Floats:
    """Return the vector that a text holds."""
    return np.frombuffer(a2b_base64(text), dtype=_STORED)


def page_vector(vectors: Sequence[Floats]) -> Floats:
    """Return the vector of a page: the unit mean of those of its chunks, zero where it has none."""
    total = np.sum(np.asarray(vectors, dtype=np.float64), axis=0)
    length = float(np.linalg.norm(total))
    mean: Floats = (total / length if length else total).astype(np.float32)
    return mean
