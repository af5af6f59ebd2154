"""What introduces a piece is found before it."""

from __future__ import annotations

from retrieval.ingest.leads import Leads
from retrieval.text.blocks import blocks


def leads(text: str, kind: str) -> list[str]:
    """Return what introduces the last block of a kind, as it is read."""
    found = blocks(text)
    place = max(n for n, block in enumerate(found) if block.kind == kind)
    reading = Leads(text, found)
    return [reading.said(span, place) for span in reading.before(place, found[place].end - 1)]


def test_a_list_is_introduced_by_the_sentence_before_it() -> None:
    """Only the last sentence before the list counts, and a heading introduces nothing."""
    assert ["**All** of:".replace("*", "")] == leads("One. **All** of:\n\n- a\n- b\n", "item")
    assert [] == leads("# H\n\n- a\n- b\n", "item")


def test_a_step_introduces_its_code() -> None:
    """A fence within a step is introduced by the step."""
    assert ["Steps:", "Run:", ""] == leads(
        "Steps:\n\n1. x\n2. Stop. Run:\n\n   ```\n   a\n   ```\n", "fence"
    )


def test_a_table_is_introduced_by_its_header() -> None:
    """The rows of a table are introduced by its header."""
    assert ["a | b"] == leads("| a | b |\n|---|---|\n| 1 | 2 |\n", "table")
