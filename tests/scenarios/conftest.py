"""A workspace, an index and a bot that is connected to them over real sockets."""

from __future__ import annotations

import asyncio
import json
import shutil
import socket
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot import running
from bot import settings as bot_settings
from bot.playground.push import Push
from bot.settings import BotSettings
from retrieval import wiring
from retrieval.ledger.ledger import Ledger
from retrieval.settings import load
from tests import recorded
from tests.outgoing import problems
from tests.playground import HTTP, PATIENCE, SOCKET, TRANSPORTS, Pg, playground
from tests.types.checking import compiled, installed, written

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


@pytest.fixture(scope="session", autouse=True)
def _typed() -> Iterator[None]:
    """All that the bot called in this run is what Slack's own types take, where they are there."""
    yield
    if installed():
        assert [] == compiled(written(recorded.kept()))


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
    transport: str = "socket"

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

    async def taken(self, person: str) -> int:
        """Count the questions of somebody that became rows so far."""
        whose, ever = f"{self.pg.workspace.team.id}:{person}", datetime(2000, 1, 1, tzinfo=UTC)
        async with self.ledger() as ledger:
            return await ledger.inbox.lately(whose, "question", ever)

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
async def bot_in(
    pg: Pg, data: Path, transport: str = SOCKET, **options: Any
) -> AsyncIterator[Desk]:
    """Run the bot, whole, in this process, connected to a workspace or called by it."""
    told = _settings(pg, transport).model_copy(update=options)
    stop, http = asyncio.Event(), transport == HTTP
    task = asyncio.create_task(running.run(load(data=data), told, stop, http=http))
    try:
        if http:
            push = pg.playground.push_to(f"http://127.0.0.1:{told.http_port}/slack/events")
            await _there(task, _verified(push))
        else:
            await _there(task, pg.connected())
        yield Desk(pg, data)
    finally:
        stop.set()
        async with asyncio.timeout(30):
            await asyncio.gather(task, return_exceptions=True)
        recorded.keep(pg.calls)
    task.result()
    assert [] == [one for call in pg.calls for one in problems(call.method, call.arguments)]


def _settings(pg: Pg, transport: str) -> BotSettings:
    """Return the settings of a bot that comes to a workspace, or that the workspace comes to."""
    environment = pg.env() | {"FOOTNOTE_HEALTH_PORT": "0", "FOOTNOTE_QUESTIONS_PER_MINUTE": "0"}
    if transport == HTTP:
        with socket.create_server(("127.0.0.1", 0)) as free:
            environment["FOOTNOTE_HTTP_PORT"] = str(free.getsockname()[1])
        environment["SLACK_SIGNING_SECRET"] = pg.workspace.app.signing_secret
        del environment["SLACK_APP_TOKEN"]
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return bot_settings.load(http=transport == HTTP)


async def _verified(push: Push) -> None:
    """Wait until the bot proves that an address is its own."""
    while True:
        try:
            if await push.verify():
                return
        except aiohttp.ClientError:
            await asyncio.sleep(0.02)


async def _there(task: asyncio.Task[None], there: Coroutine[Any, Any, None]) -> None:
    """Wait until the bot is there; where it ended instead, say why."""
    waiting = asyncio.create_task(there)
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


@pytest_asyncio.fixture(name="desk", scope="module", loop_scope="module", params=TRANSPORTS)
async def _desk(
    indexed: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[Desk]:
    """A workspace and a bot that the tests of a file share, over either transport."""
    data = tmp_path_factory.mktemp("shared") / "data"
    shutil.copytree(indexed, data)
    async with playground() as pg, bot_in(pg, data, request.param) as desk:
        yield replace(desk, transport=request.param)
