"""A block that is too long -> smaller pieces, cut where it hurts least: rows, lines, sentences."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from retrieval.ingest.measure import Measure
from retrieval.text.blocks import Block
from retrieval.text.raised import level
from retrieval.text.render import words
from retrieval.text.sentences import block_units

_LINES = ("fence", "html", "table")
_JOINERS = "\u200d\ufe0f"
_REACH = 64
"""How far back a cut may move to spare a character built of several code points."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a document that stays whole: `text[start:end]`, with what a person reads of it.

    `block` is the place among the document's blocks of the block that it comes from; `weight`
    is as `Measure` has it; `joins` says that it is not to be parted from what follows,
    `flows` that it goes on in the line of the piece before.
    """

    start: int
    end: int
    said: str
    weight: int
    block: int
    joins: bool = False
    flows: bool = False


def refine(text: str, block: Block, piece: Piece, limit: int, measure: Measure) -> list[Piece]:
    """Return the parts of `piece`, each of at most `limit` tokens, in order and without a gap."""
    found: list[Piece] = []
    for start, end in _spans(text, block, piece):
        part = _piece(text, block, piece.block, (start, end), measure)
        if part.weight <= limit:
            found.append(part)
            continue
        found += [
            _piece(text, block, piece.block, span, measure)
            for span in _hard(text, start, end, limit, measure)
        ]
    return found


def _piece(text: str, block: Block, place: int, span: tuple[int, int], measure: Measure) -> Piece:
    start, end = span
    said = level(words(text, block, start, end))
    header = block.kind == "table" and end <= block.body
    flows = block.kind not in _LINES or (start > block.start and text[start - 1] != "\n")
    return Piece(start, end, said, measure.weight(said), place, header, flows)


def _spans(text: str, block: Block, piece: Piece) -> list[tuple[int, int]]:
    """Return the spans of a block's units, each with the marks and white space around it."""
    if block.kind != "table" and block.kind in _LINES:
        cuts = _line_starts(text, block.body or block.start, block.end)
    elif block.kind == "table":
        cuts = _line_starts(text, block.body, block.end)
    else:
        cuts = [unit.start for unit in block_units(text, block)]
    inner = [cut for cut in cuts[1:] if piece.start < cut < piece.end]
    if block.kind == "table" and piece.start < block.body < piece.end:
        inner.insert(0, block.body)
    edges = [piece.start, *inner, piece.end]
    return list(pairwise(edges))


def _line_starts(text: str, start: int, end: int) -> list[int]:
    starts = []
    while start < end:
        starts.append(start)
        start = text.find("\n", start, end) + 1 or end
    return starts


def _hard(
    text: str, start: int, end: int, limit: int, measure: Measure
) -> Iterator[tuple[int, int]]:
    """Yield the spans of a unit that alone exceeds the limit: whole words, or parts of one."""
    begin, weight, at = start, 0, start
    while at < end:
        stop = _word_end(text, at, end)
        more = measure.weight(text[at:stop])
        if weight + more > limit and begin < at:
            yield begin, at
            begin, weight = at, 0
        if more > limit:
            *cuts, at = _cuts(text, at, stop, limit, measure)
            for cut in cuts:
                yield begin, cut
                begin = cut
            more = measure.weight(text[begin:stop])
        weight += more
        at = stop
    if begin < end:
        yield begin, end


def _word_end(text: str, at: int, end: int) -> int:
    """Return where the word at `at` ends, the white space after it included."""
    while at < end and not text[at].isspace():
        at += 1
    while at < end and text[at].isspace():
        at += 1
    return at


def _cuts(text: str, start: int, end: int, limit: int, measure: Measure) -> list[int]:
    """Return where to cut a word so that each part holds at most `limit` tokens; last is `end`."""
    cuts = []
    guess = limit * 2
    while start < end:
        size = min(end - start, guess)
        while size > 1 and (weight := measure.weight(text[start : start + size])) > limit:
            size = max(1, min(size - 1, size * limit // weight))
        guess = min(size + size // 8 + 1, limit * 6)
        cut = start + size
        if cut < end:
            cut = _whole_character(text, start, cut)
        cuts.append(cut)
        start = cut
    return cuts


def _whole_character(text: str, start: int, cut: int) -> int:
    """Move a cut back before the marks and joiners that belong to one visible character."""
    at = cut
    for _ in range(_REACH):
        if at <= start:
            return cut
        if not _continues(text, at):
            return at
        at -= 1
    return cut


def _continues(text: str, at: int) -> bool:
    """Whether the character at `at` belongs to the one before it, as readers see it."""
    char, before = text[at], text[at - 1]
    if char in _JOINERS or before == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    if "\U0001f1e6" <= char <= "\U0001f1ff" and "\U0001f1e6" <= before <= "\U0001f1ff":
        return True
    return unicodedata.category(char)[0] == "M"
