"""Socket Mode: one connection, watched, so that a bot that hears nothing does not look alive."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import structlog
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.metrics import Metrics
from bot.slack.refused import CONNECT
from bot.slack.web import SlackWeb
from retrieval.errors import FootnoteError

SILENT_SECONDS = 60.0
"""So long without a hello, an envelope or a pong, and the connection counts as lost."""
GIVE_UP_SECONDS = 180.0
WATCH_SECONDS = 5.0
EXPECTED_CONNECTIONS = 10
"""Slack allows ten an app."""


class SocketLost(FootnoteError):
    """Slack cannot be heard any more."""


class Socket:
    """The bot's connection to Slack."""

    def __init__(self, app: AsyncApp, app_token: str, metrics: Metrics) -> None:
        self._handler = AsyncSocketModeHandler(app, app_token)
        self._client = self._handler.client
        self._metrics = metrics
        self._heard = 0.0
        self._client.message_listeners.append(self._listen)

    async def connect(self, url: str) -> None:
        """Connect to the address that apps.connections.open gave."""
        self._client.wss_uri = url
        await self._handler.connect_async()  # type: ignore[no-untyped-call]
        self._heard = time.time()

    async def disconnect(self) -> None:
        """Take no more events; Slack gives them to other connections."""
        self._client.auto_reconnect_enabled = False
        await self._handler.disconnect_async()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Let go of everything."""
        await self._handler.close_async()  # type: ignore[no-untyped-call]

    async def alive(self) -> bool:
        """Whether the connection is up and something was heard lately."""
        return await self._client.is_connected() and self._silence() < SILENT_SECONDS

    async def watch(self) -> None:
        """Reconnect a connection that fell silent. Raises SocketLost when that is no use."""
        lost_for = 0.0
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            if await self.alive():
                lost_for = 0.0
                self._metrics.connected.set(1)
                continue
            self._metrics.connected.set(0)
            lost_for += WATCH_SECONDS
            if lost_for >= GIVE_UP_SECONDS:
                raise SocketLost(
                    f"Slack has not been heard for {lost_for:.0f} seconds. Check the network; "
                    "the bot must be started again."
                )
            if lost_for % SILENT_SECONDS == 0:
                await self._reconnect()

    async def _reconnect(self) -> None:
        """Open a new connection beside the library's own attempts."""
        structlog.get_logger().warning("socket_silent", seconds=round(self._silence()))
        try:
            async with asyncio.timeout(SILENT_SECONDS / 2):
                await self._client.connect_to_new_endpoint(force=True)
        except Exception as error:  # noqa: BLE001 - the library raises what its network raises
            structlog.get_logger().warning("not_reconnected", reason=type(error).__name__)

    def _silence(self) -> float:
        """Return the seconds since anything came from Slack."""
        return time.time() - max(self._heard, self._client.last_ping_pong_time or 0.0)

    async def _listen(self, _client: Any, message: Mapping[str, Any], _raw: str | None) -> None:
        """Note that something came; say when the connection is up."""
        self._heard = time.time()
        if message.get("type") == "hello":
            number = message.get("num_connections", 1)
            self._metrics.connected.set(1)
            structlog.get_logger().info("connected", connections=number)


async def socket_address(web: SlackWeb, app_token: str) -> str:
    """Ask for an address to connect to. Raises FootnoteError that says what is wrong."""
    reply = await SlackWeb(_client(web, app_token)).call(CONNECT)
    return str(reply["url"])


def _client(web: SlackWeb, token: str) -> AsyncWebClient:
    """Return a client of the same session with another token."""
    return AsyncWebClient(token, base_url=web.client.base_url, session=web.client.session)
