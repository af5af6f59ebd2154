"""Measures a search as the index grows, against bare FTS5 and a bare NumPy scan, in the same run.

    python -m benchmarks.growth [--sizes 20000,100000,300000] [--queries N]

The pages are made up: words as frequent as Zipf's law has them, ten chunks a page, vectors drawn at
random; an exact scan takes the same time whatever they hold. Questions are of words that stand
together in a chunk, the commonest left out, and are found in some 18 % of the chunks; those of the
handbooks are in 20 %. Prints, of each size, the medians and that of the ratio, question by
question; the processor's time besides, which other programs disturb less; and the median of
questions that each come after a change of the index, until which words are remembered.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.search import LIMIT, bare_scan, bare_words
from retrieval.ports import Fingerprint
from retrieval.stores.sqlite import SqliteSearch, SqliteStore
from retrieval.stores.writing import SqliteIndex
from retrieval.text.query import parse
from retrieval.values import Chunk, Document, Scope

DIMS = 384
CHUNKS_A_PAGE = 10
WORDS_A_CHUNK = (20, 140)
VOCABULARY = 60_000
COMMONEST = 20
"""Words that a question does not have: those are stop words in a language."""
PAGES_AT_ONCE = 200
WARM = 60
"""Questions before the measured ones: a bot that has just started is not what is compared."""
CHANGES = 20
"""Questions of which each comes after a change of the index."""
REST = 0.05
"""Seconds before each turn: the threads of a matrix product spin for a while when it is done, and
would take a core from whoever comes next."""
MADE_WITH = Fingerprint("made up", "made up", "drawn", DIMS)
BOUND = 1.3

_SYLLABLES = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u")]


class Language:
    """Words that a generator draws, the frequent ones shorter."""

    def __init__(self, seed: int = 7) -> None:
        self.chance = np.random.default_rng(seed)
        drawn = self.chance.integers(0, len(_SYLLABLES), size=(VOCABULARY, 5))
        lengths = np.clip(np.log10(np.arange(1, VOCABULARY + 1)).astype(int) + 1, 2, 5)
        self.words = np.array(
            [
                "".join(_SYLLABLES[place] for place in row[:length])
                for row, length in zip(drawn, lengths, strict=True)
            ]
        )
        shares = 1.0 / np.arange(1, VOCABULARY + 1)
        self._edges = np.cumsum(shares / shares.sum())

    def draw(self, count: int) -> Any:
        """Draw words by their rank."""
        return np.searchsorted(self._edges, self.chance.random(count))

    def vectors(self, count: int) -> Any:
        """Draw vectors of unit length."""
        drawn = self.chance.standard_normal((count, DIMS), dtype=np.float32)
        return drawn / np.linalg.norm(drawn, axis=1, keepdims=True)


def pages(language: Language, first: int, count: int) -> Iterator[tuple[Document, list[Chunk]]]:
    """Make up pages."""
    for number in range(first, first + count):
        lengths = language.chance.integers(*WORDS_A_CHUNK, size=CHUNKS_A_PAGE)
        drawn = language.words[language.draw(int(lengths.sum()))]
        pieces = np.split(drawn, np.cumsum(lengths)[:-1])
        texts = [" ".join(piece) for piece in pieces]
        name = f"page{number}"
        document = Document(name, "made", f"{number}.md", " ".join(drawn[:3]), "".join(texts), name)
        yield (
            document,
            [
                Chunk(
                    *(f"{name}:{place}", name, place, 0, len(text), text),
                    heading_path=(text[:20],),
                    embedded=text,
                    tokens=len(text) // 4,
                    digest=f"{name}:{place}",
                )
                for place, text in enumerate(texts)
            ],
        )


async def grow(index: SqliteIndex, language: Language, wanted: int) -> str:
    """Put pages until there are so many chunks; return the generation."""
    generation = await index.begin("bench", "made", MADE_WITH)
    there = await generation.manifest("made")
    last = wanted // CHUNKS_A_PAGE
    for start in range(len(there), last, PAGES_AT_ONCE):
        digests = []
        for document, chunks in pages(language, start, min(PAGES_AT_ONCE, last - start)):
            await generation.put(document, chunks)
            digests += [chunk.digest for chunk in chunks]
        await generation.attach(digests, language.vectors(len(digests)))
    await index.complete(generation, "made")
    await index.release(generation)
    return generation.name


def questions(connection: sqlite3.Connection, language: Language, count: int) -> list[str]:
    """Ask for four to six words of a chunk, the commonest left out."""
    (last,) = connection.execute("SELECT max(row) FROM chunk").fetchone()
    common = set(language.words[:COMMONEST])
    asked = []
    for row in language.chance.integers(1, last, size=count):
        (text,) = connection.execute("SELECT text FROM chunk WHERE row = ?", (int(row),)).fetchone()
        rare = [word for word in dict.fromkeys(text.split()) if word not in common]
        some = int(language.chance.integers(4, 7))
        asked.append(" ".join(language.chance.permutation(rare)[:some]))
    return asked


async def measure(folder: Path, generation: str, language: Language, count: int) -> float:
    """Ask in turns: ours, bare FTS5, bare scan; print the medians, return that of the ratio.

    Whoever comes second finds the caches warm, so they take turns in that as well.
    """
    store = SqliteStore(folder, embedder=MADE_WITH.embedder)
    search = store.within(Scope(("bench",)))
    spent: list[list[Any]] = []
    legs_spent: dict[str, list[float]] = {}
    with closing(sqlite3.connect(folder / f"bench.{generation}.db")) as connection:
        blobs = connection.execute("SELECT vector FROM vector ORDER BY row").fetchall()
        matrix = np.frombuffer(b"".join(blob for (blob,) in blobs), "<f4").reshape(-1, DIMS)
        del blobs
        for turn, text in enumerate(questions(connection, language, WARM + count)):
            vector = language.vectors(1)[0]
            taken = {}
            order = (0, 1) if turn % 2 else (1, 0)
            for place in order:
                await asyncio.sleep(REST)
                began = _now()
                if place:
                    bare_words(connection, text)
                    middle = _now()
                    bare_scan(matrix, vector)
                    taken[1], taken[2] = middle - began, _now() - middle
                else:
                    legs = await search.search([parse(text, "asked")], [vector], limit=LIMIT)
                    taken[0] = _now() - began
            if turn >= WARM:
                spent.append([taken[place] for place in range(3)])
                for leg in legs:
                    legs_spent.setdefault(leg.leg, []).append(leg.seconds)
        after = await after_a_change(search, connection, language)
    await store.close()
    taken_by = np.array(spent)
    ours, fts, scan = np.median(taken_by[:, :, 0], axis=0) * 1000
    ratio, of_cpu = np.median(taken_by[:, 0] / (taken_by[:, 1] + taken_by[:, 2]), axis=0)
    told = ", ".join(f"{leg} {1000 * np.median(some):.1f}" for leg, some in legs_spent.items())
    print(
        f"{len(matrix):>7} chunks: ours {ours:6.1f} ms ({told}), bare FTS5 {fts:6.1f}, bare scan "
        f"{scan:6.1f}; ratio {ratio:.2f}, of processor time {of_cpu:.2f}; "
        f"after a change each {after[0]:.0f} ms, {after[1]:.0f} of processor time",
        flush=True,
    )
    return float(ratio)


async def after_a_change(
    search: SqliteSearch, connection: sqlite3.Connection, language: Language
) -> Any:
    """Ask, and let the index say each time that it has changed; return the median milliseconds.

    Those of the processor's time stand beside.
    """
    spent = []
    for text in questions(connection, language, CHANGES):
        connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'changes'")
        connection.commit()
        vector = language.vectors(1)[0]
        began = _now()
        await search.search([parse(text, "asked")], [vector], limit=LIMIT)
        spent.append(1000 * (_now() - began))
    return np.median(spent, axis=0)


def _now() -> Any:
    """Return the time and the processor's time of this process."""
    return np.array([time.perf_counter(), time.process_time()])


async def run(folder: Path, sizes: Sequence[int], count: int) -> list[float]:
    """Grow the index from size to size, and measure at each."""
    index, language, ratios = SqliteIndex(folder), Language(), []
    for size in sizes:
        began = time.monotonic()
        generation = await grow(index, language, size)
        print(f"{size:>7} chunks made in {time.monotonic() - began:.0f} s", flush=True)
        ratios.append(await measure(folder, generation, language, count))
    return ratios


def main() -> int:
    """Print the figures; 1 where a search of 100,000 chunks or fewer takes longer than it may."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", default="20000,100000,300000")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="keep the index here, and go on with it")
    options = parser.parse_args()
    sizes = sorted(int(size) for size in options.sizes.split(","))
    with tempfile.TemporaryDirectory() as data:
        ratios = asyncio.run(run(options.folder or Path(data), sizes, options.queries))
    bounded = [ratio for size, ratio in zip(sizes, ratios, strict=True) if size <= 100_000]
    return 1 if any(ratio > BOUND for ratio in bounded) else 0


if __name__ == "__main__":
    sys.exit(main())
