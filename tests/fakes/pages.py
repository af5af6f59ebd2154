"""Stand-ins for indexing: pages in memory, cut at blank lines, an embedder that hashes words."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from retrieval.errors import ModelUnavailable, UnreadableDocument
from retrieval.ports import Fingerprint, Scan, Skipped, SourceFile
from retrieval.text.words import words
from retrieval.values import Chunk, Document, Metadata

DIMS = 16
MADE_WITH = Fingerprint(reader="reader 1", chunker="cutter 1", embedder="hash 16", dims=DIMS)


def digest(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def page(path: str, text: str, *, root: str = "here", **facts: Any) -> Document:
    """Make a page; its title is its first line, its id its root and path."""
    title = text.split("\n", 1)[0].strip("# ") or path
    metadata = Metadata(**facts)
    return Document(f"{root}:{path}", root, path, title, text, digest(text), metadata=metadata)


@dataclass(frozen=True)
class FakeCutter:
    """Cuts at blank lines; what stands between belongs to the piece before."""

    version: str = "cutter 1"

    def chunks(self, document: Document) -> tuple[Chunk, ...]:
        """Cut a document."""
        found: list[Chunk] = []
        start = 0
        for piece in document.text.split("\n\n") if document.text else ():
            end = min(start + len(piece) + 2, len(document.text))
            found.append(
                Chunk(
                    id=f"{document.id}:{len(found)}",
                    document_id=document.id,
                    ordinal=len(found),
                    start=start,
                    end=end,
                    text=document.text[start:end],
                    heading_path=(document.title,),
                    embedded=piece,
                    tokens=len(piece.split()),
                    digest=digest(piece),
                )
            )
            start = end
        return tuple(found)


@dataclass
class FakeReader:
    """A source in memory; a text of None is a file that cannot be read."""

    texts: Mapping[str, str | None]
    root: str = "here"
    version: str = "reader 1"
    skipped: tuple[Skipped, ...] = ()
    unread: tuple[Skipped, ...] = ()
    reads: list[str] = field(default_factory=list)

    def scan(self) -> Scan:
        """List what is there."""
        files = [
            SourceFile(path, digest(text or ""), len(text or ""))
            for path, text in sorted(self.texts.items())
        ]
        return Scan(tuple(files), self.skipped, unread=self.unread)

    def read(self, file: SourceFile) -> Document:
        """Read one file."""
        self.reads.append(file.path)
        text = self.texts[file.path]
        if text is None:
            raise UnreadableDocument("it is not text")
        return page(file.path, text, root=self.root)


@dataclass
class FakeEmbedder:
    """Embeds a text as the sum of its words' hashed vectors; fails after `lasts` texts."""

    identity: str = "hash 16"
    dims: int = DIMS
    max_tokens: int = 250
    lasts: int | None = None
    seen: list[str] = field(default_factory=list)

    def count(self, text: str) -> int:
        """Count words."""
        return len(words(text))

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Embed texts to be found."""
        if self.lasts is not None and len(self.seen) + len(texts) > self.lasts:
            raise ModelUnavailable("The embedding service cannot be reached.")
        self.seen += texts
        return np.stack([vector(text, self.dims) for text in texts])

    async def query(self, text: str) -> np.ndarray:
        """Embed one text to find by."""
        return vector(text, self.dims)


def vector(text: str, dims: int = DIMS) -> np.ndarray:
    """Return a vector of unit length that texts of the same words share."""
    total = np.full(dims, 1e-6)
    for word in words(text):
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big")
        total += np.random.default_rng(seed).normal(size=dims)
    return (total / np.linalg.norm(total)).astype(np.float32)
