"""Measures indexing a folder: time to searchable words, an unchanged run, memory, bare FTS5.

    python -m benchmarks.indexing [FOLDER] [--embed [PERCENT]] [--workers N] [--runs N]

FOLDER is ../shared/evaldata/handbooks/corpus unless another one is named. Without `--embed` the
index is one of words; with `--embed 10` a seeded tenth of the batches is embedded and all of those
with the longest texts, where memory peaks, and the rest get made-up vectors. `--workers 1` reads
and cuts in the process that stores, to compare with; of several runs, each with an index of its
own, every one is printed and then the medians. Bare FTS5 is given the very same rows in one
transaction, in the same run. Memory is that of this process and its workers together, sampled
four times a second: "resident" counts a page that several of them share once for each,
"proportional" once in all.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from retrieval import wiring
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.workers import Workers
from retrieval.settings import load
from scripts.terminal import progress

if TYPE_CHECKING:
    from retrieval.ingest.report import ProgressWatch, Report
    from retrieval.ports import Embedder, Vectors

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks" / "corpus"
MAXIMUM = 250
NEAR = 0.97
"""Share of what the model sees from which on a text counts as one of the longest."""


class Sampled:
    """An embedder that embeds some batches, drawn by a seed, and each with a text near its limit.

    The texts of the others get drawn vectors, so that all but the model's work is done for them.
    """

    def __init__(self, inner: Embedder, percent: float) -> None:
        self._inner = inner
        self._share = percent / 100
        self._chance = random.Random(7)  # noqa: S311
        self._draw = np.random.default_rng(7)
        self.identity = f"{inner.identity} {percent} in 100"
        self.dims = inner.dims
        self.max_tokens = inner.max_tokens
        self.count = inner.count
        self.query = inner.query
        self.batches = self.embedded = self.longest = 0

    async def passages(self, texts: Sequence[str]) -> Vectors:
        """Embed the texts, or draw a vector for each."""
        self.batches += 1
        drawn = self._chance.random() < self._share
        longest = max(map(self.count, texts)) >= NEAR * self.max_tokens
        self.longest += longest
        if drawn or longest:
            self.embedded += 1
            return await self._inner.passages(texts)
        return self._draw.normal(size=(len(texts), self.dims)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Run:
    """What one run gave, times in seconds and sizes in MB; `processor` is that of all processes."""

    first: Report
    again: float
    processor: float
    reading: float
    rows: int
    bare: float
    index: float
    resident: float
    proportional: float


def bare_fts(index: Path) -> tuple[int, float]:
    """Insert the rows of an index's words into bare FTS5; return how many, and the seconds."""
    with closing(sqlite3.connect(index)) as source, tempfile.TemporaryDirectory() as folder:
        rows = source.execute("SELECT title, headings, body, idents, path FROM words").fetchall()
        with closing(sqlite3.connect(Path(folder) / "bare.db")) as bare:
            bare.execute(
                "CREATE VIRTUAL TABLE words USING fts5 (title, headings, body, idents, path,"
                " tokenize = 'porter unicode61 remove_diacritics 2')"
            )
            began = time.perf_counter()
            bare.executemany("INSERT INTO words VALUES (?, ?, ?, ?, ?)", rows)
            bare.commit()
            return len(rows), time.perf_counter() - began


class Memory:
    """The most memory that this process and those it started have had together, in MB."""

    def __init__(self) -> None:
        self.resident = self.proportional = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.25):
            sizes = [_sizes(process) for process in _processes()]
            self.resident = max(self.resident, sum(size[0] for size in sizes))
            self.proportional = max(self.proportional, sum(size[1] for size in sizes))


def _processes() -> list[int]:
    """Name this process and its children; nothing where the system has no /proc."""
    tasks = Path("/proc/self/task")
    if not tasks.is_dir():
        return []
    children = [file.read_text().split() for file in tasks.glob("*/children")]
    return [os.getpid(), *(int(child) for some in children for child in some)]


def _sizes(process: int) -> tuple[float, float]:
    """Return the resident and the proportional size of a process, zero when it is gone."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0.0, 0.0
    found = dict(re.findall(r"^(Rss|Pss): +([0-9]+) kB", text, re.MULTILINE))
    return int(found["Rss"]) / 1024, int(found["Pss"]) / 1024


def measure(folder: Path, data: Path, *, percent: float, workers: int) -> Run:
    """Index twice and measure everything; of the batches `percent` in 100 are embedded."""
    settings = load(data=data)
    model = Sampled(wiring.embedder(settings), percent) if percent else None
    make = partial(wiring.cutter, "", MAXIMUM)
    ingest = Ingest(wiring.index(settings), make(), model, Workers(make, count=workers))

    async def twice() -> tuple[Report, Report]:
        reader = wiring.folder_reader(settings, folder)
        watch = shown()
        return await ingest.run(reader, "bench", watch), await ingest.run(reader, "bench")

    before = _processor()
    with Memory() as memory:
        first, second = asyncio.run(twice())
    spent = _processor() - before
    rows, bare = bare_fts(settings.index_folder / f"bench.{first.generation}.db")
    size = sum(file.stat().st_size for file in settings.index_folder.iterdir()) / 2**20
    if model:
        told = f"{model.embedded} of {model.batches} batches, {model.longest} of the longest texts"
        print(f"embedded {told}")
    parts = (rows, bare, size, memory.resident, memory.proportional)
    return Run(first, second.seconds, spent, read_all(folder), *parts)


def shown() -> ProgressWatch:
    """Return what prints how far each phase is."""
    steps = {name: progress(name) for name in ("reading", "embedding")}
    return lambda so_far: steps[so_far.phase](so_far.done, so_far.total)


def _processor() -> float:
    """Return the seconds of processor of this process and of those that it has ended."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def read_all(folder: Path) -> float:
    """Read every file of a folder; return the seconds."""
    began = time.perf_counter()
    for file in folder.rglob("*"):
        if file.is_file():
            file.read_bytes()
    return time.perf_counter() - began


def show(run: Run) -> None:
    """Print the figures of a run."""
    first = run.first
    print(f"documents {first.seen}, chunks {first.chunks}, failed {len(first.failed)}")
    print(f"words searchable after  {first.words_seconds:6.1f} s ({run.processor:.1f} s processor)")
    print(f"the whole run           {first.seconds:6.1f} s, {first.embeddings} embeddings")
    print(f"an unchanged run        {run.again:6.2f} s (reading the files {run.reading:.2f} s)")
    print(f"bare FTS5, {run.rows} rows {run.bare:6.1f} s")
    print(f"index {run.index:.0f} MB")
    print(f"peak memory {run.resident:.0f} MB resident, {run.proportional:.0f} MB proportional")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=HANDBOOKS)
    add = parser.add_argument
    add("--embed", type=float, nargs="?", const=100.0, default=0.0, metavar="PERCENT")
    parser.add_argument("--workers", type=int, default=0, help="default: as commands do")
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"There is no folder {options.folder}.", file=sys.stderr)
        return 1
    runs: list[Run] = []
    for _ in range(max(1, options.runs)):
        with tempfile.TemporaryDirectory() as data:
            one = measure(
                options.folder, Path(data), percent=options.embed, workers=options.workers
            )
            runs.append(one)
        show(runs[-1])
    if len(runs) > 1:
        words = statistics.median(run.first.words_seconds for run in runs)
        spent = statistics.median(run.processor for run in runs)
        print(f"medians of {len(runs)} runs: words after {words:.1f} s, {spent:.1f} s processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
