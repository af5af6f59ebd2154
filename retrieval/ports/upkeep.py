"""The upkeep of an index: its generations, its contents, its model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from retrieval.ports.stores import Fingerprint
from retrieval.values import Chunk, Document

if TYPE_CHECKING:
    from retrieval.ports.models import Vectors


@dataclass(frozen=True, slots=True)
class GenerationFacts:
    """What is known of one generation of a collection.

    Of all generations one at most is `in_use`, and one at most was in use `before` it. `complete`
    means that every root is wholly in it and no text waits for a vector. `roots` gives the
    version of the reader of each root. `made` is when it was begun, `changed` when pages or
    vectors last changed, None where that is not known. `size` is in bytes, 0 where not known.
    `damage` says why it cannot be searched at all, and then only its name is certain. One that is
    built `anew` takes over no vectors.
    """

    collection: str
    name: str
    in_use: bool
    before: bool
    held: bool
    complete: bool
    chunker: str
    embedder: str
    dims: int
    roots: Mapping[str, str]
    documents: int
    chunks: int
    without_vectors: int
    made: datetime | None
    changed: datetime | None
    size: int = 0
    damage: str = ""
    anew: bool = False

    @classmethod
    def damaged(
        cls, state: tuple[str, str, bool, bool, bool], damage: str, *, size: int = 0
    ) -> GenerationFacts:
        """Say of a generation that cannot be read what is known from outside, and why.

        `state` is its collection, its name, whether it is in use, was in use before and is held.
        """
        return cls(
            *state,
            complete=False,
            chunker="",
            embedder="",
            dims=0,
            roots={},
            documents=0,
            chunks=0,
            without_vectors=0,
            made=None,
            changed=None,
            size=size,
            damage=damage,
        )

    @property
    def lacks(self) -> str:
        """Say in a clause why it is not complete; "" where it is."""
        if self.damage:
            return self.damage.rstrip(".")
        if self.without_vectors:
            one = self.without_vectors == 1
            return f"{self.without_vectors:,} text{' waits' if one else 's wait'} for a vector"
        return "" if self.complete else "not all of its folders are wholly in it"

    def fingerprint(self, root: str) -> Fingerprint:
        """Return what the pages of one of its roots were made with."""
        return Fingerprint(self.roots[root], self.chunker, self.embedder, self.dims)


class Upkeep(Protocol):
    """The generations of collections: what there is, which one is in use, what is wrong in it.

    One adapter may implement all three ports of upkeep. A generation that is not there is an
    InputError, also in the other two.
    """

    async def collections(self) -> Sequence[str]:
        """Name the collections that have a generation, in use or not, in order."""

    async def generations(self, collection: str) -> Sequence[GenerationFacts]:
        """Return the generations of a collection, the newest first; none where there is none."""

    async def swap(self, collection: str, generation: str, *, hold: bool = True) -> None:
        """Put a generation in use in one step, and hold the one that it takes the place of.

        That one is kept, as the one that was in use `before`; a third one that was in use earlier
        may go. To go back is to swap to the one before. Without `hold` the former is kept, but
        not held: a run may fill it and put it in use again. Raises InputError for one that is not
        complete, IndexLocked while another process writes to the collection.
        """

    async def drop(self, collection: str, generation: str) -> None:
        """Remove a generation. Raises InputError for the one in use, IndexLocked."""

    async def faults(self, collection: str, generation: str) -> Sequence[str]:
        """Look the store's own structure over; return a sentence for each thing wrong in it.

        Chunks without a page, chunk ids that are there twice, gaps in a page's ordinals, vectors
        of the wrong length, chunks that the full-text index lacks or has too many of.
        """


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page as the manifest of a generation has it, and how many chunks stand under it."""

    root: str
    path: str
    document: str
    digest: str
    chunks: int


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page as a store holds it; `document.text` is that of its chunks, joined.

    What only the making of chunks needs (anchors, warnings) is not kept.
    """

    document: Document
    chunks: tuple[Chunk, ...]


class Contents(Protocol):
    """What a generation holds, for whoever checks or copies it."""

    async def entries(self, collection: str, generation: str) -> Sequence[PageEntry]:
        """Return its manifest, in order of root and path."""

    async def pages(
        self, collection: str, generation: str, documents: Sequence[str]
    ) -> Sequence[StoredPage]:
        """Return pages by the id of their document, in the order asked for.

        One that has gone meanwhile is left out. Callers ask for a hundred at most.
        """

    async def vectors(
        self, collection: str, generation: str, digests: Sequence[str]
    ) -> Mapping[str, Vectors]:
        """Return the vectors, shape (dims,), of texts by digest: those that there are.

        They are what `attach` was given, made of unit length. A thousand at most at once.
        """


@dataclass(frozen=True, slots=True)
class Canary:
    """A fixed sentence, with the vector (shape (dims,)) that the model gave it once."""

    text: str
    vector: Vectors


class Canaries(Protocol):
    """The canaries of a generation: a model that answers them differently is not the one it was."""

    async def canaries(self, collection: str, generation: str) -> Sequence[Canary]:
        """Return them, in the order kept; none where none were kept."""

    async def keep_canaries(
        self, collection: str, generation: str, canaries: Sequence[Canary]
    ) -> None:
        """Keep them, over earlier ones; also while the same process fills the generation."""


class UpkeepStore(Upkeep, Contents, Canaries, Protocol):
    """The three ports of upkeep, which one adapter implements."""
