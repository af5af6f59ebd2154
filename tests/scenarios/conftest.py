"""A workspace, an index and a bot that is connected to them over real sockets."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import running
from bot import settings as bot_settings
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from tests.playground import PATIENCE, Pg, playground

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
    with ThreadPoolExecutor(1) as thread:  # The loop of an asynchronous test may be running.
        assert thread.submit(asyncio.run, ingest.run(reader, "docs")).result().succeeded
    return folder / "data"


@dataclass(slots=True)
class Desk:
    """A workspace with the bot in it, and the folder that the bot keeps its things in."""

    pg: Pg
    data: Path

    def finished(self, channel: str, thread_ts: str) -> list[dict[str, Any]]:
        """Return the bot's messages in a thread that close an answer."""
        said = self.pg.answers(channel, thread_ts)
        return [one for one in said if payload_of(one).get("done")]

    async def answer(
        self, channel: str, ts: str, thread_ts: str = "", seconds: float = PATIENCE
    ) -> dict[str, Any]:
        """Wait for the answer to a message, and return it; there may be but one."""

        def done() -> list[dict[str, Any]]:
            said = self.finished(channel, thread_ts or ts)
            return [one for one in said if payload_of(one)["question"].endswith(f"{channel}:{ts}")]

        (answer,) = await self.pg.wait_for(done, seconds)
        return answer

    def ledger(self) -> AbstractAsyncContextManager[Ledger]:
        """Open the bot's ledger beside it."""
        return wiring.open_ledger(load(data=self.data))

    async def idle(self, seconds: float = PATIENCE) -> None:
        """Wait until everything is acknowledged and nothing is left to do."""
        await self.pg.settled()
        async with self.ledger() as ledger, asyncio.timeout(seconds):
            while True:
                backlog = await ledger.inbox.backlog()
                if not backlog.waiting + backlog.working:
                    return
                await asyncio.sleep(0.02)


def payload_of(message: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what the bot wrote into a message's metadata."""
    payload: Mapping[str, Any] = (message.get("metadata") or {}).get("event_payload") or {}
    return payload


def text_of(message: Mapping[str, Any]) -> str:
    """Return everything that a message says."""
    return json.dumps([message.get("text"), message.get("blocks")], ensure_ascii=False)


@asynccontextmanager
async def bot_in(pg: Pg, data: Path, **options: Any) -> AsyncIterator[Desk]:
    """Run the bot, whole, in this process, connected to a workspace."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in (pg.env() | {"FOOTNOTE_HEALTH_PORT": "0"}).items():
            environment.setenv(name, value)
        told = bot_settings.load().model_copy(update=options)
    stop = asyncio.Event()
    task = asyncio.create_task(running.run(load(data=data), told, stop))
    try:
        await _connected(pg, task)
        yield Desk(pg, data)
    finally:
        stop.set()
        async with asyncio.timeout(30):
            await asyncio.gather(task, return_exceptions=True)
    task.result()


async def _connected(pg: Pg, task: asyncio.Task[None]) -> None:
    """Wait until the bot is there; where it ended instead, say why."""
    waiting = asyncio.create_task(pg.connected())
    await asyncio.wait([waiting, task], return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        waiting.cancel()
        task.result()
    await waiting


@pytest.fixture(name="data")
def _data(indexed: Path, tmp_path: Path) -> Path:
    """A copy of the indexed folder, in which the bot of one test works."""
    shutil.copytree(indexed, tmp_path / "data")
    return tmp_path / "data"


@pytest.fixture(name="pg")
async def _pg() -> AsyncIterator[Pg]:
    """A workspace with all of its limits on."""
    async with playground() as pg:
        yield pg


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module")
async def _desk(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """A workspace and a bot that the tests of a file share."""
    data = tmp_path_factory.mktemp("shared") / "data"
    shutil.copytree(indexed, data)
    async with playground() as pg, bot_in(pg, data) as desk:
        yield desk
