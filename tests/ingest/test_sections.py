"""Sections begin at headings."""

from __future__ import annotations

from retrieval.ingest.measure import Measure
from retrieval.ingest.sections import sections
from retrieval.text.blocks import blocks
from tests.fakes.markdown import words


def test_paths_follow_the_levels() -> None:
    """A heading ends the sections of its own and of deeper levels; skipped levels do no harm."""
    text = "intro\n\n# A\n\n### B\n\nb\n\n## C\n\n> # quoted\n\n- # in an item\n\n# D\n"
    found = list(sections(text, blocks(text), Measure(words)))

    assert [(), ("A",), ("A", "B"), ("A", "C"), ("D",)] == [section.path for section in found]
    assert text == "".join(text[p.start : p.end] for section in found for p in section.pieces)


def test_an_introduction_is_marked() -> None:
    """Headings and paragraphs that end in a colon join what follows them."""
    text = "# A\n\nAs follows:\n\nplain\n"
    (section,) = sections(text, blocks(text), Measure(words))

    assert [True, True, False] == [piece.joins for piece in section.pieces]
