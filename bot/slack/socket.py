"""Socket Mode: one connection, watched, so that a bot that hears nothing does not look alive."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
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
HELLO_SECONDS = 20.0
"""So long without a hello after connecting, or unconnected: the library has had its attempts."""
WATCH_SECONDS = 5.0
REBUILDS = 5
"""So many new clients in a row that hear nothing, some two minutes, and the process ends."""


class SocketLost(FootnoteError):
    """Slack cannot be heard any more."""


class Socket:
    """The bot's connection to Slack; the client that holds it is replaced when it goes deaf."""

    def __init__(
        self,
        app: AsyncApp,
        web: SlackWeb,
        app_token: str,
        counted: Callable[[int], None],
        metrics: Metrics,
    ) -> None:
        """Take the app that hears, and what is told how many connections of it there are."""
        self._app = app
        self._web = web
        self._token = app_token
        self._metrics = metrics
        self._counted = counted
        self._handler: AsyncSocketModeHandler | None = None
        self._heard = self._began = 0.0
        self._greeted: object = None
        """The websocket on which Slack said hello last."""

    async def connect(self, url: str = "") -> None:
        """Connect, to `url` where one was asked for already. Raises FootnoteError."""
        url = url or await socket_address(self._web, self._token)
        handler = AsyncSocketModeHandler(self._app, self._token)
        handler.client.wss_uri = url
        handler.client.message_listeners.append(self._listen)
        self._handler = handler
        self._heard = self._began = time.time()
        await handler.connect_async()  # type: ignore[no-untyped-call]

    async def disconnect(self) -> None:
        """Take no more events; Slack gives them to other connections."""
        if self._handler:
            client = self._handler.client
            client.auto_reconnect_enabled = client.default_auto_reconnect_enabled = False
            await self._handler.disconnect_async()  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Close everything."""
        handler, self._handler = self._handler, None
        if handler:
            await handler.close_async()  # type: ignore[no-untyped-call]

    async def alive(self) -> bool:
        """Whether the connection is up and something was heard lately."""
        handler = self._handler
        if handler is None or not await handler.client.is_connected():
            return False
        return self._silence() < SILENT_SECONDS

    async def watch(self) -> None:
        """Replace a client that hears nothing. Raises SocketLost when that is no use."""
        rebuilt, lost_since = 0, 0.0
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            up, now = await self.alive(), time.time()
            self._metrics.connected.set(1 if up else 0)
            if up and self._is_greeted():
                rebuilt, lost_since = 0, 0.0
                continue
            lost_since = lost_since or now
            waited = now - max(self._began, lost_since)
            if waited < HELLO_SECONDS and self._silence() < SILENT_SECONDS:
                continue
            if rebuilt >= REBUILDS:
                raise SocketLost(
                    f"Slack was not heard after {rebuilt} new connections. Check the network; "
                    "the bot must be started again."
                )
            rebuilt += 1
            await self._rebuild(rebuilt)

    async def _rebuild(self, attempt: int) -> None:
        """Throw the client away and connect with a new one, within its time."""
        log = structlog.get_logger().bind(attempt=attempt)
        log.warning("socket_rebuilt", silent_seconds=round(self._silence()))
        self._metrics.rebuilds.inc()
        self._heard = self._began = time.time()
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                with contextlib.suppress(Exception):
                    await self.close()
                await self.connect()
        except Exception as error:  # noqa: BLE001 - the library raises what its network raises
            log.warning("not_rebuilt", reason=type(error).__name__)

    def _is_greeted(self) -> bool:
        """Whether Slack said hello on the websocket that is open: others may be dead ends."""
        handler = self._handler
        return handler is not None and handler.client.current_session is self._greeted

    def _silence(self) -> float:
        """Return the seconds since anything came from Slack."""
        pong = self._handler.client.last_ping_pong_time if self._handler else None
        return time.time() - max(self._heard, pong or 0.0)

    async def _listen(self, client: Any, message: Mapping[str, Any], _raw: str | None) -> None:
        """Note that something came; say when the connection is up."""
        self._heard = time.time()
        if message.get("type") == "hello":
            self._greeted = client.current_session
            self._metrics.connected.set(1)
            number = message.get("num_connections")
            number = number if isinstance(number, int) else 1
            structlog.get_logger().info("connected", connections=number)
            self._metrics.connections.set(number)
            self._counted(number)


async def socket_address(web: SlackWeb, app_token: str) -> str:
    """Ask for an address to connect to. Raises FootnoteError that says what is wrong."""
    reply = await SlackWeb(_client(web, app_token)).call(CONNECT)
    return str(reply["url"])


def _client(web: SlackWeb, token: str) -> AsyncWebClient:
    """Return a client of the same session with another token."""
    return AsyncWebClient(token, base_url=web.client.base_url, session=web.client.session)
