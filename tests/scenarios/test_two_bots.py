"""Two processes of the bot share a ledger on PostgreSQL, as they would behind one Slack app."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from retrieval.ledger.engine import connect
from retrieval.ledger.ledger import Ledger
from retrieval.ledger.serving import Served
from scripts._services.postgresql import Server
from tests.playground import Pg
from tests.scenarios.storm import Killable, ask_all


@pytest.fixture(name="bots")
async def _bots(
    pg: Pg, data: Path, postgresql_own: Server, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[Killable]]:
    """Two bots, both connected, with a server of their own."""
    monkeypatch.setenv("DATABASE_URL", postgresql_own.url())
    bots = [Killable(pg, data, data / f"{name}.log") for name in ("one", "two")]
    try:
        for bot in bots:
            await bot.start()
        await pg.wait_for(lambda: len(pg.playground.link.connections) == len(bots), 180)
        yield bots
    finally:
        for bot in bots:
            if bot.process and bot.process.returncode is None:
                await bot.kill()


async def _answered(pg: Pg, asked, seconds: float = 120.0) -> None:
    """Wait until every question has an answer that says all it will."""
    await pg.wait_for(lambda: asked.whole(pg) == len(asked.asked), seconds)
    await pg.settled()


async def _shares(url: str) -> list[int]:
    """Wait until nothing is left to do; return how many attempts each row took."""
    async with Ledger.open(url) as ledger, asyncio.timeout(60):
        while True:
            backlog = await ledger.inbox.backlog()
            if not backlog.waiting + backlog.working:
                break
            await asyncio.sleep(0.05)
        rows = text("SELECT attempts FROM inbox WHERE kind = 'question'")
        return list(await ledger._database.read(lambda there: there.scalars(rows).all()))


async def test_each_question_is_answered_once(
    pg: Pg, bots: list[Killable], postgresql_own: Server
) -> None:
    """Both work, one is killed on the way: one whole answer a question, and no work done twice."""
    first, second = bots
    asked = ask_all(pg, 8)
    await pg.settled()
    await first.kill()
    await _answered(pg, asked)
    attempts = await _shares(postgresql_own.url())
    code = await second.stop()

    assert [1] * 8 == list(asked.counts(pg).values())
    assert 8 == len(attempts)
    assert 0 == code
    for bot in bots:
        assert "Traceback" not in bot.log.read_text(encoding="utf-8")


async def test_connections_ended_and_a_server_restarted_lose_nothing(
    pg: Pg, bots: list[Killable], postgresql_own: Server
) -> None:
    """Ended by an administrator, then by a crash of the server: each question has one answer."""
    served = connect(postgresql_own.url())
    assert isinstance(served, Served)
    asked = ask_all(pg, 6)
    for _ in range(5):
        await served.read(lambda there: there.scalar(_END))
        await asyncio.sleep(0.1)
    await served.close()
    await asyncio.to_thread(postgresql_own.kill)
    await asyncio.to_thread(postgresql_own.start)
    await _answered(pg, asked, 180)
    await _shares(postgresql_own.url())
    codes = [await bot.stop() for bot in bots]

    assert [1] * 6 == list(asked.counts(pg).values())
    assert [0, 0] == codes


_END = text(
    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
