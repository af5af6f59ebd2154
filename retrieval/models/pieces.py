"""Source -> pieces: what can be quoted of a passage, each with the words around it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.text.blocks import Block, blocks
from retrieval.text.identifiers import hidden_forms
from retrieval.text.plain import plain
from retrieval.text.sentences import Unit, block_units
from retrieval.text.versions import tokens
from retrieval.text.words import stem, words
from retrieval.values import DocumentFacts, Source

Bag = frozenset[str]
"""The stems of a text, of the words within its names, the pairs of unspaced characters, and the
versions, which alone have a dot in them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit of a source's text, `text[start:end]`, with what stands over and around it.

    `block` is its block's place among the passage's blocks, `order` its own place among the
    pieces; `words` is its own bag, `over` that of title, headings and, for a row, the table's
    header, `around` that of the pieces before and after it under the same heading. `heading` is
    the nearest heading.
    """

    start: int
    end: int
    kind: str
    text: str
    block: int
    order: int
    heading: str
    words: Bag
    over: Bag
    around: Bag


@dataclass(frozen=True, slots=True)
class Passage:
    """A source, taken apart; `words` is the bag of all of it, headings and title included."""

    source: Source
    blocks: tuple[Block, ...]
    pieces: tuple[Piece, ...]
    words: Bag


def bag(text: str) -> Bag:
    """Return the stems of the words of `text`, of what an index adds, and its versions."""
    return frozenset(stem(word) for word in (*words(text), *hidden_forms(text))) | tokens(text)


def told(document: DocumentFacts) -> tuple[str, ...]:
    """Return the texts in which a page says which version it is about: title, metadata, path."""
    version = document.metadata.version.strip()
    path = document.path.rsplit(".", 1)[0].replace("/", " / ").replace("_", " ")
    return document.title, f"v{version.lstrip('vV')}" if version else "", path


def take_apart(source: Source) -> Passage:
    """Return the pieces of a source in reading order; headings and table headers are not pieces."""
    laid = _laid_out(source)
    heads = _Headings(source)
    found: list[tuple[int, Unit, str, Bag]] = []
    for number, (block, inside) in enumerate(laid):
        header: Bag = frozenset()
        for unit in inside:
            if block.kind == "heading":
                heads.meet(plain(source.text[unit.start : unit.end]))
            elif unit.kind != "heading" or block.kind == "table":
                heading, over = heads.over(unit.start)
                if unit.kind == "heading":
                    header = bag(source.text[unit.start : unit.end])
                found.append((number, unit, heading, over | header))
    own = [bag(source.text[unit.start : unit.end]) for _, unit, _, _ in found]
    kept = [
        Piece(
            start=unit.start,
            end=unit.end,
            kind=unit.kind,
            text=source.text[unit.start : unit.end],
            block=number,
            order=order,
            heading=heading,
            words=own[order],
            over=over,
            around=_around(own, [one[2] for one in found], order),
        )
        for order, (number, unit, heading, over) in enumerate(found)
    ]
    quotable = tuple(piece for piece in kept if piece.kind != "heading")
    said = frozenset().union(*own, *(over for *_, over in found), heads.title)
    return Passage(source, tuple(block for block, _ in laid), quotable, said)


def _laid_out(source: Source) -> list[tuple[Block, list[Unit]]]:
    """Return the blocks of a source, each with its units.

    One that begins inside code or a table is read behind its lead: without the line that opens
    it, code would be read as prose, and what follows it as code.
    """
    text, before = source.lead + source.text, len(source.lead)
    laid = blocks(text, fragment=True) if before else ()
    if not any(block.start < before <= block.body < block.end for block in laid):
        alone = blocks(source.text, fragment=True)
        return [(block, block_units(source.text, block)) for block in alone]
    return [
        (
            _back(block, before),
            [_moved(u, before) for u in block_units(text, block) if u.start >= before],
        )
        for block in laid
        if block.end > before
    ]


def _back(block: Block, by: int) -> Block:
    """Return a block moved `by` characters back, for a text without its beginning."""
    start, end = max(0, block.start - by), block.end - by
    content, body = max(0, block.content - by), max(0, block.body - by)
    return replace(block, start=start, end=end, content=content, body=body)


def _moved(unit: Unit, by: int) -> Unit:
    return Unit(unit.start - by, unit.end - by, unit.kind)


def _around(own: Sequence[Bag], headings: Sequence[str], order: int) -> Bag:
    """Return the words of a piece and of its neighbours under the same heading."""
    beside = range(max(0, order - 1), min(len(own), order + 2))
    return frozenset().union(*(own[i] for i in beside if headings[i] == headings[order]))


class _Headings:
    """The headings over each place of a source, as its text is read from start to end."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._starts = [chunk.start - source.start for chunk in source.chunks]
        self._met = ""
        self._met_words: Bag = frozenset()
        self.title = bag(source.document.title).union(*map(tokens, told(source.document)))
        self._bags: dict[tuple[str, ...], Bag] = {}

    def meet(self, heading: str) -> None:
        """Pass a heading."""
        self._met = heading
        self._met_words = bag(heading)

    def over(self, place: int) -> tuple[str, Bag]:
        """Return the nearest heading over a place, and the words of all of them and the title."""
        at = bisect_right(self._starts, place) - 1
        path = self._source.chunks[at].heading_path if at >= 0 else self._source.heading_path
        if path not in self._bags:
            self._bags[path] = bag(" ".join(path)) | self.title
        nearest = self._met or (path[-1] if path else "")
        return nearest, self._bags[path] | self._met_words
