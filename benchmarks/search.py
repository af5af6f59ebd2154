"""Measures a search against bare FTS5 and a bare NumPy scan on the same index, in the same run.

    python -m benchmarks.search [SET] [--queries N]

SET is a folder with questions.jsonl and corpus/, ../shared/evaldata/handbooks unless another one
is named. The vectors are drawn at random: an exact scan takes the same time whatever they hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.ingest.chunk import Chunker
from retrieval.ingest.ingest import Ingest
from retrieval.models.onnx import OnnxEmbedder
from retrieval.readers.source import reader_for
from retrieval.stores.matching import WEIGHTS
from retrieval.stores.sqlite import SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.text.words import STOP_WORDS, words
from retrieval.values import Scope

HANDBOOKS = Path(__file__).parents[2] / "shared" / "evaldata" / "handbooks"
DIMS = 384
LIMIT = 100


class Drawn:
    """An embedder whose vectors are drawn at random, with a real model's tokenizer."""

    identity = "drawn"
    dims = DIMS
    max_tokens = 250

    def __init__(self) -> None:
        self._chance = np.random.default_rng(5)
        self.count = OnnxEmbedder().count

    async def passages(self, texts: Sequence[str]) -> Any:
        """Draw a vector a text."""
        drawn = self._chance.normal(size=(len(texts), DIMS)).astype(np.float32)
        return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)

    async def query(self, text: str) -> Any:
        """Draw one vector."""
        return (await self.passages([text]))[0]


def bare_words(connection: sqlite3.Connection, text: str) -> None:
    """Ask FTS5 for the same words and nothing else."""
    asked = dict.fromkeys(word for word in words(text) if word not in STOP_WORDS)
    match = " OR ".join(f'"{word}"' for word in asked) or '"nothing"'
    connection.execute(
        f"SELECT rowid, bm25(words, {WEIGHTS}) AS score FROM words"  # noqa: S608
        " WHERE words MATCH ? ORDER BY score LIMIT ?",
        (match, LIMIT),
    ).fetchall()


def bare_scan(matrix: Any, vector: Any) -> None:
    """Find the nearest rows of a matrix and nothing else."""
    scores = matrix @ vector
    best = np.argpartition(scores, -LIMIT)[-LIMIT:]
    best[np.argsort(-scores[best])]


def tell(name: str, times: Sequence[float]) -> None:
    """Print the median and the 95th percentile in milliseconds."""
    middle, high = np.percentile(np.array(times) * 1000, [50, 95])
    print(f"{name:34} median {middle:6.1f} ms   95 % under {high:6.1f} ms")


async def measure(folder: Path, data: Path, wanted: int) -> None:
    """Index, then ask in turns: ours, bare FTS5, bare scan."""
    model = Drawn()
    ingest = Ingest(SqliteIndex(data), Chunker(model.count), model)
    report = await ingest.run(reader_for(folder / "corpus"), "bench")
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines][:wanted]
    store = SqliteStore(data, embedder=model.identity)
    search = store.within(Scope(("bench",)))
    times: dict[str, list[float]] = {}
    with closing(sqlite3.connect(data / f"bench.{report.generation}.db")) as connection:
        blobs = connection.execute("SELECT vector FROM chunk JOIN vector USING (digest)").fetchall()
        matrix = np.frombuffer(b"".join(blob for (blob,) in blobs), "<f4").reshape(-1, DIMS)
        for turn, text in enumerate([*questions[:10], *questions]):
            vector = await model.query(text)
            marks = [time.perf_counter()]
            legs = await search.search([parse(text, "asked")], [vector], limit=LIMIT)
            marks.append(time.perf_counter())
            bare_words(connection, text)
            marks.append(time.perf_counter())
            bare_scan(matrix, vector)
            marks.append(time.perf_counter())
            if turn < 10:
                continue
            spent = np.diff(marks)
            for leg in legs:
                times.setdefault(f"  leg {leg.leg}", []).append(leg.seconds)
            for name, seconds in zip(
                ("a search, all legs", "bare FTS5", "bare NumPy scan"), spent, strict=True
            ):
                times.setdefault(name, []).append(float(seconds))
    await store.close()
    print(f"{report.chunks} chunks, {len(questions)} questions")
    for name in sorted(times, key=lambda name: ("bare" in name, "leg" in name)):
        tell(name, times[name])


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("set", nargs="?", type=Path, default=HANDBOOKS)
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    if not (options.set / "questions.jsonl").is_file():
        print(f"There is no questions.jsonl in {options.set}.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(measure(options.set, Path(data), options.queries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
