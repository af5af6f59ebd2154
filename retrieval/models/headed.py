"""The pieces under one heading: all of them, the first, and how the section opens.

A question in bold, at the beginning of a paragraph, is the heading of its answer: pages of
questions are quoted by the question.
"""

from __future__ import annotations

from retrieval.models.excerpt import Excerpt, asks, length_of, span_of
from retrieval.models.pieces import Passage, Piece

_BOLD = ("**", "__")
SECTION_WORDS = 100
"""All that stands under a heading is quoted where it is no longer than this."""
TABLE_WORDS = 80
"""A table is quoted whole where it is no longer than this; of a longer one its row is."""


def section(passage: Passage, piece: Piece) -> Excerpt | None:
    """Return everything under the heading of a piece; None if that is long, or a table."""
    first, last = passage.pieces.index(beginning(passage, piece)), passage.pieces.index(piece)
    while last + 1 < len(passage.pieces) and _together(passage, last):
        last += 1
    inside = passage.pieces[first : last + 1]
    if length_of(inside) > SECTION_WORDS or any(one.kind == "row" for one in inside):
        return None
    return Excerpt(passage, (span_of(passage, inside),))


def table(passage: Passage, piece: Piece) -> Excerpt | None:
    """Return the table that a row stands in, whole; None for a long one, and for what is no row.

    Whoever asks which there are is told all of them.
    """
    if piece.kind != "row":
        return None
    rows = [one for one in passage.pieces if one.block == piece.block]
    if length_of(rows) > TABLE_WORDS:
        return None
    return Excerpt(passage, ((passage.blocks[piece.block].content, rows[-1].end),))


def beginning(passage: Passage, piece: Piece) -> Piece:
    """Return the first of the pieces under the same heading as a piece."""
    first = passage.pieces.index(piece)
    while first > 0 and _together(passage, first - 1):
        first -= 1
    return passage.pieces[first]


def opening(passage: Passage, piece: Piece, most: int) -> Excerpt:
    """Return about `most` words of what is under the heading of a piece, from that piece on.

    A block is quoted whole or not at all, but for the first.
    """
    first = last = kept = passage.pieces.index(piece)
    while last + 1 < len(passage.pieces) and _together(passage, last):
        if length_of(passage.pieces[first : last + 2]) > most:
            break
        last += 1
        if _closes(passage, last):
            kept = last
    return Excerpt(passage, (span_of(passage, passage.pieces[first : kept + 1]),))


def _closes(passage: Passage, place: int) -> bool:
    """Whether a piece is the last of its block."""
    following = passage.pieces[place + 1 : place + 2]
    return not following or following[0].block != passage.pieces[place].block


def _together(passage: Passage, place: int) -> bool:
    """Whether a piece and the next are under the same heading, or the same question."""
    one, other = passage.pieces[place : place + 2]
    between = passage.blocks[one.block + 1 : other.block]
    headed = one.heading == other.heading and all(block.kind != "heading" for block in between)
    return headed and not poses(passage, other)


def poses(passage: Passage, piece: Piece) -> bool:
    """Whether a piece is a question in bold with which a paragraph begins."""
    block = passage.blocks[piece.block]
    first = block.kind == "paragraph" and not block.depth and piece.start == block.content
    return first and piece.text.startswith(_BOLD) and asks(piece)
