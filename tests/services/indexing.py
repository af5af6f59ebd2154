"""A folder of pages, the real command that indexes it, and what then stands in Elasticsearch."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from retrieval.answer.rewrite import rewrite
from retrieval.stores.elastic import ElasticStore
from retrieval.stores.elastic_client import Elastic, Login
from retrieval.stores.elastic_upkeep import ElasticUpkeep
from retrieval.text.synonyms import Synonyms
from retrieval.values import Question, Scope

HOME = Path(__file__).parents[2]
PAGES = 230
"""More than are sent together."""
DOCS = Scope(("docs",))


@dataclass
class Shop:
    """Pages, each with a word of its own, and an index of them under a prefix."""

    folder: Path
    elastic: Elastic
    prefix: str
    url: str
    count: int = PAGES
    found: set[int] = field(default_factory=set)
    slowest: float = 0.0

    @property
    def store(self) -> ElasticStore:
        """Return the read side."""
        return ElasticStore(self.elastic, prefix=self.prefix)

    @property
    def upkeep(self) -> ElasticUpkeep:
        """Return the upkeep."""
        return ElasticUpkeep(self.elastic, prefix=self.prefix)

    def write(self, edition: str) -> None:
        """Write all pages anew."""
        pages = self.folder / "pages"
        pages.mkdir(exist_ok=True)
        for number in range(self.count):
            text = f"# Page {number}\n\nThe {word(number)} rule, {edition} edition.\n"
            (pages / f"{number}.md").write_text(text)

    async def begin(self, url: str = "") -> Process:
        """Begin to index, in a process of its own."""
        settings = {
            "FOOTNOTE_DATA": str(self.folder / "data"),
            "FOOTNOTE_INDEX_PREFIX": self.prefix,
            "ELASTICSEARCH_URL": url or self.url,
        }
        command = [sys.executable, "-m", "scripts.ingest", str(self.folder / "pages"), "--quiet"]
        return await asyncio.create_subprocess_exec(
            *command, cwd=HOME, env={**os.environ, **settings}, stdout=PIPE, stderr=PIPE
        )

    async def index(self, url: str = "") -> tuple[int, str]:
        """Index to the end; return the exit code and what was said."""
        process = await self.begin(url)
        said, wrong = await process.communicate()
        return process.returncode or 0, (said + wrong).decode()

    async def age(self) -> None:
        """Let the generation in use be one that an earlier version of the program cut."""
        alias = f"{self.prefix}.docs"
        found = await self.elastic.api.indices.get_mapping(index=alias)
        for index, said in found.items():
            meta = said["mappings"]["_meta"] | {"chunker": "an earlier one"}
            await self.elastic.api.indices.put_mapping(index=index, meta=meta)

    async def used(self) -> list[str]:
        """Name the generations in use; there may be but one."""
        return [one.name for one in await self.upkeep.generations("docs") if one.in_use]

    async def state(self) -> Mapping[str, object]:
        """Return what stands in the generation in use: whether it is whole, and its editions."""
        (used,) = [one for one in await self.upkeep.generations("docs") if one.in_use]
        hits = await self.store.within(DOCS).everything()
        editions = {hit.chunk.text.split(", ")[1].split()[0] for hit in hits}
        return {
            "pages": used.documents,
            "chunks": used.chunks,
            "complete": used.complete,
            "faults": list(await self.upkeep.faults("docs", used.name)),
            "shown": len(hits),
            "editions": editions,
        }

    @asynccontextmanager
    async def asked(self, readers: int = 1) -> AsyncIterator[None]:
        """Have readers ask all the while."""
        ended = asyncio.Event()
        asking = [asyncio.create_task(self._ask_on(start, ended)) for start in range(readers)]
        try:
            yield
        finally:
            ended.set()
            await asyncio.gather(*asking)

    async def _ask_on(self, number: int, ended: asyncio.Event) -> None:
        """Ask for one page after the other, and note how often each is found, and the slowest."""
        while not ended.is_set():
            number = (number + 37) % self.count
            began = time.monotonic()
            self.found.add(await self.hits(number))
            self.slowest = max(self.slowest, time.monotonic() - began)

    async def hits(self, number: int) -> int:
        """Return how many chunks are found that hold the word of a page."""
        queries = await rewrite(Question(word(number), DOCS), None, {"docs": Synonyms()})
        legs = await self.store.within(DOCS).search(queries.searches, [None], limit=10)
        return len(legs[0].hits)


def word(number: int) -> str:
    """Return the word that one page has."""
    return "".join(chr(ord("b") + int(digit) * 2) for digit in f"{number:03d}") + "oz"


def whole(edition: str, pages: int = PAGES) -> Mapping[str, object]:
    """Return the state of an index in which nothing is lost, left over or double."""
    return {
        "pages": pages,
        "chunks": pages,
        "complete": True,
        "faults": [],
        "shown": pages,
        "editions": {edition},
    }


@asynccontextmanager
async def shop(folder: Path, url: str, prefix: str) -> AsyncIterator[Shop]:
    """Open a shop."""
    elastic = Elastic(Login(tuple(url.split(","))))
    try:
        yield Shop(folder, elastic, prefix, url)
    finally:
        await elastic.close()
