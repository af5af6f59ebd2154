"""A real Elasticsearch is stopped while the bot answers, and started again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from retrieval import wiring, wiring_stores
from retrieval.settings import load
from scripts._services.elasticsearch import Node
from tests.playground import GENERAL, Pg
from tests.scenarios.conftest import bot_in, text_of

LEAVE = "How many weeks of paid parental leave do parents get?"


@pytest.mark.long
async def test_what_is_asked_while_it_is_stopped_is_answered_when_it_is_back(
    pg: Pg, indexed: Path, tmp_path: Path, elasticsearch_node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks is told at once; the answer takes the place of that message."""
    monkeypatch.setenv("ELASTICSEARCH_URL", elasticsearch_node.url)
    settings = load(data=tmp_path)
    reader = wiring.folder_reader(settings, indexed.parent / "pages")
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    assert (await ingest.run(reader, "docs")).succeeded
    await wiring_stores.close_connections()
    async with bot_in(pg, tmp_path, outage_seconds=120.0) as desk:
        first = await desk.answer(GENERAL, pg.ask(LEAVE))
        await asyncio.to_thread(elasticsearch_node.stop)
        ts = pg.ask(LEAVE)
        await pg.wait_for(lambda: "is kept" in str(pg.answers(GENERAL, ts)), 60)
        await asyncio.to_thread(elasticsearch_node.start)
        second = await desk.answer(GENERAL, ts, seconds=60)

    assert ("26 weeks" in text_of(first), "26 weeks" in text_of(second)) == (True, True)
    assert 1 == len(pg.answers(GENERAL, ts))
    assert [] == pg.statuses()
