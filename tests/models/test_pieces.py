"""Taking a source apart into what can be quoted."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from retrieval.models.pieces import bag, take_apart
from retrieval.values import Chunk, DocumentFacts, Source

PAGE = """\
Before any heading.

## Setting up

Run this. Then wait.

- one item
- another

| Name | Port |
|---|---|
| web | 80 |
"""


def source(text: str, path: tuple[str, ...] = ("Guide",)) -> Source:
    """Return a text as a source of one chunk."""
    page = DocumentFacts("d", "docs", "d.md", "The Guide")
    chunk = Chunk("d-0", "d", 0, 100, 100 + len(text), text, path)
    return Source("S1", page, (chunk,), text, 100, 100 + len(text), heading_path=path)


def test_pieces_are_sentences_items_and_rows() -> None:
    """Headings and a table's header can be no answer, and are no pieces."""
    found = [piece.text for piece in take_apart(source(PAGE)).pieces]

    expected = ["Before any heading.", "Run this.", "Then wait.", "one item", "another"]
    assert [*expected, "| web | 80 |"] == found


def test_a_piece_knows_the_heading_over_it() -> None:
    """The last heading passed, else the chunk's own; title and path count as standing over it."""
    first, second, *_ = take_apart(source(PAGE)).pieces

    assert ("Guide", "Setting up") == (first.heading, second.heading)
    assert bag("the guide setting up") == second.over


def test_neighbours_stand_under_the_same_heading() -> None:
    """What stands before a heading is not around what stands after it."""
    _, second, *_ = take_apart(source(PAGE)).pieces

    assert bag("Run this. Then wait.") == second.around


def test_unspaced_script_is_looked_for_by_pairs() -> None:
    """Chinese and Japanese words are compared by their pairs of characters."""
    assert {"请假", "假流", "流程"} <= bag("请假流程")


@given(st.text(max_size=500))
def test_pieces_stand_in_the_text_in_order(text: str) -> None:
    """Whatever the text, each piece is a part of it, and none overlaps the next."""
    found = take_apart(source(text)).pieces

    assert [piece.text for piece in found] == [text[piece.start : piece.end] for piece in found]
    assert all(a.end <= b.start for a, b in pairwise(found))


def test_a_source_that_begins_inside_code_is_read_as_code() -> None:
    """The line that opens the fence stands in the lead; the line that closes it opens none."""
    begun = replace(source("port: 80\n```\n\nThen restart.\n"), lead="Set it so:\n```yaml\n")
    passage = take_apart(begun)

    assert [("code", "port: 80"), ("sentence", "Then restart.")] == [
        (piece.kind, piece.text) for piece in passage.pieces
    ]
    assert [0, 13, 14] == [block.start for block in passage.blocks]


def test_a_source_that_begins_inside_a_table_has_rows() -> None:
    """Its header stands in the lead, and is not quoted from the source's own text."""
    begun = replace(source("| web | 80 |\n| db | 54 |\n"), lead="| a | b |\n|---|---|\n")

    assert ["row", "row"] == [piece.kind for piece in take_apart(begun).pieces]


@given(st.text(max_size=80), st.text(alphabet="`|-ab \n", max_size=120))
def test_whatever_the_lead_pieces_stand_in_the_text(lead: str, text: str) -> None:
    """A lead changes how the text is read, never where its pieces stand."""
    for piece in take_apart(replace(source(text), lead=lead)).pieces:
        assert piece.text == text[piece.start : piece.end]
        assert 0 <= piece.start < piece.end
