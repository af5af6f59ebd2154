"""A workspace, an index and a bot that is connected to them over real sockets."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import running
from bot import settings as bot_settings
from retrieval import wiring
from retrieval.settings import Settings, load
from tests.playground import Pg, playground

PAGES = {
    "leave.md": "# Parental leave\n\nParents get 26 weeks of paid leave.\n\n"
    "## How to apply\n\nWrite to people@example.com at least eight weeks before the birth.\n",
    "vpn.md": "# VPN\n\nInstall the VPN client from the self-service portal.\n\n"
    "## On a Mac\n\nOn a Mac the VPN needs the profile named Office before it connects.\n",
    "laptop.md": "# Laptops\n\nA new laptop is ordered through the hardware form. "
    "Delivery takes five working days.\n",
    "expenses.md": "# Expenses\n\nReceipts are handed in within 30 days. "
    "Meals are refunded up to 40 euros a day.\n",
}

Bot = Callable[..., AbstractAsyncContextManager[None]]


@pytest.fixture(name="indexed", scope="session")
def _indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the pages indexed, made once."""
    folder = tmp_path_factory.mktemp("indexed")
    for name, text in PAGES.items():
        (folder / "pages").mkdir(exist_ok=True)
        (folder / "pages" / name).write_text(text, encoding="utf-8")
    settings = load(data=folder / "data")
    ingest = wiring.ingest(settings, wiring.embedder(settings))
    reader = wiring.folder_reader(settings, folder / "pages")
    assert asyncio.run(ingest.run(reader, "docs")).succeeded
    return folder / "data"


@pytest.fixture(name="data")
def _data(indexed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the indexed folder, in which the bot of one test works."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(indexed, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(name="pg")
async def _pg() -> AsyncIterator[Pg]:
    """A workspace with all of its limits on."""
    async with playground() as pg:
        yield pg


@pytest.fixture(name="bot")
def _bot(pg: Pg, data: Path, monkeypatch: pytest.MonkeyPatch) -> Bot:
    """Return what runs the bot, whole, in this process, connected to the workspace."""

    @asynccontextmanager
    async def running_bot(settings: Settings | None = None, **options: Any) -> AsyncIterator[None]:
        for name, value in (pg.env() | {"FOOTNOTE_HEALTH_PORT": "0"}).items():
            monkeypatch.setenv(name, value)
        stop = asyncio.Event()
        told = bot_settings.load().model_copy(update=options)
        task = asyncio.create_task(running.run(settings or load(data=data), told, stop))
        try:
            await _connected(pg, task)
            yield
        finally:
            stop.set()
            async with asyncio.timeout(30):
                await task

    return running_bot


async def _connected(pg: Pg, task: asyncio.Task[None]) -> None:
    """Wait until the bot is there; where it ended instead, say why."""
    there: Coroutine[Any, Any, None] = pg.connected()
    waiting = asyncio.create_task(there)
    await asyncio.wait([waiting, task], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        waiting.cancel()
        task.result()
    await waiting
