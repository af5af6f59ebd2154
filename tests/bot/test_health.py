"""Probes are answered over a real port: alive, ready, and the figures."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from bot import health as health_module
from bot.health import Health, Shared, serving
from bot.metrics import Metrics
from retrieval.errors import IndexMissing, LedgerError


def _says(sentence: str) -> Callable[[], Awaitable[str]]:
    async def probe() -> str:
        return sentence

    return probe


async def _missing() -> str:
    raise IndexMissing("Nothing is indexed yet.")


async def _get(port: int, path: str) -> tuple[int, Any]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as reply,
    ):
        text = path == "/metrics"
        return reply.status, await (reply.text() if text else reply.json())


async def test_a_bot_with_all_it_needs_is_ready() -> None:
    """Ready and alive are 200, and the figures are brought up to date before they are shown."""
    metrics = Metrics()

    async def refresh() -> str:
        metrics.connected.set(1)
        return ""

    health = Health(metrics, {"socket": _says("")}, refresh)
    async with serving(health, "127.0.0.1", 0) as port:
        assert (200, {"alive": True}) == await _get(port, "/healthz")
        assert (200, {"ready": True, "problems": {}}) == await _get(port, "/readyz")
        status, page = await _get(port, "/metrics")

    assert 200 == status
    assert "footnote_connected 1.0" in page


async def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A probe that says something, raises or hangs makes the bot unready, not dead."""
    monkeypatch.setattr(health_module, "PROBE_SECONDS", 0.01)

    async def hangs() -> str:
        await asyncio.Event().wait()
        return ""

    probes = {"socket": _says("It is not up."), "index": _missing, "ledger": hangs}
    async with serving(Health(Metrics(), probes, _says("")), "127.0.0.1", 0) as port:
        alive, _ = await _get(port, "/healthz")
        ready, body = await _get(port, "/readyz")

    assert (200, 503) == (alive, ready)
    assert "It is not up." == body["problems"]["socket"]
    assert "Nothing is indexed yet." == body["problems"]["index"]
    assert "No answer" in body["problems"]["ledger"]


async def test_a_stopping_bot_is_not_ready() -> None:
    """Nothing more is sent to a process that drains."""
    health = Health(Metrics(), {}, _says(""))
    health.draining = True

    assert ["stopping"] == list(await health.problems())


async def test_what_looks_looks_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many who ask at once, and who ask again at once, are told by one look; later ones anew."""
    looks = []

    async def looking() -> str:
        looks.append(1)
        await asyncio.sleep(0)
        raise LedgerError("It is locked.")

    shared = Shared(looking)
    said = await asyncio.gather(*(shared() for _ in range(9)))
    again = await shared()
    monkeypatch.setattr(health_module, "AGAIN_SECONDS", 0.0)
    await shared()

    assert ["It is locked."] * 10 == [*said, again]
    assert 2 == len(looks)


async def test_a_look_outlasts_who_asked() -> None:
    """Whoever gives up leaves it to the next who asks; no second one is begun beside it."""
    looks, free = [], asyncio.Event()

    async def looking() -> str:
        looks.append(1)
        await free.wait()
        return "It is locked."

    shared = Shared(looking)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await shared()
    free.set()

    assert ("It is locked.", 1) == (await shared(), len(looks))
