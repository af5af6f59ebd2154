"""The bot works until it is told to stop, or until what it hears with is lost; then it drains."""

from __future__ import annotations

import asyncio
import gc
from typing import Any, cast

import pytest

from bot.health import Health
from bot.metrics import Metrics
from bot.serving import _until, settled
from bot.slack.socket import SocketLost


class _Seats:
    """Workers that note when they are drained."""

    def __init__(self, said: list[str]) -> None:
        self.workers = self
        self._said = said
        self._drained = asyncio.Event()

    async def run(self) -> None:
        """Work until drained."""
        await self._drained.wait()

    async def drain(self) -> None:
        """End."""
        self._said.append("drained")
        self._drained.set()

    async def watch(self) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


class _Transport:
    """A transport that notes when it is let go of, and may be lost."""

    def __init__(self, said: list[str], *, lost: bool = False) -> None:
        self._said = said
        self._lost = lost

    async def disconnect(self) -> None:
        """Hear no more."""
        self._said.append("disconnected")

    async def watch(self) -> None:
        """Be lost, or wait for ever."""
        if self._lost:
            raise SocketLost("Slack was not heard.")
        await asyncio.Event().wait()


@pytest.mark.parametrize("lost", [False, True])
async def test_nothing_more_is_heard_before_what_is_in_work_is_ended(lost: bool) -> None:
    """It is not ready from the first moment on; a lost connection is raised after draining."""
    said: list[str] = []
    health, stop = Health(Metrics(), {}, cast("Any", None)), asyncio.Event()
    if not lost:
        stop.set()
    workspaces, transport = cast("Any", _Seats(said)), cast("Any", _Transport(said, lost=lost))
    if lost:
        with pytest.raises(SocketLost):
            await _until(stop, transport, workspaces, health)
    else:
        await _until(stop, transport, workspaces, health)

    assert ["disconnected", "drained"] == said
    assert health.draining


def test_what_stays_is_not_collected_over_and_over() -> None:
    """While the bot serves, the collector goes through what came since; afterwards through all."""
    before = gc.get_freeze_count()
    with settled():
        frozen = gc.get_freeze_count()

    assert before + 10_000 < frozen
    assert 0 == gc.get_freeze_count()
