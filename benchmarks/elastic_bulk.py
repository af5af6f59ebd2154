"""Compares filling an Elasticsearch index through our store with the client's own bulk helper.

    ELASTICSEARCH_URL=ADDRESS python -m benchmarks.elastic_bulk [--pages N] [--rounds N]

Three things are timed, each on the same documents and in turns with the helper, which is handed
them ready-made: pages put for the first time (words), vectors added to them in the batches that an
embedder gives (vectors), and pages put whose vectors are known (rebuilt, as when another generation
is built). Printed are documents a second at the median, and ours over the helper's. Every index is
removed at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import numpy as np
from elasticsearch.helpers import async_bulk

from retrieval.ports import Fingerprint
from retrieval.stores import elastic_floats as floats
from retrieval.stores import elastic_mapping as mapping
from retrieval.stores.elastic_client import Elastic, Login
from retrieval.stores.elastic_generation import ElasticGeneration
from retrieval.stores.elastic_index import ElasticIndex
from retrieval.values import Chunk, Document

DIMS = 384
CHUNKS = 12
"""Chunks of a page."""
WORDS = 120
"""Words of a chunk."""
VOCABULARY = 20_000
BATCH = 64
"""Texts that are embedded together."""

Page = tuple[Document, tuple[Chunk, ...]]


@dataclass
class Bench:
    """A server, pages made by a seed, and the seconds that each way took."""

    elastic: Elastic
    pages: Sequence[Page]
    vectors: Mapping[str, np.ndarray]
    prefix: str = field(default_factory=lambda: f"bench-{uuid4().hex[:8]}")
    seconds: dict[tuple[str, str], list[float]] = field(default_factory=dict)
    documents: dict[str, int] = field(default_factory=dict)

    async def timed(self, what: str, whose: str, work: Awaitable[int]) -> None:
        """Take the time of some work, which returns how many documents it wrote."""
        began = time.perf_counter()
        self.documents[what] = await work
        self.seconds.setdefault((what, whose), []).append(time.perf_counter() - began)


def made(count: int) -> tuple[list[Page], dict[str, np.ndarray]]:
    """Return pages of drawn words, and a vector for each of their texts."""
    draw = random.Random(5)  # noqa: S311
    words = [f"{draw.choice('bcdfgklmnprst')}{n:x}" for n in range(VOCABULARY)]
    pages = [_page(n, draw, words) for n in range(count)]
    drawn = np.random.default_rng(5).normal(size=(count * CHUNKS, DIMS)).astype(np.float32)
    drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
    digests = (chunk.digest for _, chunks in pages for chunk in chunks)
    return pages, dict(zip(digests, drawn, strict=True))


def _page(number: int, draw: random.Random, words: Sequence[str]) -> Page:
    name = f"page-{number:05}"
    chunks = tuple(
        Chunk(
            id=f"{name}:{n}",
            document_id=name,
            ordinal=n,
            start=0,
            end=0,
            text=(text := " ".join(draw.choices(words, k=WORDS))),
            heading_path=("Heading", words[n]),
            embedded=text,
            tokens=WORDS,
            digest=f"{name}-{n}",
        )
        for n in range(CHUNKS)
    )
    return Document(name, "bench", f"{name}.md", f"Page {number}", "", name), chunks


# --- ours -------------------------------------------------------------------------------------


async def put(generation: ElasticGeneration, pages: Iterable[Page]) -> int:
    """Put pages and wait until they are found."""
    count = 0
    for document, chunks in pages:
        await generation.put(document, chunks)
        count += 1 + len(chunks)
    await generation.settle()
    return count


async def attach(generation: ElasticGeneration, bench: Bench) -> int:
    """Attach every vector, in batches as an embedder gives them."""
    pending = await generation.pending()
    digests = [text.digest for text in pending]
    for start in range(0, len(digests), BATCH):
        some = digests[start : start + BATCH]
        await generation.attach(some, np.stack([bench.vectors[one] for one in some]))
    await generation.refresh()
    return len(digests)


# --- the helper -------------------------------------------------------------------------------


async def helped(
    bench: Bench, index: str, actions: Sequence[dict[str, Any]], most: int = 500
) -> int:
    """Write ready-made documents with the client's helper, and wait until they are found."""
    await async_bulk(bench.elastic.within(60.0), actions, index=index, chunk_size=most)
    await bench.elastic.api.indices.refresh(index=index)
    return len(actions)


