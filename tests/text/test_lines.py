"""Single lines are told apart."""

from __future__ import annotations

import pytest

from retrieval.text.lines import (
    base_of,
    cells,
    ends,
    html_until,
    indent_of,
    is_delimiter_row,
    is_rule,
)


@pytest.mark.parametrize(
    ("line", "expected"), [("---", True), ("- - -", True), ("--", False), ("--- a", False)]
)
def test_a_rule_is_three_marks_and_nothing_else(line: str, *, expected: bool) -> None:
    """A thematic break holds one kind of mark, three times or more."""
    assert expected == is_rule(line, 0, len(line))


def test_tabs_indent_to_the_next_four() -> None:
    """A tab counts up to the next multiple of four columns."""
    assert (4, 2) == indent_of(" \tx", 0, 3, 0)
    assert (2, 1) == indent_of("\tx", 0, 2, 2)


@pytest.mark.parametrize(
    ("row", "expected"),
    [("|-|:-:|", True), ("--|--", True), ("|-|", False), ("| a | b |", False), ("- | -", False)],
)
def test_a_delimiter_row_has_as_many_cells_as_its_header(row: str, *, expected: bool) -> None:
    """A row of dashes heads a table where the columns agree and it opens no list."""
    assert expected == is_delimiter_row(row, 0, len(row), "| a | b |")


def test_an_html_block_knows_its_end() -> None:
    """Comments end at their arrow, block tags at a blank line, prose begins no block."""
    assert "-->" == html_until("<!-- x", 0, 6, alone=True)
    assert "" == html_until("<div>", 0, 5, alone=False)
    assert html_until("<em>x</em>", 0, 10, alone=True) is None
    assert ends("-->", "x -->", 0, 5)
    assert ends(html_until("<pre>", 0, 5, alone=True) or "", "</PRE>", 0, 6)


def test_a_fragment_of_code_keeps_its_indent() -> None:
    """Only a marked first line owes its indent to what was cut off."""
    assert 0 == base_of("      code")
    assert 6 == base_of("      - item")


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("| a | b |", [" a ", " b "]),
        ("a | b", ["a ", " b"]),
        ("||b|", ["", "b"]),
        (r"| ps \| grep | x |", [" ps | grep ", " x "]),
        (r"| C:\\| x |", [r" C:\\", " x "]),
        ("", [""]),
    ],
)
def test_an_escaped_pipe_parts_no_cells(row: str, expected: list[str]) -> None:
    """Outer pipes are none of a row's; a backslash that is escaped escapes no pipe."""
    assert expected == cells(row)
