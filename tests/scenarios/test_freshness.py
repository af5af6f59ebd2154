"""A page that is saved can be asked for within five seconds, however the bot hears of it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from retrieval import wiring
from retrieval.settings import load
from retrieval.text.query import parse
from retrieval.values import Scope
from tests.playground import GENERAL, playground
from tests.scenarios.conftest import bot_in, text_of

SECRET = "a long enough secret"
WITHIN = 5.0
PAGE = "# Parking\n\nVisitors park on level minus two of the garage in Harbour Street.\n"


@pytest.fixture(name="data")
def _data(indexed: Path, tmp_path: Path) -> Path:
    """A data folder of the test's own, with the pages beside it indexed from where they stand."""
    shutil.copytree(indexed.parent / "pages", tmp_path / "pages")
    return tmp_path / "data"


async def _found(data: Path, text: str, since: float) -> float:
    """Wait until the page is found and has its vectors; return the seconds since a moment."""
    settings = load(data=data)
    store = wiring.store(settings, wiring.embedder(settings))
    search = store.within(Scope(("docs",)))
    async with asyncio.timeout(30):
        while True:
            legs = await search.search([parse(text, "asked")], [None], limit=5)
            there = any("Harbour" in hit.chunk.text for hit in legs[0].hits)
            if there and not (await search.census()).without_vectors:
                await store.close()
                return time.monotonic() - since
            await asyncio.sleep(0.05)


async def _indexed_once(pages: Path, data: Path) -> None:
    settings = load(data=data)
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    await ingest.run(wiring.folder_reader(settings, pages), "docs")


async def test_a_published_page_is_answered_from_within_seconds(data: Path) -> None:
    """The hook of a running bot is told of a page; the bot answers from it."""
    pages = data.parent / "pages"
    await _indexed_once(pages, data)
    options = {"ingest_secret": SecretStr(SECRET), "ingest_roots": str(pages)}
    with capture_logs() as logs:
        async with playground() as pg, bot_in(pg, data, **options) as desk:
            port = next(one["port"] for one in logs if one["event"] == "serving_health")
            (pages / "parking.md").write_text(PAGE)
            began = time.monotonic()
            async with (
                aiohttp.ClientSession() as session,
                session.post(
                    f"http://127.0.0.1:{port}/ingest",
                    json={"path": "parking.md"},
                    headers={"Authorization": f"Bearer {SECRET}"},
                ) as reply,
            ):
                status, said = reply.status, await reply.json()
            seconds = await _found(data, "visitors park garage", began)
            ts = pg.ask("Where do visitors park?")
            answer = await desk.answer(GENERAL, ts)

    assert (202, str(pages)) == (status, said["root"])
    assert "level minus two" in text_of(answer)
    assert seconds < WITHIN


@asynccontextmanager
async def _watching(pages: Path, data: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Follow the pages in a process of its own; it is stopped as by Ctrl-C."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "scripts.ingest", "--watch", str(pages)),
        env={**os.environ, "FOOTNOTE_DATA": str(data)},
        cwd=Path(__file__).parents[2],
        stderr=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stderr
    try:
        async with asyncio.timeout(60):
            while b"refreshed" not in await process.stderr.readline():
                assert process.returncode is None
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(30):
            await process.communicate()


async def test_a_saved_page_is_found_while_its_folder_is_followed(data: Path) -> None:
    """Saved, and again after the folder was renamed away and back; Ctrl-C ends it with 0."""
    pages, away = data.parent / "pages", data.parent / "away"
    async with _watching(pages, data) as process:
        (pages / "parking.md").write_text(PAGE.replace("Harbour", "Harbour Bay"))
        seconds = [await _found(data, "visitors park garage", time.monotonic())]
        pages.rename(away)
        (away / "harbour.md").write_text(PAGE.replace("Visitors", "Zeppelins"))
        await asyncio.sleep(0)
        away.rename(pages)
        seconds.append(await _found(data, "zeppelins", time.monotonic()))

    assert 0 == process.returncode
    assert max(seconds) < WITHIN
