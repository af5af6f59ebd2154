"""Tests of what a reranker is given, and of how its scores are completed."""

from __future__ import annotations

from retrieval.text.judged import LONGEST, TOP, completed, passage, passages
from retrieval.values import Chunk, RankedHit
from tests.fakes.team import facts


def hit(text: str, *headings: str, lead: str = "") -> RankedHit:
    """Return a hit of the page about leave."""
    chunk = Chunk("c", "d", 0, 0, 9, text, headings, lead)
    return RankedHit(chunk, facts("a.md", "Leave"), 1, 1.0, 1.0, {})


def test_a_passage_says_where_it_stands() -> None:
    """Title and headings come first, each once, then the lead and the text, cut at the longest."""
    text = passage(hit("| a |" + "x" * LONGEST, "Leave", "Days", lead="| head |"))

    assert text.startswith("Leave > Days\n| head |\n| a |x")
    assert LONGEST == len(text)


def test_the_best_are_read() -> None:
    """So many passages, in their order."""
    texts = passages([hit(str(n)) for n in range(TOP + 5)])

    assert TOP == len(texts)
    assert "Leave\n1" == texts[1]


def test_what_was_not_read_stays_below_in_its_order() -> None:
    """Its scores are lower than any that was given, each lower than the one before."""
    assert [0.5, -2.0, -3.0, -4.0] == completed([0.5, -2.0], 4)
    assert [-1.0, -2.0] == completed([], 2)
    assert [0.5] == completed([0.5], 1)
