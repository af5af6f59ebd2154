"""Tests of cells that span."""

from __future__ import annotations

from retrieval.readers.grid import Cell, spread


def test_spanning_cells_stand_in_each_place():
    """A cell over two rows or columns is read with each of them."""
    rows = [[Cell("a", down=2), Cell("b", across=2)], [Cell("c"), Cell("d")]]

    assert [["a", "b", "b"], ["a", "c", "d"]] == spread(rows)


def test_empty_rows_are_left_out_and_absurd_spans_cut():
    """A span of a million columns is no table."""
    assert [["a"] * 200] == spread([[Cell("")], [Cell("a", across=10**6)]])
