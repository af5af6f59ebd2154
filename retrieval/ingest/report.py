"""What a run of indexing says: how far it is, and in the end what it did."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from retrieval.ports import Completion, Scan, Skipped
from retrieval.values import Document


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is. `phase` is "reading" (documents), "embedding" (texts) or a gate's own.

    `rate` is how many are done in a second; `left` the seconds still to go, None while nothing
    can be said.
    """

    phase: str
    done: int
    total: int
    rate: float = 0.0
    left: float | None = None


ProgressWatch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What a run did.

    `seen` is how many documents the source holds; each is new, changed, unchanged or failed, as is
    a folder that cannot be opened. `kept` names the pages of those that stay as they were indexed.
    `embeddings` is how many texts were embedded, `without_vectors` how many still wait.
    `warnings` is what readers took out or could not make sense of, with the path.
    `embedding_error` says why embedding stopped; the words are searchable all the same.
    `same_model` is whether the model is still the one that the index was made with, None where
    that was not asked. `held` means that the index waits for `scripts.index swap`.
    `gate` says why it was put in use, or why it was not, where the gate was asked.
    `current` is false while the index that was filled is not yet the one that is searched, and
    `roots_to_come` names the sources that it lacks. `pages`, `revision` and `made_with` say what
    it was made of, as the ledger's runs do.
    """

    collection: str
    root: str
    generation: str
    seen: int
    new: int
    changed: int
    unchanged: int
    deleted: int
    failed: tuple[Skipped, ...]
    skipped: tuple[Skipped, ...]
    chunks: int
    embeddings: int
    without_vectors: int
    seconds: float
    words_seconds: float
    warnings: tuple[str, ...] = ()
    embedding_error: str = ""
    current: bool = True
    roots_to_come: tuple[str, ...] = ()
    held: bool = False
    same_model: bool | None = None
    gate: str = ""
    pages: str = ""
    revision: str = ""
    made_with: str = ""
    kept: tuple[str, ...] = ()

    @property
    def nothing_found(self) -> bool:
        """Whether the source holds no document at all, which is a failure."""
        return self.seen == 0

    @property
    def succeeded(self) -> bool:
        """Whether a command that ran this exits with 0."""
        return not (self.nothing_found or self.failed or self.embedding_error)


class Tally:
    """Counts a run as it goes."""

    def __init__(self, collection: str, root: str, scan: Scan) -> None:
        self.scan = scan
        self.unchanged = self.deleted = self.embeddings = 0
        self.words_seconds = 0.0
        self.failed: list[Skipped] = list(scan.unread)
        self.kept: tuple[str, ...] = ()
        self.embedding_error = self.gate = self.made_with = self.generation = ""
        self.same_model: bool | None = None
        self.collection, self._root = collection, root
        self._new = self._changed = self._chunks = 0
        self._warnings: list[str] = []
        self._in: dict[str, tuple[bool, int]] = {}

    def put(self, document: Document, chunks: int, *, new: bool) -> None:
        """Note that a page went in, with what its reader had to say."""
        self._new += new
        self._changed += not new
        self._chunks += chunks
        self._in[document.path] = (new, chunks)
        self._warnings += [f"{document.path}: {warning}" for warning in document.warnings]

    def away(self, known: Iterable[str]) -> tuple[str, ...]:
        """Return those paths, in order, at which something stands that could not be read."""
        failed = {one.path for one in self.failed}
        return tuple(sorted(path for path in known if path in failed or self.scan.hides(path)))

    def refused(self, path: str, reason: str) -> None:
        """Note that a page that was put did not go in after all."""
        new, chunks = self._in.pop(path, (False, 0))
        self._new -= new
        self._changed -= not new
        self._chunks -= chunks
        self.failed.append(Skipped(path, reason))

    def report(self, completion: Completion, started: float) -> Report:
        """Return what the run did since `started`, a monotonic time."""
        return Report(
            collection=self.collection,
            root=self._root,
            generation=completion.generation,
            seen=len(self.scan.files) + len(self.scan.unread),
            new=self._new,
            changed=self._changed,
            unchanged=self.unchanged,
            deleted=self.deleted,
            failed=tuple(self.failed),
            skipped=self.scan.skipped,
            chunks=self._chunks,
            embeddings=self.embeddings,
            without_vectors=completion.without_vectors,
            seconds=time.monotonic() - started,
            words_seconds=self.words_seconds,
            warnings=tuple(self._warnings),
            embedding_error=self.embedding_error,
            current=completion.current,
            roots_to_come=completion.roots_to_come,
            held=completion.held,
            same_model=self.same_model,
            gate=self.gate,
            pages=self.scan.digest if self.scan.files else "",
            revision=self.scan.revision,
            made_with=self.made_with,
            kept=self.kept,
        )
