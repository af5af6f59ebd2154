"""The bot put together: its probes and figures, told of what is really there."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sqlite3
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import structlog
from structlog.testing import capture_logs

from bot import running
from bot import settings as bot_settings
from retrieval.settings import load
from tests.playground import GENERAL, playground


async def _get(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as reply,
    ):
        return reply.status, await reply.text()


def _changed(folder: Path, at: float) -> None:
    """Leave a file of an index as if it had been written at a moment."""
    folder.mkdir(exist_ok=True)
    (folder / "docs.0001.db-wal").write_text("pages")
    os.utime(folder / "docs.0001.db-wal", (at, at))


def _age(figures: str) -> float:
    found = re.search(r"^footnote_index_age_seconds (\S+)$", figures, re.MULTILINE)
    assert found
    return float(found[1])


async def test_a_bot_without_an_index_runs_and_is_not_ready(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alive and connected, it answers how to index, says so on /readyz, and counts the question."""
    structlog.reset_defaults()
    async with playground() as pg:
        for name, value in (pg.env() | {"FOOTNOTE_HEALTH_PORT": "0"}).items():
            monkeypatch.setenv(name, value)
        stop = asyncio.Event()
        with capture_logs() as lines:
            task = asyncio.create_task(running.run(load(data=tmp_path), bot_settings.load(), stop))
            await pg.connected()
            ts = pg.ask("How do I index?")
            await pg.wait_for(lambda: pg.answers(GENERAL, ts))
            await pg.wait_for(lambda: [one for one in lines if one["event"] == "done"])
            port = next(one["port"] for one in lines if one["event"] == "serving_health")
            alive = await _get(port, "/healthz")
            ready = await _get(port, "/readyz")
            _, figures = await _get(port, "/metrics")
            _changed(load(data=tmp_path).index_folder, time.time() - 3_600)
            _, later = await _get(port, "/metrics")
            stop.set()
            await task

    assert 200 == alive[0]
    assert 503 == ready[0]
    assert "Nothing is indexed yet" in ready[1]
    assert "socket" not in ready[1]
    assert 'footnote_questions_total{outcome="no_index"} 1.0' in figures
    assert re.search(r"^footnote_connected 1\.0$", figures, re.MULTILINE)
    assert 0 == _age(figures)
    assert 3_590 < _age(later) < 3_900
    assert "How do I index" not in str(lines)
    assert ["stopping", "stopped"] == [one["event"] for one in lines[-2:]]


async def test_a_bot_whose_ledger_is_locked_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it is asked cannot be kept; it says so while that lasts, and is alive."""
    structlog.reset_defaults()
    monkeypatch.setattr("retrieval.ledger.ledger.LOOK_SECONDS", 0.1)
    monkeypatch.setattr("bot.health.AGAIN_SECONDS", 0.0)
    async with playground() as pg:
        for name, value in (pg.env() | {"FOOTNOTE_HEALTH_PORT": "0"}).items():
            monkeypatch.setenv(name, value)
        stop, settings = asyncio.Event(), load(data=tmp_path)
        with capture_logs() as lines:
            task = asyncio.create_task(running.run(settings, bot_settings.load(), stop))
            await pg.connected()
            await pg.wait_for(lambda: [one for one in lines if one["event"] == "serving_health"])
            port = next(one["port"] for one in lines if one["event"] == "serving_health")
            _, before = await _get(port, "/readyz")
            with contextlib.closing(
                sqlite3.connect(tmp_path / "footnote.db", isolation_level=None)
            ) as other:
                other.execute("BEGIN IMMEDIATE")
                locked = await _get(port, "/readyz")
                alive, _ = await _get(port, "/healthz")
            _, after = await _get(port, "/readyz")
            stop.set()
            await task

    assert (503, 200) == (locked[0], alive)
    assert "taken no write" in locked[1]
    assert "ledger" not in before + after
