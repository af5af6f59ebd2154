"""Document -> chunks: cut along its structure, each short enough for the embedder to see whole."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from retrieval.ingest.leads import Leads
from retrieval.ingest.measure import Measure
from retrieval.ingest.split import Piece, refine
from retrieval.text.blocks import Block, blocks
from retrieval.text.render import words
from retrieval.values import Chunk, Document

VERSION = "1"
"""Goes up whenever the same document and settings would give other chunks."""

_PROSE = ("paragraph", "item", "quote", "html")
_SHARE = 3
"""What is repeated before a chunk's own text takes at most this part (a third) of the maximum."""


@dataclass(frozen=True, slots=True)
class Group:
    """Pieces that make one chunk; `path` is that of the section in which its own text begins."""

    pieces: tuple[Piece, ...]
    path: tuple[str, ...]
    prefix: str = ""
    lead: str = ""
    lead_said: str = ""
    weight: int = 0
    bare: bool = False
    """Whether it holds headings and nothing under them."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading's path and the pieces from it up to the next heading."""

    path: tuple[str, ...]
    pieces: list[Piece]
    headed: bool


@dataclass(frozen=True)
class Chunker:
    """Cuts documents into chunks.

    Args:
        count: tokens of a text as the embedder counts them, without its special tokens.
        maximum: the most tokens that `Chunk.embedded` may have.
        merge_below: neighbours under one heading are joined where either is shorter.
        overlap: tokens of the sentences before a chunk repeated as its lead, where a section
            was cut and nothing better introduces the piece.
        context: what stands before the text in `embedded`: "none", "heading" (the own
            heading, where the text does not begin with it), "path" or "title".
    """

    count: Callable[[str], int]
    maximum: int = 250
    merge_below: int = 60
    overlap: int = 0
    context: str = "heading"
    _measure: Measure = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_measure", Measure(self.count))

    @property
    def version(self) -> str:
        """Changes when the same document would give other chunks; part of the fingerprint."""
        return f"{VERSION}:{self.maximum}:{self.merge_below}:{self.overlap}:{self.context}"

    def chunks(self, document: Document) -> tuple[Chunk, ...]:
        """Return the chunks of a document, in order; none where its text is only white space.

        Their texts joined are the document's text. None has more than `maximum` tokens.
        """
        if not document.text.strip():
            return ()
        return _Cut(self, self._measure, document).chunks()