def documents(pages: Iterable[Page], vectors: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
    """Return what our store writes of pages, as the helper takes it."""
    found: list[dict[str, Any]] = []
    for document, chunks in pages:
        sources = mapping.chunk_sources(document, chunks, "r")
        for source in sources:
            if source["digest"] in vectors:
                source.update(floats.vector_fields(vectors[source["digest"]]))
            name = mapping.chunk_id(document.id, "r", source["ordinal"])
            found.append({"_id": name, **source})
        found.append(
            {"_id": mapping.page_id(document.id), **mapping.page_source(document, sources, "r")}
        )
    return found


def updates(bench: Bench) -> list[dict[str, Any]]:
    """Return the vectors as updates, as the helper takes them."""
    return [
        {
            "_op_type": "update",
            "_id": mapping.chunk_id(document.id, "r", chunk.ordinal),
            "doc": floats.vector_fields(bench.vectors[chunk.digest]),
        }
        for document, chunks in bench.pages
        for chunk in chunks
    ]


# --- in turns ---------------------------------------------------------------------------------


async def one_round(bench: Bench, number: int) -> None:
    """Time all ways once, ours first in every other round."""
    turns = [ours, helpers] if number % 2 else [helpers, ours]
    for turn in turns:
        await turn(bench, f"{number}")


async def ours(bench: Bench, collection: str) -> None:
    """Put pages, attach their vectors, and build another generation that takes them over."""
    index = ElasticIndex(bench.elastic, prefix=bench.prefix)
    for what, chunker in (("words", "1"), ("rebuilt", "2")):
        fingerprint = Fingerprint("bench", chunker, "drawn", DIMS)
        generation = await index.begin(collection, "bench", fingerprint)
        await bench.timed(what, "ours", put(generation, bench.pages))
        if what == "words":
            await bench.timed("vectors", "ours", attach(generation, bench))
        await index.complete(generation, "bench")
        await index.release(generation)


async def helpers(bench: Bench, collection: str) -> None:
    """Write the same with the helper, into indices of the same mapping."""
    meta = mapping.meta_of(Fingerprint("bench", "1", "drawn", DIMS), "bench", "0001")
    for what in ("words", "rebuilt"):
        name = f"{bench.prefix}-helper-{collection}-{what}"
        await bench.elastic.api.indices.create(
            index=name, settings=mapping.settings(), mappings=mapping.mappings(DIMS, meta)
        )
        ready = documents(bench.pages, bench.vectors if what == "rebuilt" else {})
        await bench.timed(what, "helper", helped(bench, name, ready))
        if what == "words":
            await bench.timed("vectors", "helper", helped(bench, name, updates(bench), BATCH))


def table(bench: Bench) -> str:
    """Return what was measured, as a table."""
    lines = [f"{'':10} {'documents':>10} {'ours/s':>10} {'helper/s':>10} {'ours over helper':>18}"]
    for what, count in bench.documents.items():
        mine, theirs = (statistics.median(bench.seconds[what, one]) for one in ("ours", "helper"))
        lines.append(
            f"{what:10} {count:10,} {count / mine:10,.0f} {count / theirs:10,.0f}"
            f" {theirs / mine:18.2f}"
        )
    return "\n".join(lines)


async def clean(bench: Bench) -> None:
    """Remove every index that was made."""
    made_here = await bench.elastic.api.indices.get(index=f"{bench.prefix}*", features="aliases")
    for name in made_here:
        await bench.elastic.api.indices.delete(index=name)


async def on_server(pages: int, work: Callable[[Bench], Awaitable[int]]) -> int:
    """Do a benchmark's work on the server that the environment names; return its exit code.

    It is handed pages made by a seed; every index that it makes is removed at the end.
    """
    where = os.environ.get("ELASTICSEARCH_URL", "")
    if not where:
        print("passed over: it needs an Elasticsearch, named in ELASTICSEARCH_URL")
        return 0
    elastic = Elastic(Login((where,)))
    bench = Bench(elastic, *made(pages))
    try:
        await elastic.ready()
        return await work(bench)
    finally:
        await clean(bench)
        await elastic.close()


async def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=500, help=f"of {CHUNKS} chunks each")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()

    async def rounds(bench: Bench) -> int:
        for number in range(1, options.rounds + 1):
            await one_round(bench, number)
            print(f"round {number} of {options.rounds} done", file=sys.stderr)
        print(table(bench))
        return 0

    return await on_server(options.pages, rounds)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
