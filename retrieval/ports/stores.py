"""Where chunks live: searching them, and filling an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from retrieval.values import Chunk, Document, Frequencies, Hit, LegResult, Query, Scope

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors


@dataclass(frozen=True, slots=True)
class Census:
    """What a scope holds: for status lines, doctor and whole-corpus mode."""

    documents: int
    chunks: int
    tokens: int
    without_vectors: int
    generations: Mapping[str, str]
    embedder: Mapping[str, str]
    """Identity of the embedder of each collection."""
    unread: Mapping[str, str] = field(default_factory=dict)
    """Why a collection could not be read, where others could: it is not counted."""


class Search(Protocol):
    """A store within a scope: the only thing that can be searched."""

    async def search(
        self, queries: Sequence[Query], vectors: Sequence[Vectors | None], *, limit: int
    ) -> Sequence[LegResult]:
        """Run every leg for every query, `limit` hits each; a failed leg says so in `error`."""

    async def frequencies(self, words: Sequence[str]) -> Frequencies:
        """Count the chunks of the scope in which each word occurs."""

    async def similar(self, words: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return for each folded word those of the scope that may be meant if it is misspelt.

        They are whole words, one slip away (`retrieval.text.spelling.one_slip`), those of the most
        pages first. A word that is a part of others is misspelt for these alone.
        """

    async def neighbours(self, chunk: Chunk, reach: int) -> Sequence[Chunk]:
        """Return the chunks of the same document within `reach` ordinals, itself included."""

    async def census(self) -> Census:
        """Count what is in the scope. Raises IndexMissing for a collection that is not there."""

    async def everything(self) -> Sequence[Hit]:
        """Return every chunk of the scope, documents by path, chunks by ordinal."""


class Store(Protocol):
    """Where chunks live."""

    def within(self, scope: Scope) -> Search:
        """Return the search of a scope; nothing outside it can be reached through it."""

    async def collections(self) -> Sequence[str]:
        """Name the collections that are there."""

    async def close(self) -> None:
        """Close files and connections."""


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What an index was made with; another one makes another index from the same documents."""

    reader: str
    chunker: str
    embedder: str
    dims: int

    @property
    def said(self) -> str:
        """What it says in words; the same words are the same fingerprint."""
        return f"reader {self.reader}, chunker {self.chunker}, embedder {self.embedder or 'none'}"


@dataclass(frozen=True, slots=True)
class PendingText:
    """A text that waits for its vector; `digest` is that of the chunks that share it."""

    digest: str
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Completion:
    """How a generation ended: whether it is the one that is searched, else what it lacks."""

    generation: str
    current: bool
    without_vectors: int
    roots_to_come: tuple[str, ...] = ()
    held: bool = False
    """Whether it waits for `Upkeep.swap`, whatever it has."""
    waits: bool = False
    """Whether it lacks nothing and waits for the gate alone."""


class Generation(Protocol):
    """An index of one collection being filled; its process alone writes to it."""

    @property
    def name(self) -> str:
        """Its name, for the trace and the report."""

    async def manifest(self, root: str) -> Mapping[str, str]:
        """Return the digest of each page that stands in it, by path, for one root."""

    async def put(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        *,
        instead_of: str = "",
        vectors: Mapping[str, Vectors] | None = None,
    ) -> None:
        """Put a page in place of its earlier self, whole or not at all, words searchable.

        `instead_of` is the path it had under the same root, where it was renamed: that page
        goes in the same step. `vectors` are those of its texts, by digest, as far as they are
        known: they need not be attached. Raises StoreError.
        """

    async def remove(self, root: str, path: str) -> None:
        """Take a page out; one that is not there is no error. Raises StoreError."""

    async def settle(self) -> Mapping[str, str]:
        """Make all that was put and removed searchable: a store may gather it until then.

        Return why pages could not be put after all, by path; their earlier selves stay.
        """

    async def pending(self) -> Sequence[PendingText]:
        """Return the texts without a vector, each once, the shortest first."""

    async def attach(self, digests: Sequence[str], vectors: Vectors) -> None:
        """Store the vectors of texts, one row a digest. Raises StoreError."""


Filling = TypeVar("Filling", bound="Generation")
"""The kind of generation that one store fills."""


class Index(Protocol[Filling]):
    """The write side of a store.

    A generation may be held: only `Upkeep.swap` puts it in use. Runs that find no other one of
    their fingerprint fill it, and it stays held. An index made for building (`held=True`) fills
    held generations alone: the newest of the fingerprint that neither is in use nor was before,
    else a new one: what one can go back to stays as it is.
    With `anew=True` a new one takes over no vectors, and only one that was made so is continued.
    Those named in `besides` are passed over.
    """

    async def begin(self, collection: str, root: str, fingerprint: Fingerprint) -> Filling:
        """Take the collection's writer lease; open the generation of that fingerprint.

        Where there is none, one is made: in use at once if it is the collection's first, else
        beside the one in use. Raises IndexLocked after a bounded wait, IndexCorrupt, InputError
        for a collection's name that cannot be one.
        """

    async def complete(
        self,
        generation: Filling,
        root: str,
        taken_over: Sequence[str] = (),
        *,
        gated: bool = False,
    ) -> Completion:
        """Say that `root` is wholly in it; put it in use once nothing is lacking.

        The pages of the roots that `root` has `taken_over` go from it, and the roots with them.
        Where it is `gated`, one that would take the place of another waits for `Upkeep.swap`,
        and is not held.
        """

    async def roots(self, collection: str) -> Sequence[str]:
        """Name the roots that the collection has pages of, or had and is being rebuilt from."""

    async def release(self, generation: Filling) -> None:
        """Release the lease; what was put stays, and the next `begin` goes on from there."""

    async def forget(self, collection: str, root: str) -> int:
        """Take out every page of a root that is no more; return how many there were."""
