"""Document -> chunks: cut along its structure, each short enough for the embedder to see whole."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from retrieval.errors import SettingsError
from retrieval.ingest.cut import Cut, Shape
from retrieval.ingest.groups import Group, embedded, merged, with_words
from retrieval.ingest.measure import Measure
from retrieval.ingest.sections import sections
from retrieval.text.blocks import Block, blocks
from retrieval.values import Chunk, Document

VERSION = "4"
"""Raise it when the same document and settings would give other chunks."""

_CONTEXTS = ("none", "heading", "path", "title")
_LEAST = 16


@dataclass(frozen=True)
class Chunker:
    """Cuts documents into chunks.

    Args:
        count: tokens of a text as the embedder counts them, without its special tokens.
        maximum: the most tokens that `Chunk.embedded` may have, at least 16.
        merge_below: neighbours under one heading are joined where either has fewer tokens.
        overlap: tokens of the sentences before a chunk that are repeated as its lead, where a
            section was cut and nothing better introduces the piece.
        context: what stands before the text in `embedded`: "none", "heading" (the own
            heading, where the text does not begin with it), "path" or "title".

    Raises:
        SettingsError: a setting is out of range.
    """

    count: Callable[[str], int]
    maximum: int = 250
    merge_below: int = 0
    overlap: int = 0
    context: str = "heading"
    _measure: Measure = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.context not in _CONTEXTS:
            raise SettingsError(
                f"There is no context {self.context!r} for chunks; use {', '.join(_CONTEXTS)}."
            )
        if self.maximum < _LEAST or not 0 <= self.overlap <= self.maximum // 3:
            raise SettingsError(
                f"Chunks need a maximum of {_LEAST} tokens or more, and an overlap of at most a"
                " third of it."
            )
        object.__setattr__(self, "_measure", Measure(self.count))

    @property
    def version(self) -> str:
        """Changes when the same document would give other chunks; part of the fingerprint."""
        return f"{VERSION}:{self.maximum}:{self.merge_below}:{self.overlap}:{self.context}"

    def chunks(self, document: Document) -> tuple[Chunk, ...]:
        """Return the chunks of a document, in order; none where its text is only white space.

        Their texts joined are the document's text. None has more than `maximum` tokens.
        """
        text, measure = document.text, self._measure
        if not text.strip():
            return ()
        found = blocks(text)
        shape = Shape(self.maximum, self.merge_below, self.overlap, self.context)
        cut = Cut(text, document.title, found, shape, measure)
        groups = [group for part in sections(text, found, measure) for group in cut.groups(part)]
        joined = merged(groups, self.maximum, self.merge_below)
        fitting = with_words([part for group in joined for part in cut.fitting(group)])
        return tuple(_finished(document, found, fitting, measure))


def _finished(
    document: Document, found: tuple[Block, ...], groups: list[Group], measure: Measure
) -> Iterator[Chunk]:
    offsets = [anchor.offset for anchor in document.anchors]
    seen: Counter[str] = Counter()
    for ordinal, group in enumerate(groups):
        start, end = group.pieces[0].start, group.pieces[-1].end
        said = embedded(group)
        digest = digest_of(said)
        short = digest[:8]
        seen[short] += 1
        place = bisect_right(offsets, _landing(group, found)) - 1
        yield Chunk(
            id=f"{document.id}:{short}:{seen[short]}",
            document_id=document.id,
            ordinal=ordinal,
            start=start,
            end=end,
            text=document.text[start:end],
            heading_path=group.path,
            lead=group.lead,
            fragment=document.anchors[place].fragment if place >= 0 else "",
            embedded=said,
            tokens=measure.tokens(said),
            digest=digest,
        )


def digest_of(text: str) -> str:
    """Return the digest of what is embedded: chunks that share it share a vector."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _landing(group: Group, found: tuple[Block, ...]) -> int:
    """Return the offset up to which an anchor may stand to be this chunk's.

    Of headings in a row, as of a title above the first section, the last is the nearest to what
    the chunk says.
    """
    place = group.pieces[0].start
    for piece in group.pieces:
        block = found[piece.block]
        if block.kind == "heading":
            place = block.end - 1
        elif piece.said:
            break
    return place
