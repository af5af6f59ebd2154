"""Measures indexing a folder: time to searchable words, an unchanged run, memory, bare FTS5.

    python -m benchmarks.indexing [FOLDER] [--embed] [--workers N] [--runs N]

FOLDER is ../shared/evaldata/handbooks/corpus unless another one is named. Without `--embed` the
index is one of words. `--workers 1` reads and cuts in the process that stores, to compare with;
of several runs, each with an index of its own, every one is printed and then the medians. Bare
FTS5 is given the very same rows in one transaction, in the same run. Memory is that of this
process and its workers together, sampled four times a second: "resident" counts a page that
several of them share once for each, "proportional" once in all.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from retrieval import wiring
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.workers import Workers
from retrieval.settings import load

if TYPE_CHECKING:
    from retrieval.ingest.report import Report

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks" / "corpus"
MAXIMUM = 250


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


def measure(folder: Path, data: Path, *, embed: bool, workers: int) -> Run:
    """Index twice and measure everything."""
    settings = load(data=data)
    model = wiring.embedder(settings) if embed else None
    make = partial(wiring.cutter, "", MAXIMUM)
    ingest = Ingest(wiring.index(settings), make(), model, Workers(make, count=workers))

    async def twice() -> tuple[Report, Report]:
        reader = wiring.folder_reader(settings, folder)
        return await ingest.run(reader, "bench"), await ingest.run(reader, "bench")

    before = _processor()
    with Memory() as memory:
        first, second = asyncio.run(twice())
    spent = _processor() - before
    rows, bare = bare_fts(settings.index_folder / f"bench.{first.generation}.db")
    size = sum(file.stat().st_size for file in settings.index_folder.iterdir()) / 2**20
    parts = (rows, bare, size, memory.resident, memory.proportional)
    return Run(first, second.seconds, spent, read_all(folder), *parts)


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
    parser.add_argument("--embed", action="store_true")
    parser.add_argument("--workers", type=int, default=0, help="default: as commands do")
    parser.add_argument("--runs", type=int, default=1)
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"There is no folder {options.folder}.", file=sys.stderr)
        return 1
    runs: list[Run] = []
    for _ in range(max(1, options.runs)):
        with tempfile.TemporaryDirectory() as data:
            chosen = {"embed": options.embed, "workers": options.workers}
            runs.append(measure(options.folder, Path(data), **chosen))
        show(runs[-1])
    if len(runs) > 1:
        words = statistics.median(run.first.words_seconds for run in runs)
        spent = statistics.median(run.processor for run in runs)
        print(f"medians of {len(runs)} runs: words after {words:.1f} s, {spent:.1f} s processor")
    return 0


if __name__ == "__main__":
    sys.exit(main())
