"""Verifies a generation: against the documents of today, against its model, and in itself."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from retrieval.errors import ModelError, ReaderError
from retrieval.ports import (
    Embedder,
    FileReader,
    GenerationFacts,
    PageEntry,
    Reader,
    UpkeepStore,
)
from retrieval.text.counted import number_of
from retrieval.upkeep.canaries import Agreement, changed, compare

MakeReader = Callable[[str], Reader]
"""Returns the reader of a root. Raises ReaderError."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What of a root is not as it is indexed: paths; `oldest` is when the first of them changed.

    Of what is gone nobody knows when it went. `problem` says why the root could not be read.
    """

    root: str
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    oldest: datetime | None = None
    problem: str = ""

    @property
    def nothing(self) -> bool:
        """Whether the root is indexed as it is."""
        return not (self.new or self.changed or self.gone or self.problem)


@dataclass(frozen=True, slots=True)
class Findings:
    """What a check of a generation came to; `faults` are sentences, one a kind of fault."""

    facts: GenerationFacts
    waiting: tuple[Waiting, ...]
    agreement: Agreement | None
    faults: tuple[str, ...]

    @property
    def good(self) -> bool:
        """Whether nothing is wrong with it, changes that wait included."""
        return not self.faults and all(one.nothing for one in self.waiting)


async def verify(
    upkeep: UpkeepStore, facts: GenerationFacts, make_reader: MakeReader, embedder: Embedder | None
) -> Findings:
    """Check a generation; nothing is changed. `embedder` is today's, None to leave it out."""
    if facts.damage:
        return Findings(facts, (), None, (facts.damage,))
    collection, name = facts.collection, facts.name
    entries = await upkeep.entries(collection, name)
    waiting = await asyncio.to_thread(behind, facts, entries, make_reader)
    faults = list(await upkeep.faults(collection, name))
    faults += twice(entries)
    if facts.without_vectors and facts.embedder:
        lacking = number_of(facts.without_vectors, "text has", "texts have")
        faults.append(f"{lacking} no vector.")
    agreement = None
    if embedder is not None and embedder.identity == facts.embedder:
        try:
            agreement = await compare(embedder, await upkeep.canaries(collection, name))
            faults += [] if agreement.good else [changed(embedder.identity, agreement)]
        except ModelError as error:
            faults.append(f"The canaries could not be compared: {error}")
    return Findings(facts, waiting, agreement, tuple(faults))


def behind(
    facts: GenerationFacts, entries: Sequence[PageEntry], make_reader: MakeReader
) -> tuple[Waiting, ...]:
    """Compare each root as it is with the manifest. Reads every document's bytes."""
    known: dict[str, dict[str, str]] = defaultdict(dict)
    for entry in entries:
        known[entry.root][entry.path] = entry.digest
    return tuple(
        _compared(root, version, known[root], make_reader) for root, version in facts.roots.items()
    )


def _compared(
    root: str, version: str, known: Mapping[str, str], make_reader: MakeReader
) -> Waiting:
    try:
        reader = make_reader(root)
        scan = reader.scan()
    except ReaderError as error:
        return Waiting(root, problem=str(error))
    if reader.version != version:
        problem = "It was read by another version of the reader; index it again."
        return Waiting(root, problem=problem)
    there = {file.path: file.digest for file in scan.files}
    new = tuple(path for path in there if path not in known)
    other = tuple(path for path in there if path in known and known[path] != there[path])
    gone = tuple(path for path in known if path not in there and not scan.hides(path))
    dates = isinstance(reader, FileReader)
    oldest = _oldest(root, (*new, *other)) if dates else None
    return Waiting(root, new, other, gone, oldest)


def _oldest(root: str, paths: Sequence[str]) -> datetime | None:
    """Return when the first of some files was last written."""
    place = Path(root)
    folder = place.parent if place.is_file() else place
    times = []
    for path in paths:
        try:
            times.append((folder / path).stat().st_mtime)
        except OSError:
            continue
    return datetime.fromtimestamp(min(times), UTC) if times else None


def twice(entries: Sequence[PageEntry]) -> list[str]:
    """Say which documents stand in a manifest more than once."""
    ids = [entry.document for entry in entries]
    places = [(entry.root, entry.path) for entry in entries]
    found = []
    if again := len(ids) - len(set(ids)):
        found.append(f"{number_of(again, 'id is that', 'ids are those')} of several pages.")
    if again := len(places) - len(set(places)):
        found.append(f"{number_of(again, 'page stands', 'pages stand')} in the manifest twice.")
    return found
