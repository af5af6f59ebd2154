"""The connection is watched: one that hears nothing is made again, or ends the bot."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import pytest

from bot.metrics import Metrics
from bot.slack import socket as socket_module
from bot.slack.app import Identity, Receiver
from bot.slack.bolt import build
from bot.slack.refused import SlackRefused
from bot.slack.socket import Socket, SocketLost, socket_address
from bot.slack.web import open_web
from tests.playground import Pg, playground


@contextlib.asynccontextmanager
async def _socket(pg: Pg, counted: Callable[[int], None] = print) -> AsyncIterator[Socket]:
    """Yield a socket that is connected to a workspace."""
    env = pg.env()
    async with open_web(env["SLACK_BOT_TOKEN"], base_url=pg.api) as web:
        receiver = Receiver(None, None, None, Metrics(), print, bool, print)  # type: ignore[arg-type]
        app = build(receiver, Identity("T1", "UBOT", "BBOT"), web)
        socket = Socket(app, web, env["SLACK_APP_TOKEN"], counted, Metrics())
        try:
            await socket.connect()
            await pg.connected()
            yield socket
        finally:
            await socket.close()


def _opened(pg: Pg) -> int:
    return len(pg.called("apps.connections.open"))


async def test_a_connection_that_was_greeted_is_alive() -> None:
    """Alive while connected, and not after letting go."""
    async with playground() as pg, _socket(pg) as socket:
        before = await socket.alive()
        await socket.disconnect()

        assert (True, False) == (before, await socket.alive())


async def test_a_silent_connection_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a minute without a sign there is a new client, and the old one is gone."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.02)
    monkeypatch.setattr(socket_module, "SILENT_SECONDS", 0.04)
    async with playground() as pg, _socket(pg) as socket:
        before = _opened(pg)
        watching = asyncio.create_task(socket.watch())
        await pg.wait_for(lambda: _opened(pg) > before)
        monkeypatch.setattr(socket_module, "SILENT_SECONDS", 60.0)
        await pg.wait_for(lambda: len(pg.playground.link.connections) == 1)
        watching.cancel()


async def test_a_connection_without_a_hello_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be open, answer pings, and lead nowhere."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.02)
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.2)
    async with playground() as pg:
        hello = pg.playground.link._hello
        monkeypatch.setattr(pg.playground.link, "_hello", lambda _: {"type": "nothing"})
        async with _socket(pg) as socket:
            before = _opened(pg)
            watching = asyncio.create_task(socket.watch())
            await pg.wait_for(lambda: _opened(pg) > before)
            monkeypatch.setattr(pg.playground.link, "_hello", hello)
            await pg.wait_for(socket._is_greeted)
            watching.cancel()


async def test_a_greeted_connection_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often it is looked at."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.001)
    async with playground() as pg, _socket(pg) as socket:
        await pg.wait_for(socket._is_greeted)
        watching = asyncio.create_task(socket.watch())
        await asyncio.sleep(0.1)
        watching.cancel()

        assert 1 == _opened(pg)


async def test_a_slack_that_cannot_be_heard_ends_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many new clients; whatever runs the process then starts it anew."""
    monkeypatch.setattr(socket_module, "WATCH_SECONDS", 0.01)
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.02)
    async with playground() as pg, _socket(pg) as socket:
        await socket.disconnect()
        pg.faults.fail("apps.connections.open", "internal_error", times=None)
        with pytest.raises(SocketLost, match="after 5 new connections"):
            await socket.watch()


async def test_the_connections_of_the_app_are_counted() -> None:
    """Slack says with each hello how many there are."""
    counts: list[int] = []
    async with playground() as pg, _socket(pg, counts.append) as first:
        await pg.wait_for(first._is_greeted)
        async with _socket(pg, counts.append) as second:
            await pg.wait_for(second._is_greeted)

    assert [1, 2] == counts


async def test_an_app_token_that_slack_refuses_is_a_sentence() -> None:
    """Before anything is connected."""
    async with playground() as pg, open_web("xoxb-1", base_url=pg.api) as web:
        with pytest.raises(SlackRefused, match=r"apps\.connections\.open"):
            await socket_address(web, "xapp-wrong")
