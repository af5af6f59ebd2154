"""Where documents come from."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from retrieval.values import Document


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A document that a scan saw: `digest` changes when what it says or its facts change."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that a scan passed over, and why, in a few words for the report."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Meant(Skipped):
    """A file that was passed over on purpose, or is read in another place: nobody misses it."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What stands under a root now, in order of path.

    `revision` names it where the source keeps its history: a commit, for instance. `unread` are the
    files and folders that are there and cannot be opened now: what they hold is not known.
    """

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]
    revision: str = ""
    unread: tuple[Skipped, ...] = ()

    def hides(self, path: str) -> bool:
        """Whether a document may be at `path`, in what cannot be opened now."""
        return any(one.path == "." or f"{path}/".startswith(f"{one.path}/") for one in self.unread)

    @property
    def digest(self) -> str:
        """The digest of all documents: the same means the same pages, whenever they are read."""
        lines = "".join(f"{file.path}\0{file.digest}\n" for file in self.files)
        lines += "".join(f"{one.path}\0\n" for one in self.unread)
        return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


class Reader(Protocol):
    """A source of documents: one root, for instance a folder or a git checkout."""

    @property
    def root(self) -> str:
        """The name of the source; what is gone is decided per root."""

    @property
    def version(self) -> str:
        """Changes when the same file would give another document; part of the fingerprint."""

    def scan(self) -> Scan:
        """List what is there. Raises ReaderError when the source itself cannot be read."""

    def read(self, file: SourceFile) -> Document:
        """Read one file. Raises UnreadableDocument with the reason for the report."""


@runtime_checkable
class FileReader(Reader, Protocol):
    """A reader whose documents are files, which another process can read just as well.

    It can be pickled, what its last scan found out included.
    """

    def at(self, root: str) -> FileReader:
        """Return this reader over another root, an absolute path."""


@runtime_checkable
class RawReader(Reader, Protocol):
    """A reader that can also say what stands in a file, whatever reading makes of it."""

    def raw(self, path: str) -> str:
        """Return all text that stands in a file in any form, hidden text too; empty for none."""


class Changes(Protocol):
    """Notices changes of what a reader reads."""

    def follow(self, root: str) -> AsyncIterator[None]:
        """Yield whenever something may have changed under a root, once it has come to rest.

        It never ends, whether the root is there, goes or comes; a change may be missed.
        """


class TokenCounter(Protocol):
    """Counts tokens as one model does."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`, special tokens left out."""
