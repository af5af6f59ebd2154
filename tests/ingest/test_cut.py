"""Sections are filled evenly and cut where the structure allows it."""

from __future__ import annotations

from retrieval.ingest.cut import Cut, Shape
from retrieval.ingest.groups import Group
from retrieval.ingest.measure import Measure
from retrieval.ingest.sections import sections
from retrieval.text.blocks import blocks
from tests.fakes.markdown import words


def groups(text: str, maximum: int) -> list[Group]:
    """Cut the only section of a text."""
    measure, found = Measure(words), blocks(text)
    (section,) = sections(text, found, measure)
    return list(Cut(text, "", found, Shape(maximum, 0, 0, "heading"), measure).groups(section))


def test_a_section_a_little_too_long_is_halved() -> None:
    """No crumb is left over: the pieces of a section are about as long as one another."""
    first, second = groups("\n\n".join(["five words in each paragraph"] * 7), 30)

    assert [20, 15] == sorted([first.weight, second.weight], reverse=True)


def test_an_introduction_moves_on_with_what_it_introduces() -> None:
    """A paragraph that ends in a colon is not left behind by the block after it."""
    text = "w " * 18 + "\n\nRun this:\n\n```\n" + "x y z\n" * 5 + "```\n"
    first, second = groups(text, 30)

    assert 18 == first.weight
    assert "Run this:" == second.pieces[0].said


def test_a_long_heading_is_repeated_in_part() -> None:
    """What is repeated before a piece takes at most a sixth of the maximum."""
    text = "# " + "title " * 20 + "\n\n" + "Two words. " * 40
    last = groups(text, 60)[-1]

    assert ["title"] * 10 == last.prefix.split()
