"""A piece -> the quotation that a reader needs: with its list, header or introduction."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.models.pieces import Bag, Passage, Piece
from retrieval.text.blocks import Block

PARAGRAPH_WORDS = 70
"""A paragraph up to this long is quoted whole."""
LIST_WORDS = 150
"""A list up to this long is quoted whole; a longer one gives the item that was looked for."""
STEPS_WORDS = 300
"""The same of numbered steps: one of them is of little use without those before it."""
CODE_LINES = 15
FEWEST_WORDS = 12
"""A quoted sentence shorter than this takes the next one along."""

_LEANING = re.compile(
    r"[\W_]*(?:this|that|these|those|it|its|they|he|she|such|however|also|then|otherwise|but|and"
    r"|so|therefore|instead|in this case|if so|if not)\b",
    re.IGNORECASE,
)
_OPENS = (":", "：")
_NUMBERED = re.compile(r"\s*\d+[.)]\s")
_ASKS = ("?", "？")
_ASKED = re.compile(r"[\W_]{0,6}Q(?:uestion)?\s*\d*\s*[:.)]")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Spans of a source's text, in reading order, that are quoted together; `words` counts them."""

    passage: Passage
    spans: tuple[tuple[int, int], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The quoted texts, word for word."""
        return tuple(self.passage.source.text[start:end] for start, end in self.spans)

    @property
    def words(self) -> int:
        """How many words are quoted."""
        return sum(len(text.split()) for text in self.texts)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The quoted pieces."""
        return tuple(
            piece
            for piece in self.passage.pieces
            if any(start <= piece.start < end for start, end in self.spans)
        )

    @property
    def bag(self) -> Bag:
        """The words of the quoted pieces."""
        return frozenset().union(*(piece.words for piece in self.pieces))

    def touches(self, other: Excerpt) -> bool:
        """Whether both quote some of the same text."""
        if self.passage.source.label != other.passage.source.label:
            return False
        return any(
            start < last and first < end for start, end in self.spans for first, last in other.spans
        )


def excerpt(passage: Passage, piece: Piece) -> Excerpt:
    """Return what is quoted for a piece, so that it can be read without the page."""
    block = passage.blocks[piece.block]
    if piece.kind == "row":
        return _row(passage, piece)
    if block.kind == "fence":
        return _code(passage, piece)
    if block.depth and block.kind in ("item", "paragraph"):
        return _listed(passage, piece)
    answer = reply(passage, piece)
    if answer is not None:
        spans = excerpt(passage, answer).spans
        return Excerpt(passage, ((piece.start, spans[0][1]), *spans[1:]))
    if _introduces(passage, piece):
        return _introduced(passage, piece)
    return _prose(passage, piece)


def reply(passage: Passage, piece: Piece) -> Piece | None:
    """Return what follows a question under the same heading; None if another question follows."""
    following = _next(passage, piece) if asks(piece) else None
    if following is None or asks(following):
        return None
    return following if excerpt(passage, following).spans[0][0] >= piece.end else None


def asks(piece: Piece) -> bool:
    """Whether a piece of prose is a question."""
    ends = piece.text.rstrip('*_)"”» ').endswith(_ASKS)
    return piece.kind != "row" and (ends or _ASKED.match(piece.text) is not None)


def opens(text: str) -> bool:
    """Whether a text ends in a colon: what it introduces is still to come."""
    return text.rstrip("*_ ").endswith(_OPENS)


def _next(passage: Passage, piece: Piece) -> Piece | None:
    """Return the piece after another; None if it is under another heading."""
    following = next((one for one in passage.pieces if one.order > piece.order), None)
    return following if following and following.heading == piece.heading else None


def span_of(passage: Passage, pieces: Sequence[Piece]) -> tuple[int, int]:
    """Return where pieces begin and end, with the marks of an item and both fences of code."""
    first, last = pieces[0], pieces[-1]
    start, end = first.start, last.end
    opening, closing = passage.blocks[first.block], passage.blocks[last.block]
    text = passage.source.text
    if len(pieces) > 1 and opening.opens and not text[opening.content : start].strip():
        start = opening.start + len(text[opening.start :]) - len(text[opening.start :].lstrip())
    if opening.kind == "fence" and first.block != last.block:
        start = opening.start
    if closing.kind == "fence" and first.block != last.block:
        end = closing.start + len(text[closing.start : closing.end].rstrip())
    return start, end


def _prose(passage: Passage, piece: Piece) -> Excerpt:
    """Quote a paragraph or, of a long one, the sentence with those that it depends on."""
    block = passage.blocks[piece.block]
    mates = [other for other in passage.pieces if other.block == piece.block]
    if block.kind != "html" and length_of(mates) <= PARAGRAPH_WORDS:
        if _introduces(passage, mates[-1]):
            rest = _introduced(passage, mates[-1]).spans
            return Excerpt(passage, ((mates[0].start, rest[0][1]), *rest[1:]))
        return Excerpt(passage, ((mates[0].start, mates[-1].end),))
    at = mates.index(piece)
    first = at - 1 if at and _LEANING.match(piece.text) else at
    last = at
    if last + 1 < len(mates) and (
        length_of([piece]) < FEWEST_WORDS or _LEANING.match(mates[last + 1].text)
    ):
        last += 1
    return Excerpt(passage, ((mates[first].start, mates[last].end),))


def _row(passage: Passage, piece: Piece) -> Excerpt:
    """Quote a row with its table's header."""
    block = passage.blocks[piece.block]
    head = passage.source.text[block.content : block.body].split("\n", 1)[0].rstrip()
    header = (block.content, block.content + len(head))
    return Excerpt(
        passage, ((header, (piece.start, piece.end))) if head else ((piece.start, piece.end),)
    )


def _code(passage: Passage, piece: Piece) -> Excerpt:
    """Quote code with the sentence before it; of long code only the line."""
    lines = [other for other in passage.pieces if other.block == piece.block]
    if len(lines) > CODE_LINES:
        lines = [piece]
    before = _before(passage, piece.block)
    spans = [(before.start, before.end)] if before else []
    return Excerpt(passage, (*spans, (lines[0].start, lines[-1].end)))


def _listed(passage: Passage, piece: Piece) -> Excerpt:
    """Quote a list with its introduction; of a long list only the item that was found.

    Of steps that are too many, those from the first on that are not too long to read, where the one
    that was found is among them.
    """
    first, last = _list_of(passage.blocks, piece.block)
    items = [other for other in passage.pieces if first <= other.block <= last]
    before = _before(passage, first)
    intro = before if before and opens(before.text) else None
    whole = items if length_of(items) <= LIST_WORDS else _steps(passage, first, items)
    if piece in whole:
        start, end = span_of(passage, whole)
        return Excerpt(passage, ((intro.start if intro else start, end),))
    mine = [other for other in items if other.block in _item_of(passage.blocks, piece.block, last)]
    if length_of(mine) > LIST_WORDS:
        mine = [piece]
    spans = [(intro.start, intro.end)] if intro else []
    return Excerpt(passage, (*spans, (mine[0].start, mine[-1].end)))


def _steps(passage: Passage, first: int, items: Sequence[Piece]) -> Sequence[Piece]:
    """Return the first of numbered items, as many as may be quoted; none of a list of others."""
    numbered = _NUMBERED.match(passage.source.text, passage.blocks[first].start)
    return _fitting(passage.blocks, items) if numbered else ()


def _introduced(passage: Passage, piece: Piece) -> Excerpt:
    """Quote a sentence that ends in a colon with what it introduces."""
    following = [other for other in passage.pieces if other.order > piece.order]
    block = passage.blocks[following[0].block]
    if block.kind == "fence":
        return _code(passage, following[0])
    if block.kind == "table":
        rows = [other for other in following if other.block == following[0].block]
        if length_of(rows) <= LIST_WORDS:
            return Excerpt(passage, ((piece.start, piece.end), (block.start, rows[-1].end)))
        return Excerpt(passage, ((piece.start, piece.end),))
    first, last = _list_of(passage.blocks, following[0].block)
    items = [other for other in following if first <= other.block <= last]
    kept = _fitting(passage.blocks, items)
    return Excerpt(passage, ((piece.start, kept[-1].end),))


def _fitting(laid: Sequence[Block], items: Sequence[Piece]) -> list[Piece]:
    """Return as many items, complete and from the first, as are not too long to read."""
    kept: list[Piece] = []
    for place, piece in enumerate(items):
        whole = laid[piece.block].opens and laid[piece.block].depth == laid[items[0].block].depth
        if place and whole and length_of(items[: place + 1]) > STEPS_WORDS:
            break
        kept.append(piece)
    return kept


def _introduces(passage: Passage, piece: Piece) -> bool:
    """Whether a sentence ends in a colon and something follows it under the same heading."""
    following = _next(passage, piece) if opens(piece.text) else None
    if following is None:
        return False
    block = passage.blocks[following.block]
    return block.kind in ("fence", "table") or bool(block.depth)


def _before(passage: Passage, block: int) -> Piece | None:
    """Return the sentence right before a block, with only white space between."""
    found = [piece for piece in passage.pieces if piece.block < block]
    if not found:
        return None
    between = passage.blocks[found[-1].block + 1 : block]
    return found[-1] if all(one.kind == "blank" for one in between) else None


def _list_of(laid: Sequence[Block], place: int) -> tuple[int, int]:
    """Return the places of the first and last block of the list that a block is in."""
    first = last = place
    while first > 0 and (laid[first - 1].depth or laid[first - 1].kind == "blank"):
        first -= 1
    while last + 1 < len(laid) and (laid[last + 1].depth or laid[last + 1].kind == "blank"):
        last += 1
    while laid[first].kind == "blank":
        first += 1
    return first, last


def _item_of(laid: Sequence[Block], place: int, last: int) -> range:
    """Return the places of the blocks of the list item that a block is in, nested ones too."""
    first = place
    while (
        first > 0 and not laid[first].opens and (laid[first].depth or laid[first].kind == "blank")
    ):
        first -= 1
    end = first + 1
    while end <= last and (
        laid[end].kind == "blank" or laid[end].depth > laid[first].depth or not laid[end].opens
    ):
        end += 1
    return range(first, end)


def length_of(pieces: Sequence[Piece]) -> int:
    """Return how many words pieces have."""
    return sum(len(piece.text.split()) for piece in pieces)
