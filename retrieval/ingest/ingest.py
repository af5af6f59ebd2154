"""A source of documents -> an index of it: read, chunk, put; then embed what has no vector."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from retrieval.errors import ModelError, UnreadableDocument
from retrieval.ingest.report import Progress, ProgressWatch, Report, Tally
from retrieval.ports import (
    Completion,
    Embedder,
    Fingerprint,
    Generation,
    Index,
    PendingText,
    Reader,
    Skipped,
    SourceFile,
)
from retrieval.values import Chunk, Document

BATCH_TOKENS = 8192
"""Tokens of one batch, padding counted: some two seconds of work for a small model on 2 cores,
which is what a killed run pays again."""
BATCH_TEXTS = 64


class Cutter(Protocol):
    """What cuts documents into chunks."""

    @property
    def version(self) -> str:
        """Changes when the same document would give other chunks."""

    def chunks(self, document: Document) -> Sequence[Chunk]:
        """Cut a document."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is to be done for a root: files to read, with the path of the earlier self."""

    files: tuple[tuple[SourceFile, str], ...]
    gone: tuple[str, ...]
    renamed: int


_Cut = tuple[Document, Sequence[Chunk]]


class Ingest:
    """Brings an index up to date with a source of documents."""

    def __init__(self, index: Index[Any], cutter: Cutter, embedder: Embedder | None = None) -> None:
        """Without an embedder the index is one of words only."""
        self._index = index
        self._cutter = cutter
        self._embedder = embedder

    async def run(
        self, reader: Reader, collection: str, watch: ProgressWatch | None = None
    ) -> Report:
        """Index what is new or changed under the reader's root, and remove what is gone.

        A source that holds nothing changes nothing. Raises ReaderError when the source cannot
        be read, StoreError when the index cannot be written; what was put by then stays, and
        the next run goes on from there.
        """
        started = time.monotonic()
        scan = await asyncio.to_thread(reader.scan)
        tally = Tally(collection, reader.root, scan)
        if not scan.files:
            return tally.report(Completion("", current=False, without_vectors=0), started)
        tell = watch or _unwatched
        generation = await self._index.begin(collection, reader.root, self._fingerprint(reader))
        try:
            await self._read(generation, reader, tally, tell)
            tally.words_seconds = time.monotonic() - started
            await self._embed(generation, tally, tell)
            completion = await self._index.complete(generation, reader.root)
        finally:
            await self._index.release(generation)
        return tally.report(completion, started)

    def _fingerprint(self, reader: Reader) -> Fingerprint:
        embedder = self._embedder
        if embedder is None:
            return Fingerprint(reader.version, self._cutter.version, "", 0)
        return Fingerprint(reader.version, self._cutter.version, embedder.identity, embedder.dims)

    async def _read(
        self, generation: Generation, reader: Reader, tally: Tally, tell: ProgressWatch
    ) -> None:
        """Put what is new or changed; then take out what is gone, so that its vectors are had."""
        known = await generation.manifest(reader.root)
        plan = _plan(tally.scan.files, known)
        tally.unchanged = len(tally.scan.files) - len(plan.files)
        pace = _Pace("reading", len(plan.files), len(plan.files), tell)
        async for (file, earlier), cut in self._cuts(reader, plan):
            if isinstance(cut, UnreadableDocument):
                tally.failed.append(Skipped(file.path, str(cut)))
            else:
                document, chunks = cut
                try:
                    await generation.put(document, chunks, instead_of=earlier)
                except UnreadableDocument as error:
                    tally.failed.append(Skipped(file.path, str(error)))
                else:
                    tally.put(document, len(chunks), new=file.path not in known)
            pace.step(1, 1)
        for path in plan.gone:
            await generation.remove(reader.root, path)
        tally.deleted = len(plan.gone) + plan.renamed

    async def _cuts(
        self, reader: Reader, plan: _Plan
    ) -> AsyncIterator[tuple[tuple[SourceFile, str], _Cut | UnreadableDocument]]:
        """Read and cut the files in order, each while the one before is being put."""

        def cut(file: SourceFile) -> _Cut | UnreadableDocument:
            try:
                document = reader.read(file)
            except UnreadableDocument as error:
                return error
            return document, self._cutter.chunks(document)

        coming: asyncio.Task[_Cut | UnreadableDocument] | None = None
        for place, item in enumerate(plan.files):
            ready = await (coming or asyncio.to_thread(cut, item[0]))
            following = plan.files[place + 1 : place + 2]
            coming = None
            for file, _ in following:
                coming = asyncio.create_task(asyncio.to_thread(cut, file))
            yield item, ready

    async def _embed(self, generation: Generation, tally: Tally, tell: ProgressWatch) -> None:
        """Embed what has no vector, each batch stored while the next is computed."""
        if self._embedder is None:
            return
        pending = await generation.pending()
        pace = _Pace("embedding", len(pending), sum(text.tokens + 2 for text in pending), tell)
        storing: asyncio.Task[None] | None = None
        try:
            for batch in batches(pending):
                vectors = await self._embedder.passages([text.text for text in batch])
                if storing is not None:
                    await asyncio.shield(storing)
                digests = [text.digest for text in batch]
                storing = asyncio.create_task(generation.attach(digests, vectors))
                tally.embeddings += len(batch)
                pace.step(len(batch), sum(text.tokens + 2 for text in batch))
        except ModelError as error:
            tally.embedding_error = str(error)
        finally:
            if storing is not None:
                await storing


def batches(pending: Sequence[PendingText]) -> Iterator[Sequence[PendingText]]:
    """Part texts, in order of length, into batches that cost about the same.

    A batch is as long as its longest text times their number: that is what a model computes.
    """
    batch: list[PendingText] = []
    for text in pending:
        if batch and (
            len(batch) == BATCH_TEXTS or (len(batch) + 1) * (text.tokens + 2) > BATCH_TOKENS
        ):
            yield batch
            batch = []
        batch.append(text)
    if batch:
        yield batch


def _plan(files: Sequence[SourceFile], known: Mapping[str, str]) -> _Plan:
    """Compare what is there with what is indexed; the same content elsewhere is a rename."""
    there = {file.path for file in files}
    gone = {path: digest for path, digest in known.items() if path not in there}
    by_digest = {digest: path for path, digest in gone.items()}
    changed: list[tuple[SourceFile, str]] = []
    renamed = 0
    for file in files:
        if known.get(file.path) == file.digest:
            continue
        earlier = by_digest.pop(file.digest, "") if file.path not in known else ""
        if earlier:
            gone.pop(earlier)
            renamed += 1
        changed.append((file, earlier))
    return _Plan(tuple(changed), tuple(gone), renamed)


class _Pace:
    """Tells how far a phase is, and how long it will take at the rate so far."""

    def __init__(self, phase: str, total: int, work: int, tell: ProgressWatch) -> None:
        self._phase, self._total, self._work, self._tell = phase, total, work, tell
        self._done = self._worked = 0
        self._started = time.monotonic()

    def step(self, count: int, work: int) -> None:
        """Note that `count` more are done, which were so much `work` of the whole."""
        self._done += count
        self._worked += work
        spent = max(time.monotonic() - self._started, 1e-9)
        left = spent / self._worked * (self._work - self._worked) if self._worked else None
        self._tell(Progress(self._phase, self._done, self._total, self._done / spent, left))


def _unwatched(progress: Progress) -> None:
    """Tell nobody."""
