"""Elasticsearch itself is killed while it is written to."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from scripts._services.elasticsearch import Node
from tests.fakes.elastic_gate import gate
from tests.services.indexing import shop, whole

pytestmark = pytest.mark.long


async def test_a_server_killed_at_a_bulk_loses_nothing(
    tmp_path: Path, elasticsearch_node: Node
) -> None:
    """The run goes on when it is back, or ends with a sentence and the next one finishes."""
    async with (
        gate(elasticsearch_node.url) as opened,
        shop(tmp_path, elasticsearch_node.url, "killed") as pages,
    ):
        pages.write("first")
        assert (0, "") == await pages.index()
        pages.write("second")
        process = await pages.begin(opened.url)
        gone = asyncio.Event()

        def kill() -> None:
            elasticsearch_node.kill()
            gone.set()

        opened.at("/_bulk", 2, kill, after=False)
        await gone.wait()
        await asyncio.to_thread(elasticsearch_node.start)
        said, wrong = await process.communicate()
        ended = (process.returncode, (said + wrong).count(b"\n"))

        assert ended in {(0, 0), (1, 1)}
        assert (0, "") == await pages.index()
        assert whole("second") == await pages.state()
