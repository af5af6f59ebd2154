"""Containers open and go on as CommonMark has it."""

from __future__ import annotations

from retrieval.text.containers import Containers


def test_an_item_holds_the_lines_indented_under_it() -> None:
    """A line goes on with an item where it is indented as far as the item's words."""
    text = "- a\n  b\nc"
    around = Containers(text, fragment=False)
    opened = around.opening(0, 0, 4, interrupts=False)

    assert ("i", 2, 0, 2) == opened
    around.held.append(("i", 2))
    assert (0, 6, 1) == around.match(4, 8)
    assert (0, 8, 0) == around.match(8, 9)
    assert (1, 0, 2) == (around.within("i"), around.within(">"), around.indented(1))


def test_a_number_other_than_one_interrupts_no_paragraph() -> None:
    """A wrapped line that begins with "2." is no list."""
    around = Containers("2. a", fragment=False)

    assert around.opening(0, 0, 4, interrupts=True) is None
    assert around.opening(0, 0, 4, interrupts=False) is not None
