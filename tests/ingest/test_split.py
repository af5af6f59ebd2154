"""A block that is too long is cut where it hurts least."""

from __future__ import annotations

import pytest

from retrieval.ingest.measure import Measure
from retrieval.ingest.split import Piece, refine
from retrieval.text.blocks import blocks
from tests.fakes.markdown import words


def parts(text: str, limit: int) -> list[str]:
    """Cut the only block of a text."""
    (block,) = blocks(text)
    piece = Piece(0, len(text), "", 0, 0)
    return [text[p.start : p.end] for p in refine(text, block, piece, limit, Measure(words))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("```\na b\nc d\n```\n", ["```\na b\n", "c d\n", "```\n"]),
        ("|a|\n|-|\n|1|\n|2|\n", ["|a|\n|-|\n", "|1|\n", "|2|\n"]),
        ("One two. Three four.\n", ["One two. ", "Three four.\n"]),
        ("- one two three four five\n", ["- one ", "two three ", "four five\n"]),
    ],
)
def test_cuts_fall_between_lines_rows_sentences_and_words(text: str, expected: list[str]) -> None:
    """Code is cut by lines, tables by rows, prose by sentences, and a sentence by words."""
    assert expected == parts(text, 2)


def test_a_header_is_not_parted_from_its_first_row() -> None:
    """The header of a table joins what follows."""
    text = "|a|\n|-|\n|1|\n"
    (block,) = blocks(text)
    header, row = refine(text, block, Piece(0, len(text), "", 0, 0), 1, Measure(words))

    assert (True, False) == (header.joins, row.joins)
