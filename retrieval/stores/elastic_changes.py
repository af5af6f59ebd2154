"""What a writer knows of the pages of a generation, and the changes it has not sent yet.

A writer is alone, so what it was told at the beginning, and what it has put since, is what there
is. Changes are gathered to a size that is worth a request, and are about different pages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from retrieval.errors import UnreadableDocument
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_bulk import Operation, deleted
from retrieval.stores.elastic_floats import Floats
from retrieval.stores.rows import storable
from retrieval.values import Chunk, Document

ENOUGH_TEXT = 1_000_000
ENOUGH_PAGES = 200
"""Characters and pages after which gathered changes are sent."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as its entry in the index has it, and how many chunks it has."""

    page: str
    root: str
    path: str
    digest: str
    revision: str
    chunks: int

    @property
    def current(self) -> tuple[str, str]:
        """The page and the revision that its chunks have."""
        return self.page, self.revision

    def leaving(self) -> list[Operation]:
        """Return what takes its chunks out."""
        ids = (mapping.chunk_id(self.page, self.revision, place) for place in range(self.chunks))
        return [deleted(self.page, name) for name in ids]

    def gone(self) -> list[Operation]:
        """Return what takes it out, its entry first."""
        return [deleted(self.page, mapping.page_id(self.page)), *self.leaving()]


@dataclass(frozen=True, slots=True)
class Change:
    """A page to be put, or none, and the entries that it takes the place of."""

    entry: Entry | None
    former: tuple[Entry, ...]
    document: Document | None = None
    chunks: tuple[Chunk, ...] = ()
    vectors: Mapping[str, Floats] = field(default_factory=dict)
    """Those of its texts that came with it, of unit length, by digest."""

    @property
    def pages(self) -> frozenset[str]:
        """Name the pages that it is about."""
        return frozenset(one.page for one in (*self.former, *filter(None, [self.entry])))

    @property
    def size(self) -> int:
        """Characters of it, roughly."""
        return sum(2 * len(chunk.text) + len(chunk.embedded) for chunk in self.chunks)


@dataclass(slots=True)
class Batch:
    """Changes that are sent together."""

    changes: list[Change] = field(default_factory=list)
    size: int = 0

    @property
    def full(self) -> bool:
        """Whether it is worth sending."""
        return self.size >= ENOUGH_TEXT or len(self.changes) >= ENOUGH_PAGES

    @property
    def pages(self) -> frozenset[str]:
        """Name the pages that it is about."""
        return frozenset().union(*(change.pages for change in self.changes))

    def add(self, change: Change) -> None:
        """Gather one more."""
        self.changes.append(change)
        self.size += change.size


class Manifest:
    """The pages of a generation, by id and by place; what is put is in it at once."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.entries = {one.page: one for one in entries}
        self._at = {(one.root, one.path): one.page for one in entries}

    def of(self, root: str) -> dict[str, str]:
        """Return the digests of the pages of a root, by path."""
        return {one.path: one.digest for one in self.entries.values() if one.root == storable(root)}

    def put(self, document: Document, chunks: Sequence[Chunk], instead_of: str) -> Change:
        """Put a page in. Raises UnreadableDocument where its id is another page's."""
        page, root, path = map(storable, (document.id, document.root, document.path))
        entry = Entry(page, root, path, document.digest, uuid4().hex[:12], len(chunks))
        paths = dict.fromkeys([path, *filter(None, [storable(instead_of)])])
        former = tuple(one for path in paths if (one := self.at(root, path)))
        taken = self.entries.get(page)
        if taken is not None and taken not in former:
            raise UnreadableDocument(
                f"its id is taken by another page ({taken.path} of {taken.root})"
            )
        if len({chunk.id for chunk in chunks}) < len(chunks):
            raise UnreadableDocument("two of its chunks have the same id")
        self._leave(former)
        self._enter([entry])
        return Change(entry, former, document, tuple(chunks))

    def remove(self, found: Entry) -> Change:
        """Take a page out."""
        self._leave([found])
        return Change(None, (found,))

    def undo(self, change: Change) -> None:
        """Put back what a change would have taken the place of."""
        self._leave([change.entry] if change.entry else [])
        self._enter(change.former)

    def at(self, root: str, path: str) -> Entry | None:
        """Return the page that stands somewhere."""
        page = self._at.get((storable(root), storable(path)))
        return self.entries[page] if page is not None else None

    def _leave(self, entries: Sequence[Entry]) -> None:
        for one in entries:
            del self.entries[one.page]
            del self._at[one.root, one.path]

    def _enter(self, entries: Sequence[Entry]) -> None:
        for one in entries:
            self.entries[one.page] = one
            self._at[one.root, one.path] = one.page
