"""Writes the smallest ONNX graphs: a table of vectors, looked up by token.

Written field by field in the protobuf wire format, so that no test needs the onnx package.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

FLOAT, INT64 = 1, 7


def write_lookup(
    file: Path, table: np.ndarray, *, inputs: Sequence[str] = ("input_ids",), rank: int = 3
) -> None:
    """Write a graph that gives each token its row of `table`.

    Args:
        file: where to write it.
        table: shape (tokens, dims), float32.
        inputs: the names that the graph wants; only the first one is used.
        rank: 3 for vectors of tokens; 2 for that of each text's first token; 1 for none.
    """
    gather = _text(1, "table") + _text(1, inputs[0]) + _text(2, "all") + _text(4, "Gather")
    nodes, output = [gather], "all"
    if rank < 3:
        # The first token of each text: Gather along axis 1 with a scalar index.
        axis = _text(1, "axis") + _number(3, 1) + _number(20, 2)
        nodes.append(
            _text(1, "all")
            + _text(1, "zero")
            + _text(2, "one")
            + _text(4, "Gather")
            + _part(5, axis)
        )
        output = "one"
    if rank < 2:
        nodes.append(_text(1, "one") + _text(2, "none") + _text(4, "Size"))
        output = "none"
    graph = b"".join(_part(1, node) for node in nodes) + _text(2, "lookup")
    graph += _part(5, _tensor("table", table.astype("<f4"), FLOAT))
    graph += _part(5, _tensor("zero", np.array(0, dtype="<i8"), INT64))
    graph += b"".join(_part(11, _value(name, INT64, ("b", "s"))) for name in inputs)
    shape = {3: ("b", "s", table.shape[1]), 2: ("b", table.shape[1]), 1: ()}[rank]
    graph += _part(12, _value(output, FLOAT if rank > 1 else INT64, shape))
    file.write_bytes(_number(1, 8) + _part(8, _number(2, 13)) + _part(7, graph))


def _tensor(name: str, values: np.ndarray, kind: int) -> bytes:
    dims = b"".join(_number(1, size) for size in values.shape)
    return dims + _number(2, kind) + _text(8, name) + _part(9, values.tobytes())


def _value(name: str, kind: int, shape: Sequence[str | int]) -> bytes:
    dims = b"".join(
        _part(1, _text(2, size) if isinstance(size, str) else _number(1, size)) for size in shape
    )
    return _text(1, name) + _part(2, _part(1, _number(1, kind) + _part(2, dims)))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _text(field: int, value: str) -> bytes:
    return _part(field, value.encode())


def _part(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])
