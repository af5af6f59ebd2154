"""Measures indexing a folder: time to searchable words, an unchanged run, memory, bare FTS5.

    python -m benchmarks.indexing [FOLDER] [--embed]

FOLDER is ../shared/evaldata/handbooks/corpus unless another one is named. Without `--embed` the
index is one of words. Bare FTS5 is given the very same rows in one transaction, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.ingest.report import Report
from retrieval.models.onnx import OnnxEmbedder
from retrieval.readers.source import reader_for
from retrieval.stores.writing import SqliteIndex

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks" / "corpus"


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


async def measure(folder: Path, data: Path, *, embed: bool) -> tuple[Report, Report, float]:
    """Index twice; return both reports and the seconds that reading the files takes."""
    model = OnnxEmbedder()
    model.count("load the tokenizer")
    ingest = Ingest(SqliteIndex(data), Chunker(model.count), model if embed else None)
    first = await ingest.run(reader_for(folder), "bench")
    second = await ingest.run(reader_for(folder), "bench")
    return first, second, await asyncio.to_thread(read_all, folder)


def read_all(folder: Path) -> float:
    """Read every file of a folder; return the seconds."""
    began = time.perf_counter()
    for file in folder.rglob("*"):
        if file.is_file():
            file.read_bytes()
    return time.perf_counter() - began


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=HANDBOOKS)
    parser.add_argument("--embed", action="store_true")
    options = parser.parse_args()
    if not options.folder.is_dir():
        print(f"There is no folder {options.folder}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data:
        began = time.process_time()
        found = asyncio.run(measure(options.folder, Path(data), embed=options.embed))
        cpu = time.process_time() - began
        first, second, reading = found
        rows, bare = bare_fts(Path(data) / f"bench.{first.generation}.db")
        size = sum(file.stat().st_size for file in Path(data).iterdir())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"documents {first.seen}, chunks {first.chunks}, failed {len(first.failed)}")
    print(f"words searchable after     {first.words_seconds:6.1f} s ({cpu:.1f} s of processor)")
    print(f"the whole run              {first.seconds:6.1f} s, {first.embeddings} embeddings")
    print(f"an unchanged run           {second.seconds:6.2f} s (reading the files {reading:.2f} s)")
    print(f"bare FTS5, {rows} rows    {bare:6.1f} s")
    print(f"index {size / 2**20:.0f} MB, peak memory {memory:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