class _Cut:
    """One document being cut."""

    def __init__(self, chunker: Chunker, measure: Measure, document: Document) -> None:
        self.settings = chunker
        self.measure = measure
        self.document = document
        self.text = document.text
        self.blocks = blocks(document.text)
        self.leads = Leads(document.text, self.blocks)

    def chunks(self) -> tuple[Chunk, ...]:
        groups = [group for section in self.sections() for group in self.groups(section)]
        fitting = [part for group in self.merged(groups) for part in self.fitting(group)]
        return tuple(self.finished(_with_words(fitting)))

    # --- sections ---------------------------------------------------------------------------

    def sections(self) -> Iterator[Section]:
        path: list[tuple[int, str]] = []
        pieces: list[Piece] = []
        headed = False
        for place, block in enumerate(self.blocks):
            if block.kind == "blank" and pieces:
                pieces[-1] = replace(pieces[-1], end=block.end)
                continue
            said = words(self.text, block)
            if block.kind == "heading" and said and not block.depth and not block.quoted:
                if pieces:
                    yield Section(tuple(title for _, title in path), pieces, headed)
                pieces, headed = [], True
                path = [outer for outer in path if outer[0] < block.level]
                path.append((block.level, said.replace("\n", " ")))
            weight = self.measure.weight(said)
            pieces.append(Piece(block.start, block.end, said, weight, place, _joins(block, said)))
        if pieces:
            yield Section(tuple(title for _, title in path), pieces, headed)

    # --- one section ------------------------------------------------------------------------

    def groups(self, section: Section) -> Iterator[Group]:
        """Cut a section into groups that fit, evenly filled."""
        total = sum(piece.weight for piece in section.pieces)
        first = self.begin(section, [], section.pieces[0])
        room = self.settings.maximum - first.weight
        if total <= room:
            yield self.filled(first, section.pieces)
            return
        target = _even(total, room)
        queue = list(reversed(section.pieces))
        group, held, weight = first, list[Piece](), 0
        while queue:
            piece = queue.pop()
            room = self.settings.maximum - group.weight
            full = weight >= target * 0.9 and weight + piece.weight > target
            if weight + piece.weight <= room and not (full and held):
                held.append(piece)
                weight += piece.weight
                continue
            fresh = self.begin(section, held, piece)
            if piece.weight > self.settings.maximum - fresh.weight:
                queue += reversed(self.refined(piece, self.settings.maximum - fresh.weight))
                continue
            moved = self.moved(held, piece)
            held = held[: len(held) - len(moved)]
            yield self.filled(group, held)
            queue += reversed([*moved, piece])
            group = self.begin(section, held, queue[-1])
            held, weight = [], 0
            piece = queue.pop()
            held.append(piece)
            weight = piece.weight
        yield self.filled(group, held)

    def begin(self, section: Section, held: list[Piece], piece: Piece) -> Group:
        """Return an empty group for `piece`: what is repeated before it, and its weight."""
        prefix = self.prefix(section, piece)
        lead, said = self.lead(held, piece)
        weight = self.measure.weight(prefix) + self.measure.weight(said)
        return Group((), section.path, prefix, lead, said, weight)

    def filled(self, group: Group, pieces: list[Piece]) -> Group:
        bare = all(not p.said or self.blocks[p.block].kind == "heading" for p in pieces)
        weight = group.weight + sum(piece.weight for piece in pieces)
        return replace(group, pieces=tuple(pieces), weight=weight, bare=bare)

    def refined(self, piece: Piece, limit: int) -> list[Piece]:
        block = self.blocks[piece.block]
        parts = refine(self.text, block, piece, limit, self.measure)
        parts[-1] = replace(parts[-1], joins=piece.joins)
        return parts

    def moved(self, held: list[Piece], piece: Piece) -> list[Piece]:
        """Return the last pieces held that must not be parted from `piece`, if they fit."""
        count = 0
        while count < len(held) and held[-1 - count].joins:
            count += 1
        moved = held[len(held) - count :]
        weight = sum(part.weight for part in moved) + piece.weight
        fits = weight <= self.settings.maximum * (_SHARE - 1) // _SHARE
        return moved if count < len(held) and fits else []

    # --- what is repeated ---------------------------------------------------------------------

    def prefix(self, section: Section, piece: Piece) -> str:
        starts = self.blocks[piece.block].kind == "heading"
        own = "" if starts or not section.path else section.path[-1]
        if self.settings.context == "none":
            return ""
        if self.settings.context == "path":
            own = " > ".join(section.path[:-1] if starts else section.path)
        elif self.settings.context == "title" and own != self.document.title:
            own = "\n".join(filter(None, (self.document.title, own)))
        return self.clipped(own)

    def clipped(self, said: str) -> str:
        most = self.settings.maximum // (_SHARE * 2)
        if self.measure.weight(said) <= most:
            return said
        kept, weight = [], 0
        for word in said.split():
            weight += self.measure.weight(word)
            if weight > most:
                break
            kept.append(word)
        return " ".join(kept)

    def lead(self, held: list[Piece], piece: Piece) -> tuple[str, str]:
        """Return what introduces a piece that begins a chunk, as it stands and as it is read."""
        spans = self.leads.before(piece.block, piece.start)
        most = self.settings.maximum // _SHARE
        kept: list[tuple[int, int, str]] = []
        for span in [*spans[:1], *reversed(spans[1:])]:
            said = self.leads.said(span, piece.block)
            most -= self.measure.weight(said)
            if most < 0:
                break
            kept.append((*span, said))
        if not kept and held and self.settings.overlap:
            kept = self.overlapping(held)
        kept.sort()
        said = "\n".join(said for *_, said in kept if said)
        return "".join(self.text[a:b].rstrip("\n") + "\n" for a, b, _ in kept), said

    def overlapping(self, held: list[Piece]) -> list[tuple[int, int, str]]:
        """Return the last sentences of the chunk before, as many as the overlap allows."""
        kept: list[tuple[int, int, str]] = []
        left = self.settings.overlap
        for piece in reversed(held):
            for part in reversed(self.refined(piece, self.settings.maximum)):
                left -= part.weight
                if left < 0:
                    return kept
                if part.said:
                    kept.append((part.start, part.end, part.said))
        return kept

    # --- neighbours ---------------------------------------------------------------------------

    def merged(self, groups: list[Group]) -> list[Group]:
        """Join small neighbours under one heading, and bare headings with what follows."""
        found: list[Group] = []
        for group in groups:
            if found and self.belong(found[-1], group):
                found[-1] = _joined(found[-1], group)
            else:
                found.append(group)
        if len(found) > 1 and found[-1].bare:
            before, last = found[-2:]
            if before.weight + last.weight <= self.settings.maximum:
                found[-2:] = [_joined(before, last)]
        return found

    def belong(self, before: Group, after: Group) -> bool:
        if (
            before.weight + after.weight - after_repeats(after, self.measure)
            > self.settings.maximum
        ):
            return False
        if before.bare:
            return True
        outer = before.path[:-1]
        small = min(before.weight, after.weight) < self.settings.merge_below
        return small and after.path[: len(outer)] == outer

    # --- chunks -------------------------------------------------------------------------------

    def fitting(self, group: Group) -> Iterator[Group]:
        """Yield the group, or its halves where the embedder counts more than was reckoned."""
        if self.measure.exact or self.measure.tokens(embedded(group)) <= self.settings.maximum:
            yield group
            return
        pieces = list(group.pieces)
        if len(pieces) == 1:
            limit = max(1, (group.weight - self.measure.weight(group.lead_said)) // 2)
            pieces = self.refined(pieces[0], limit)
        half = (len(pieces) + 1) // 2
        bare = len(pieces) == 1
        for part in (pieces[:half], pieces[half:]):
            if part:
                repeated = Group((), group.path) if bare else replace(group, pieces=(), weight=0)
                yield from self.fitting(self.filled(repeated, part))

    def finished(self, groups: list[Group]) -> Iterator[Chunk]:
        offsets = [anchor.offset for anchor in self.document.anchors]
        seen: Counter[str] = Counter()
        for ordinal, group in enumerate(groups):
            start, end = group.pieces[0].start, group.pieces[-1].end
            said = embedded(group)
            digest = hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
            short = digest[:8]
            seen[short] += 1
            place = bisect_right(offsets, self.landing(group)) - 1
            yield Chunk(
                id=f"{self.document.id}:{short}:{seen[short]}",
                document_id=self.document.id,
                ordinal=ordinal,
                start=start,
                end=end,
                text=self.text[start:end],
                heading_path=group.path,
                lead=group.lead,
                fragment=self.document.anchors[place].fragment if place >= 0 else "",
                embedded=said,
                tokens=self.measure.tokens(said),
                digest=digest,
            )

    def landing(self, group: Group) -> int:
        """Return the offset up to which an anchor may stand to be this chunk's."""
        for piece in group.pieces:
            block = self.blocks[piece.block]
            if block.kind == "heading":
                return block.end - 1
            if piece.said:
                break
        return group.pieces[0].start


def embedded(group: Group) -> str:
    """Return what the embedder sees of a group."""
    lines = [group.prefix, group.lead_said]
    block = -1
    for piece in group.pieces:
        if piece.said and piece.block == block and lines[-1]:
            lines[-1] += " " + piece.said
        else:
            lines.append(piece.said)
        block = piece.block
    return "\n".join(line for line in lines if line)


def _joins(block: Block, said: str) -> bool:
    """Whether a block is not to be parted from the next: a heading, or "as follows:"."""
    if block.kind in ("heading", "admonition"):
        return True
    return block.kind in _PROSE and said.endswith((":", "："))


def _even(total: int, room: int) -> int:
    """Return how much to put in each chunk of a long section so that none is left a crumb."""
    return min(room, int(total / -(-total // max(1, room)) * 1.1) + 8)


def after_repeats(group: Group, measure: Measure) -> int:
    """Return the weight of what a group repeats, which goes when it joins the one before."""
    return measure.weight(group.prefix) + measure.weight(group.lead_said)


def _joined(before: Group, after: Group) -> Group:
    path = after.path if before.bare else before.path
    weight = before.weight + sum(piece.weight for piece in after.pieces)
    return replace(
        before,
        pieces=before.pieces + after.pieces,
        path=path,
        weight=weight,
        bare=before.bare and after.bare,
    )


def _with_words(groups: list[Group]) -> list[Group]:
    """Give the pieces in which nothing is read to the group before, or the one after."""
    found: list[Group] = []
    for group in groups:
        silent = not any(piece.said for piece in group.pieces)
        if found and (silent or not any(piece.said for piece in found[-1].pieces)):
            keeper = group if not silent and len(found) == 1 else found[-1]
            found[-1] = replace(keeper, pieces=found[-1].pieces + group.pieces)
        else:
            found.append(group)
    return found
