"""Documents, and the chunks that they are cut into."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a document says about itself; empty or None where it says nothing.

    `status` is lower case as written ("archived", "superseded", "draft"); `version` is the
    version of the product described; `review_days` is the review period in days.
    """

    owner: str = ""
    status: str = ""
    tags: tuple[str, ...] = ()
    version: str = ""
    created: date | None = None
    updated: date | None = None
    verified: date | None = None
    review_days: int | None = None
    effective_from: date | None = None
    effective_to: date | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in a document that a link can land on: `url#fragment` shows `text[offset:]`."""

    offset: int
    fragment: str


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """A document without its text: what hits, sources and citations carry along."""

    id: str
    collection: str
    path: str
    title: str
    url: str = ""
    metadata: Metadata = field(default_factory=Metadata)

    @property
    def key(self) -> str:
        """The name of this document among those of all collections."""
        return f"{self.collection}:{self.id}"


@dataclass(frozen=True, slots=True)
class Document:
    """One page: its text as Markdown, free of templating, hidden text and control characters.

    `id` is unique within a collection and stable over runs; `root` names the source it came
    from and `path` its place there (POSIX, relative); `digest` is that of the source as it was
    scanned, so that an unchanged page need not be read again; `warnings` is what the reader
    took out or could not make sense of.
    """

    id: str
    root: str
    path: str
    title: str
    text: str
    digest: str
    url: str = ""
    anchors: tuple[Anchor, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    warnings: tuple[str, ...] = ()

    def facts(self, collection: str) -> DocumentFacts:
        """Return this document without its text, as a member of `collection`."""
        return DocumentFacts(self.id, collection, self.path, self.title, self.url, self.metadata)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `document.text[start:end]`, word for word.

    The chunks of a document, in order of `ordinal`, tile its text: no character is lost and
    none stands in two. `lead` is text of the same document, from before `start`, that the piece
    cannot be read without (the header of a long table, the sentence that introduces a long
    list); it is shown and searched with the piece but belongs to an earlier chunk's span.
    `embedded` is the text that the embedder sees, `tokens` its length in the embedder's own
    tokens, `digest` its digest: chunks that share a digest share a vector. `fragment` is the
    anchor to link to, without `#`.
    """

    id: str
    document_id: str
    ordinal: int
    start: int
    end: int
    text: str
    heading_path: tuple[str, ...] = ()
    lead: str = ""
    fragment: str = ""
    embedded: str = ""
    tokens: int = 0
    digest: str = ""
