"""Tests of retrieval/learn/inventory.py: what a run was measured on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from retrieval.ingest.ingest import Ingest
from retrieval.learn.inventory import documents, ending, inventory, old, types
from retrieval.ledger.ledger import Ledger
from retrieval.ports import Run
from retrieval.stores.upkeep import SqliteUpkeep
from retrieval.stores.writing import SqliteIndex
from tests.fakes.clock import FakeClock
from tests.fakes.pages import FakeCutter, FakeEmbedder, FakeReader


async def test_a_collection_is_described(tmp_path: Path) -> None:
    """Counts, types, what it was made with, and the digests of the pages asked for."""
    clock = FakeClock()
    await Ingest(SqliteIndex(tmp_path), FakeCutter(), FakeEmbedder()).run(
        FakeReader({"a.md": "A\n\nb", "b.pdf": "B"}), "docs"
    )
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db", clock=clock) as ledger:
        failed = Run("docs", "here", "command", clock.now() + timedelta(days=9), 1.0, error="No.")
        await ledger.runs.record(failed)
        found = await inventory(SqliteUpkeep(tmp_path), ledger.runs, {"docs:a.md", "docs:gone.md"})
        await ledger.runs.record(
            Run("docs", "here", "command", clock.now() + timedelta(days=30_000), 1.0)
        )
        later = await inventory(SqliteUpkeep(tmp_path), ledger.runs, ())
    docs = found["collections"]["docs"]

    assert ("hash 16", "cutter 1", ["reader 1"]) == tuple(
        docs[key] for key in ("embedder", "chunker", "readers")
    )
    assert (2, 3, 0, {"md": 1, "pdf": 1}) == tuple(
        docs[key] for key in ("documents", "chunks", "without_vectors", "types")
    )
    assert ["docs:a.md"] == list(found["pages"])
    assert 2 == documents(found)
    assert docs["indexed"] < later["collections"]["docs"]["indexed"]


async def test_nothing_is_indexed(tmp_path: Path) -> None:
    """No collection, no document."""
    async with Ledger.open(f"sqlite:///{tmp_path}/l.db") as ledger:
        found = await inventory(SqliteUpkeep(tmp_path), ledger.runs, ())

    assert (0, {"collections": {}, "pages": {}}) == (documents(found), found)


def test_an_old_index_is_said_to_be_old() -> None:
    """After a week without a run that ended well; of an unknown age nothing is said."""
    now = FakeClock().now()
    ages = {"new": now - timedelta(days=6), "old": now - timedelta(days=23)}
    found = {"collections": {name: {"indexed": when.isoformat()} for name, when in ages.items()}}
    found["collections"]["unknown"] = {"indexed": ""}

    (said,) = old(found, now)
    assert "The index of old was last brought up to date on 2025-12-10, 23 days ago" in said


@given(st.text(max_size=30))
def test_an_ending_is_short_and_small(path: str) -> None:
    """Whatever a file is called."""
    found = ending(path)

    assert len(found) <= 12
    assert {found: 1} == types([path])
