"""A full disk and a closed index: a sentence says what to do, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from retrieval.errors import StoreUnavailable
from retrieval.stores.elastic_lease import leases_of
from tests.fakes.elastic import until
from tests.fakes.elastic_gate import Gate, gate
from tests.services.indexing import Shop, shop, whole


@pytest.fixture(name="shop")
async def _shop(tmp_path: Path, elasticsearch_url: str, index_prefix: str) -> AsyncIterator[Shop]:
    async with shop(tmp_path, elasticsearch_url, index_prefix) as opened:
        opened.count = 5
        yield opened


def _block(shop: Shop, index: str, *, blocked: bool) -> None:
    """Do with an index what Elasticsearch does when its disk is nearly full, or undo it."""
    body = {"index.blocks.read_only_allow_delete": True if blocked else None}
    request = urllib.request.Request(
        f"{shop.url}/{index}/_settings",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
        method="PUT",
    )
    urllib.request.urlopen(request).close()


@asynccontextmanager
async def _full(shop: Shop, index: str) -> AsyncIterator[None]:
    """Keep an index blocked: a node that minds no disk lifts such blocks once, after its start."""
    ended = asyncio.Event()

    async def again() -> None:
        while not ended.is_set():
            await asyncio.to_thread(_block, shop, index, blocked=True)
            await asyncio.sleep(0.2)

    keeping = asyncio.create_task(again())
    try:
        yield
    finally:
        ended.set()
        await keeping
        _block(shop, index, blocked=False)


async def _seen(gate: Gate, bulks: int) -> bool:
    return sum(one.endswith("/_bulk") for one in gate.seen) >= bulks


@pytest.mark.parametrize("which", ["index", "leases"])
async def test_a_full_disk_is_told_and_nothing_is_lost(shop: Shop, which: str) -> None:
    """What was indexed is still found; once there is room the same command finishes."""
    index = leases_of(shop.prefix) if which == "leases" else f"{shop.prefix}.docs.0001"
    shop.write("first")
    await shop.index()
    shop.write("second")
    async with _full(shop, index):
        code, said = await shop.index()
        before = await shop.state()

    assert (1, 1) == (code, said.count("\n"))
    assert "disk is nearly full" in said
    assert whole("first", 5) == before
    assert (0, "") == await shop.index()
    assert whole("second", 5) == await shop.state()


@pytest.mark.long
async def test_a_disk_that_is_full_for_a_moment_delays_a_run(shop: Shop) -> None:
    """A run waits for room, and ends well when there is some."""
    shop.write("first")
    await shop.index()
    shop.write("second")
    index = f"{shop.prefix}.docs.0001"
    async with gate(shop.url) as opened:
        process = await shop.begin(opened.url)
        full = asyncio.Event()

        def fill() -> None:
            _block(shop, index, blocked=True)
            full.set()

        opened.at("/_bulk", 1, fill, after=False)
        await full.wait()
        await until(lambda: _seen(opened, 2))
        _block(shop, index, blocked=False)
        said, wrong = await process.communicate()

    assert (0, b"", b"") == (process.returncode, said, wrong)
    assert whole("second", 5) == await shop.state()


async def test_a_closed_index_is_told(shop: Shop) -> None:
    """Searching and indexing both say which index to open; then all is as before."""
    shop.write("first")
    await shop.index()
    index = f"{shop.prefix}.docs.0001"
    await shop.elastic.api.indices.close(index=index)
    assert ["docs"] == await shop.store.collections()
    with pytest.raises(StoreUnavailable, match=rf"{index}.*_open"):
        await shop.hits(1)
    code, said = await shop.index()
    assert (1, 1) == (code, said.count("\n"))
    assert f"POST {index}/_open" in said

    await shop.elastic.api.indices.open(index=index)
    assert (0, "") == await shop.index()
    assert whole("first", 5) == await shop.state()
