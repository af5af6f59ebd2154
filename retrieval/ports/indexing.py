"""How indexing goes: runs, alarms, watchers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

CUT_OFF = "Cut off: "
"""What the error of a run begins with that something stopped before its end."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of indexing, as it ended; `by` says who ran it: command, watch, hook, build, copy.

    The counts are those of its report, or what it had seen and done by the time it was cut off.
    `error` says in a sentence what stopped it or why it failed, and is empty where all went well.
    `pages` is the digest of all documents that it saw, `revision` the commit they were of,
    `made_with` the fingerprint in words: with them the generation can be made again. Runs of
    earlier releases have none of the three.
    """

    collection: str
    root: str
    by: str
    started: datetime
    seconds: float
    generation: str = ""
    seen: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    failed: int = 0
    chunks: int = 0
    embeddings: int = 0
    without_vectors: int = 0
    error: str = ""
    pages: str = ""
    revision: str = ""
    made_with: str = ""

    @property
    def cut_off(self) -> bool:
        """Whether something stopped it before its end."""
        return self.error.startswith(CUT_OFF)


class Runs(Protocol):
    """The runs of indexing, kept."""

    async def record(self, run: Run) -> None:
        """Keep a run. Raises LedgerError."""

    async def latest(self, collection: str, *, most: int = 20) -> Sequence[Run]:
        """Return the runs of a collection, the newest first."""

    async def purge(self, before: datetime) -> int:
        """Forget runs started before a moment; return how many."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something that is wrong with an index, since `raised`.

    `kind` is one of empty, failing, stale, canaries, held; `subject` is the collection, with what
    of it (a root, a generation) after a space; `said` tells people. `new` is whether it was raised
    by this very call.
    """

    kind: str
    subject: str
    said: str
    raised: datetime
    new: bool = False

    @property
    def key(self) -> str:
        """The name of this one occurrence: told once, and again when it recurs."""
        return f"alarm:{self.kind}:{self.subject}:{self.raised.isoformat()}"


class Alarms(Protocol):
    """What is wrong now, one alarm for each kind and subject."""

    async def give(self, kind: str, subject: str, said: str) -> Alarm:
        """Say that something is wrong; while it lasts it is the same alarm. Raises LedgerError."""

    async def end(self, kind: str, subject: str) -> bool:
        """Say that it is well; False where there was no alarm. Raises LedgerError."""

    async def standing(self) -> Sequence[Alarm]:
        """Return what is wrong, the oldest first."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """A process that keeps the pages of a root up to date.

    `beat` is when it was last heard of; `behind` when the oldest change was made that is not in
    the index yet, None while there is none.
    """

    collection: str
    root: str
    beat: datetime
    behind: datetime | None = None


class Watchers(Protocol):
    """Who follows which folders."""

    async def beat(self, collection: str, root: str, behind: datetime | None = None) -> None:
        """Say that a root is being followed, now. Raises LedgerError."""

    async def leave(self, collection: str, root: str) -> None:
        """Say that it is not followed any more, and is not meant to be."""

    async def all(self) -> Sequence[Watcher]:
        """Return the watchers that have not left, also those that have not been heard of since."""
