"""An SQLite index behind the three ports of upkeep, filled from pages in memory."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from retrieval.ingest.ingest import Ingest
from retrieval.ports import GenerationFacts
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from retrieval.upkeep.canaries import Guard
from tests.fakes.pages import FakeCutter, FakeEmbedder, FakeReader

PAGES = {f"{n}.md": f"Page {n}\n\nText of {n}\n\nThe same everywhere" for n in range(7)}


async def filled(
    folder: Path, pages: Mapping[str, str | None] = PAGES, *, root: str = "here"
) -> tuple[SqliteUpkeep, GenerationFacts]:
    """Index pages; return the upkeep, and the facts of the generation in use."""
    upkeep, embedder = SqliteUpkeep(folder), FakeEmbedder()
    guard = Guard(upkeep, embedder)
    ingest = Ingest(SqliteIndex(folder), FakeCutter(), embedder, guard=guard)
    await ingest.run(FakeReader(pages, root=root), "docs")
    return upkeep, next(one for one in await upkeep.generations("docs") if one.in_use)
