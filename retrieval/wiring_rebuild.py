"""Makes generations that are gone again, beside the index, for as long as somebody asks them."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from retrieval import wiring, wiring_stores, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import FootnoteError, InputError, ReaderError
from retrieval.ports import Charges, Embedder, GenerationFacts, Reader, Run, UpkeepStore

if TYPE_CHECKING:
    from retrieval.ingest.report import ProgressWatch
    from retrieval.settings import Settings


@dataclass(slots=True)
class Workshop:
    """Where generations are made again.

    Each stands in a place of its own, which no search of the index reaches: a folder in that of
    the index, or indices under a prefix of their own. What was begun and left, by a kill for
    instance, is continued.
    """

    settings: Settings
    runs: Mapping[str, Sequence[Run]]
    there: Mapping[str, Sequence[GenerationFacts]]
    charges: Charges | None = None
    watch: ProgressWatch | None = None
    told: Callable[[str], None] = field(default=lambda _: None)
    _made: dict[tuple[str, str], str | FootnoteError] = field(default_factory=dict)

    async def pinned(self, collection: str, made: str, embedder: Embedder) -> str:
        """Return by which name a generation that is gone is searched, made again where need be.

        Raises:
            FootnoteError: It cannot be: its pages cannot be had as they were, or what reads, cuts
                or embeds them is another version now. The message says why, without its name.
        """
        known = (collection, made)
        if known not in self._made:
            try:
                self._made[known] = await self._make(collection, made, embedder)
            except FootnoteError as error:
                self._made[known] = error
        found = self._made[known]
        if isinstance(found, FootnoteError):
            raise found
        return found

    async def _make(self, collection: str, made: str, embedder: Embedder) -> str:
        from retrieval.learn.rebuilding import recipe
        from retrieval.upkeep.refresh import Refresher

        place = _place(collection, made)
        runs = recipe(self.runs.get(collection, ()), made)
        settings, where = _beside(self.settings, place)
        ingest = wiring.ingest(
            self.settings,
            self._borrowing(collection, embedder),
            into=wiring_upkeep.building(settings, where),
        )
        refresher = Refresher(ingest, SystemClock(), charges=self.charges)
        with tempfile.TemporaryDirectory(prefix="footnote-") as folder:
            readers = [
                await asyncio.to_thread(_reader, self.settings, run, Path(folder) / str(number))
                for number, run in enumerate(runs)
            ]
            for run, reader in zip(runs, readers, strict=True):
                _check(run, ingest.fingerprint(reader).said)
            self.told(f"generation {made} of '{collection}' is made again, beside the index")
            for reader in readers:
                report = await refresher.run(reader, collection, "bisect", self.watch)
                if report.embedding_error:
                    raise InputError(report.embedding_error.rstrip("."))
        return f"{place}/{report.generation}"

    def found(self, collection: str, made: str) -> tuple[UpkeepStore, str] | None:
        """Return where a generation that was made again can be looked into, and its name there."""
        pinned = self._made.get((collection, made))
        if not isinstance(pinned, str):
            return None
        settings, where = _beside(self.settings, _place(collection, made))
        return wiring_upkeep.upkeep(settings, where), pinned.rpartition("/")[2]

    def _borrowing(self, collection: str, embedder: Embedder) -> Embedder:
        """Return the embedder, helped by the generation in use where its vectors are the same."""
        from retrieval.learn.rebuilding import Borrowing

        upkeep = wiring_upkeep.upkeep(self.settings)
        for facts in self.there.get(collection, ()):
            if facts.in_use and facts.embedder == embedder.identity and not facts.damage:
                return Borrowing(embedder, upkeep, collection, facts.name)
        return embedder

    async def clear(self) -> None:
        """Remove what was made."""
        for (collection, made), found in self._made.items():
            if isinstance(found, str):
                await _remove(self.settings, _place(collection, made))


@asynccontextmanager
async def open_workshop(workshop: Workshop) -> AsyncIterator[Workshop]:
    """Have a workshop; what was made in it goes in the end, except where that is by a kill."""
    try:
        yield workshop
    finally:
        await workshop.clear()


def _place(collection: str, made: str) -> str:
    return f"rebuilt-{collection}-{made}"


def _beside(settings: Settings, place: str) -> tuple[Settings, str]:
    """Return the settings and the store's place by which a side place is written to."""
    if settings.has_elasticsearch:
        prefix = f"{settings.index_prefix}.{place}"
        return settings.model_copy(update={"index_prefix": prefix}), ""
    return settings, f"{wiring_upkeep.SQLITE}:{settings.index_folder / place}"


async def _remove(settings: Settings, place: str) -> None:
    """Remove a side place whole."""
    if settings.has_elasticsearch:
        there, _ = _beside(settings, place)
        from retrieval.stores.elastic_aliases import remove_prefix

        await remove_prefix(wiring_stores.elastic(settings), there.index_prefix)
        return
    await asyncio.to_thread(shutil.rmtree, settings.index_folder / place, ignore_errors=True)


def _reader(settings: Settings, run: Run, into: Path) -> Reader:
    """Return what reads the pages of a run as they were: today's, or those of its commit.

    Raises ReaderError where neither are they.
    """
    from retrieval.readers.past import write_out

    root = Path(run.root)
    today = wiring.folder_reader(settings, root, run.collection)
    try:
        if today.scan().digest == run.pages:
            return today
    except ReaderError:
        pass  # It is not there any more; its history may be.
    if not run.revision:
        raise ReaderError(
            f"the documents under {root} are not those of then, and no history of them is known"
        )
    into.mkdir()
    place, past = write_out(root, run.revision, into)
    reader = wiring.folder_reader(settings, place, run.collection, past=past)
    if reader.scan().digest != run.pages:
        raise ReaderError(
            f"the documents under {root} were not those of commit {run.revision[:12]} alone (some "
            "were not committed, or links, excludes or sizes are set otherwise now)"
        )
    return reader


def _check(run: Run, now: str) -> None:
    """Raise InputError where something that made the pages is another version now."""
    if run.made_with != now:
        raise InputError(f"it was made by {run.made_with}, and now there is {now}")
