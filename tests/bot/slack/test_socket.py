"""The connection is watched: one that hears nothing is made again, or ends the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from bot.metrics import Metrics
from bot.slack import socket as socket_module
from bot.slack.app import Ears, Identity, build
from bot.slack.refused import SlackRefused
from bot.slack.socket import Socket, SocketLost, socket_address
from bot.slack.web import open_web
from tests.playground import Pg, playground


@contextlib.asynccontextmanager
async def _socket(pg: Pg) -> AsyncIterator[Socket]:
    """Yield a socket that is connected to a workspace."""
    env = pg.env()
    async with open_web(env["SLACK_BOT_TOKEN"], base_url=pg.api) as web:
        ears = Ears(None, None, None, Metrics(), print, bool, print)  # type: ignore[arg-type]
        app = build(ears, Identity("T1", "UBOT", "BBOT"), web)
        socket = Socket(app, env["SLACK_APP_TOKEN"], Metrics())
        try:
            await socket.connect(await socket_address(web, env["SLACK_APP_TOKEN"]))
            await pg.connected()
            yield socket
        finally:
            await socket.close()


async def test_a_connection_that_was_greeted_is_alive() -> None:
    """Alive while connected, and not after letting go."""
    async with playground() as pg, _socket(pg) as socket:
        before = await socket.alive()
        await socket.disconnect()

        assert (True, False) == (before, await socket.alive())


async def test_a_silent_connection_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a minute without a sign the watch opens a new one beside it."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.02)
    monkeypatch.setattr(socket_module, "SILENT_SECONDS", 0.04)
    monkeypatch.setattr(socket_module, "GIVE_UP_SECONDS", 60.0)
    async with playground() as pg, _socket(pg) as socket:
        before = len(pg.called("apps.connections.open"))
        watching = asyncio.create_task(socket.watch())
        await pg.wait_for(lambda: len(pg.called("apps.connections.open")) > before)
        watching.cancel()


async def test_a_slack_that_cannot_be_heard_ends_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever runs the process then starts it anew."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.01)
    monkeypatch.setattr(socket_module, "GIVE_UP_SECONDS", 0.05)
    async with playground() as pg, _socket(pg) as socket:
        await socket.disconnect()
        with pytest.raises(SocketLost, match="has not been heard"):
            await socket.watch()


async def test_an_app_token_that_slack_refuses_is_a_sentence() -> None:
    """Before anything is connected."""
    async with playground() as pg, open_web("xoxb-1", base_url=pg.api) as web:
        with pytest.raises(SlackRefused, match=r"apps\.connections\.open"):
            await socket_address(web, "xapp-wrong")
