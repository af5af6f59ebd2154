"""A source of documents -> an index of it: read, chunk, put; then embed what has no vector."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from retrieval.errors import ModelChanged, ModelError, UnreadableDocument
from retrieval.ingest.cutting import Cutter, Outcome, cut
from retrieval.ingest.keeping import Former, Keeper
from retrieval.ingest.pace import Pace
from retrieval.ingest.pauses import fewer_pauses
from retrieval.ingest.paying import batches, embedded, spent
from retrieval.ingest.planning import plan_of
from retrieval.ingest.report import Progress, ProgressWatch, Report, Tally
from retrieval.ingest.roots import around, inside, opened, reached
from retrieval.ingest.workers import Workers
from retrieval.ports import (
    Completion,
    Embedder,
    FileReader,
    Fingerprint,
    Gate,
    Generation,
    Index,
    Reader,
    Scan,
    Skipped,
    SourceFile,
)
from retrieval.values import Usage

_NOTHING = Completion("", current=False, without_vectors=0)
"""Of a run that has completed nothing."""

Guard = Callable[[str, str], Awaitable[None]]
"""Raises a ModelError where a model may not embed for a collection's generation."""


class Ingest:
    """Brings an index up to date with a source of documents."""

    def __init__(  # noqa: PLR0913 - the last three say what may be put in use
        self,
        index: Index[Any],
        cutter: Cutter,
        embedder: Embedder | None = None,
        workers: Workers | None = None,
        guard: Guard | None = None,
        *,
        gate: Gate | None = None,
        former: Former | None = None,
    ) -> None:
        """Without an embedder the index is one of words only.

        `workers` cut as `cutter` does; without them all is done in this process. `guard` is
        asked before anything is embedded, `gate` before a new generation takes the place of one.
        Of `former` generations the new one has the pages that cannot be read now.
        """
        self._index = index
        self._cutter = cutter
        self._embedder = embedder
        self._workers = workers
        self._guard = guard
        self._gate = gate
        self._keeper = Keeper(former, cutter) if former else None
        self._under_way: tuple[Tally, float] | None = None

    async def run(
        self, reader: Reader, collection: str, watch: ProgressWatch | None = None
    ) -> Report:
        """Index what is new or changed under the reader's root, and remove what is gone.

        Where the root lies in a folder that is indexed already, that folder is brought up to
        date; where such folders lie in it, their pages become its own. A source that holds
        nothing changes nothing. Raises ReaderError when the source cannot be read, StoreError
        when the index cannot be written; what was put by then stays, and the next run goes on
        from there.
        """
        started = time.monotonic()
        self._under_way = None
        scan = await asyncio.to_thread(reader.scan)
        tally = Tally(collection, reader.root, scan)
        if not scan.files:
            return tally.report(_NOTHING, started)
        self._under_way = tally, started
        reader, scan, taken_over = await self._whole(reader, scan, collection)
        tally = Tally(collection, reader.root, scan)
        self._under_way = tally, started
        tell = watch or _unwatched
        made_with = self.fingerprint(reader)
        tally.made_with = made_with.said
        if self._gate:
            await self._gate.admit(collection, made_with)
        generation = await self._index.begin(collection, reader.root, made_with)
        tally.generation = generation.name
        try:
            with fewer_pauses():
                await self._read(generation, reader, tally, tell)
            tally.words_seconds = time.monotonic() - started
            await self._embed(generation, tally, tell)
            completion = await self._index.complete(
                generation, reader.root, taken_over, gated=self._gate is not None
            )
        finally:
            await self._index.release(generation)
        report = tally.report(await self._judged(completion, tally, tell), started)
        self._under_way = None
        return report

    def cut_off(self) -> Report | None:
        """Return what the last run had done when it was cut off; None of one that came to an end.

        What it sent last may not have reached the index. Of a run that could see nothing of its
        source there is nothing to say either.
        """
        if self._under_way is None:
            return None
        tally, started = self._under_way
        return tally.report(replace(_NOTHING, generation=tally.generation), started)

    async def _judged(
        self, completion: Completion, tally: Tally, tell: ProgressWatch
    ) -> Completion:
        """Let the gate decide about a generation that lacks nothing, while others may write."""
        if not (self._gate and completion.waits):
            return completion

        def watch(what: str, done: int, total: int) -> None:
            tell(Progress(what, done, total))

        judged = await self._gate.judge(tally.collection, completion.generation, watch)
        tally.gate = judged.said
        return replace(completion, current=judged.current, waits=not judged.current)

    async def roots(self, collection: str) -> Sequence[str]:
        """Name the roots that a collection is indexed from."""
        return await self._index.roots(collection)

    async def _whole(
        self, reader: Reader, scan: Scan, collection: str
    ) -> tuple[Reader, Scan, tuple[str, ...]]:
        """Return the reader of the indexed root that has these pages already, or this one.

        With it come what it sees, and the roots inside it whose pages it sees as well: all of
        them, for what cannot be opened now would be lost with its root.
        """
        if not isinstance(reader, FileReader):
            return reader, scan, ()
        known = await self._index.roots(collection)
        for root in around(reader.root, known):
            wider = reader.at(root)
            seen = await asyncio.to_thread(wider.scan)
            if reached(reader.root, root, seen):
                reader, scan = wider, seen
                break
        inner = [one for one in inside(reader.root, known) if reached(one, reader.root, scan)]
        return reader, scan, tuple(one for one in inner if opened(one, reader.root, scan))

    def spent(self) -> Usage:
        """Return what embedding was charged for since this was asked last."""
        return spent(self._embedder)

    def fingerprint(self, reader: Reader) -> Fingerprint:
        """Return what the pages of a source are made with."""
        model = self._embedder
        made_by = (model.identity, model.dims) if model else ("", 0)
        return Fingerprint(reader.version, self._cutter.version, *made_by)

    async def _read(
        self, generation: Generation, reader: Reader, tally: Tally, tell: ProgressWatch
    ) -> None:
        """Put what is new or changed; then take out what is gone, so that its vectors are had."""
        known = await generation.manifest(reader.root)
        plan = plan_of(tally.scan, known)
        tally.unchanged = len(tally.scan.files) - len(plan.files)
        pace = Pace("reading", len(plan.files), len(plan.files), tell)
        files = [file for file, _ in plan.files]
        async with aclosing(self._outcomes(reader, files)) as outcomes:
            for file, earlier in plan.files:
                outcome = await anext(outcomes)
                reason = await _put(generation, outcome, earlier)
                if reason:
                    tally.failed.append(Skipped(file.path, reason))
                elif not isinstance(outcome, UnreadableDocument):
                    document, chunks = outcome
                    tally.put(document, len(chunks), new=file.path not in known)
                pace.step(1, 1)
        for path in plan.gone:
            await generation.remove(reader.root, path)
        tally.deleted = len(plan.gone) + plan.renamed
        if self._keeper and tally.failed:
            await self._keeper.keep(tally.collection, generation, reader.root, tally.away)
        for path, reason in (await generation.settle()).items():
            tally.refused(path, reason)
        if tally.failed:
            tally.kept = tally.away(await generation.manifest(reader.root))

    def _outcomes(
        self, reader: Reader, files: Sequence[SourceFile]
    ) -> AsyncGenerator[Outcome, None]:
        """Read and cut the files, in order, a little ahead of what is being put."""
        workers = self._workers
        if workers and isinstance(reader, FileReader) and workers.pay(files):
            return workers.outcomes(reader, files)
        return self._here(reader, files)

    async def _here(
        self, reader: Reader, files: Sequence[SourceFile]
    ) -> AsyncGenerator[Outcome, None]:
        """Do it in this process: each file while the one before is being put."""

        def start(file: SourceFile) -> asyncio.Task[Outcome]:
            return asyncio.create_task(asyncio.to_thread(cut, reader, self._cutter, file))

        coming: asyncio.Task[Outcome] | None = None
        for file in files:
            ready = await coming if coming else None
            coming = start(file)
            if ready:
                yield ready
        if coming:
            yield await coming

    async def _guarded(self, generation: Generation, tally: Tally) -> bool:
        """Whether the model may embed what is to stand beside the vectors that are there."""
        if self._guard is None:
            return True
        try:
            await self._guard(tally.collection, generation.name)
            tally.same_model = True
        except ModelError as error:
            tally.embedding_error = str(error)
            if isinstance(error, ModelChanged):
                tally.same_model = False
        return not tally.embedding_error

    async def _embed(self, generation: Generation, tally: Tally, tell: ProgressWatch) -> None:
        """Embed what has no vector, each batch stored while the next is computed."""
        if self._embedder is None:
            return
        pending = await generation.pending()
        if not pending or not await self._guarded(generation, tally):
            return
        pace = Pace("embedding", len(pending), sum(text.tokens + 2 for text in pending), tell)
        storing: asyncio.Task[None] | None = None
        try:
            for batch in batches(pending):
                done, vectors, failed = await embedded(self._embedder, batch)
                if storing is not None:
                    await asyncio.shield(storing)
                digests = [text.digest for text in done]
                storing = asyncio.create_task(generation.attach(digests, vectors))
                tally.embeddings += len(done)
                tally.embedding_error = tally.embedding_error or str(failed or "")
                if failed and failed.passing:
                    break
                pace.step(len(batch), sum(text.tokens + 2 for text in batch))
        except ModelError as error:
            tally.embedding_error = str(error)
        finally:
            if storing is not None:
                await storing


async def _put(generation: Generation, outcome: Outcome, instead_of: str) -> str:
    """Put a page; return why it could not be, or nothing."""
    try:
        if isinstance(outcome, UnreadableDocument):
            raise outcome
        await generation.put(*outcome, instead_of=instead_of)
    except UnreadableDocument as error:
        return str(error)
    return ""


def _unwatched(progress: Progress) -> None:
    """Tell nobody."""
