"""The Events API over HTTP: Slack calls us, signed, for events, interactions and commands."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

import structlog
from aiohttp import web

from bot.slack.app import NOT_TAKEN, Taken
from bot.slack.signature import flaw
from retrieval.errors import FootnoteError

PATH = "/slack/events"
"""The one address for events, interactions and commands; the app's manifest names it."""
BODY_BYTES = 1_048_576
"""A view has up to 250 kB with its state; everything else that Slack sends is smaller."""
READ_SECONDS = 2.5
"""Slack hangs up after three."""
HEADER_SECONDS = 5.0
"""A connection on which no request has come by then is closed: whoever holds it is not Slack."""
LOOK_SECONDS = 1.0
"""How often connections are looked at."""
IDLE_SECONDS = 75.0
"""How long a connection is kept after a request, whatever comes of the next one."""
NO_RETRY = {"X-Slack-No-Retry": "1"}

_SENTENCES = {
    404: "There is no such address.",
    405: "That method is not taken here.",
    413: f"The body has more than {BODY_BYTES} bytes.",
}

Take = Callable[[Mapping[str, Any], str], Awaitable[Taken]]
"""Receiver.take: a payload and the number of its delivery."""


class Door:
    """Answers Slack's requests: whose they are is looked at before what they say."""

    def __init__(self, secret: str, take: Take, now: Callable[[], float] = time.time) -> None:
        """Take the app's signing secret, and what deals with payloads."""
        self._secret = secret
        self._take = take
        self._now = now
        self.draining = False
        self.heard = 0.0
        """When a request of Slack's came last; 0 where none did."""

    async def receive(self, request: web.Request) -> web.Response:
        """Answer a request."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                body = await request.read()
        except TimeoutError:
            return _said(408, "The request did not come to its end.")
        if wrong := flaw(self._secret, request.headers, body, self._now()):
            structlog.get_logger().warning("not_from_slack", reason=wrong)
            return _said(401, "The signature is not right.")
        self.heard = self._now()
        payload = read(request.content_type, body)
        if payload is None:
            structlog.get_logger().warning("unreadable", type=request.content_type[:60])
            return _said(400, "The body is neither JSON nor a form of Slack's.", NO_RETRY)
        return await self._answer(payload, request.headers)

    async def _answer(self, payload: Mapping[str, Any], headers: Mapping[str, str]) -> web.Response:
        """Answer what is Slack's own; hand on everything else."""
        if payload.get("type") == "url_verification":
            return web.json_response({"challenge": str(payload.get("challenge", ""))})
        if "ssl_check" in payload:
            return web.Response()
        if self.draining:
            return _said(NOT_TAKEN, "The bot is stopping.")
        attempt = headers.get("X-Slack-Retry-Num", "0")
        attempt = attempt if attempt in {"1", "2", "3"} else "0"
        if attempt != "0":
            reason = headers.get("X-Slack-Retry-Reason", "")[:40]
            structlog.get_logger().info("delivered_again", attempt=attempt, reason=reason)
        taken = await self._take(payload, attempt)
        if taken.status == NOT_TAKEN:
            return _said(NOT_TAKEN, "It could not be kept. Deliver it again.")
        if taken.status >= 400:
            return _said(taken.status, "It is not for this bot.", NO_RETRY)
        return web.Response() if taken.body is None else web.json_response(dict(taken.body))


def read(content_type: str, body: bytes) -> Mapping[str, Any] | None:
    """Read a body: JSON for events, a form with `payload` or a command's own; None for others."""
    try:
        if content_type == "application/json":
            said = json.loads(body)
        elif content_type == "application/x-www-form-urlencoded":
            form = dict(parse_qsl(body.decode(), keep_blank_values=True))
            said = json.loads(form["payload"]) if "payload" in form else form
        else:
            return None
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and said else None


class Listener:
    """The port on which Slack calls; what the socket is to Socket Mode."""

    def __init__(
        self, door: Door, host: str, port: int, routes: Iterable[web.AbstractRouteDef] = ()
    ) -> None:
        """Take where to listen, and further addresses to answer there."""
        self._door = door
        self._host, self._asked = host, port
        self._runner = web.AppRunner(
            _application(door, routes),
            access_log=None,
            auto_decompress=False,
            keepalive_timeout=IDLE_SECONDS,
        )
        self._site: web.TCPSite | None = None
        self._looking: asyncio.Task[None] | None = None
        self.port = 0

    async def connect(self) -> None:
        """Listen. Raises FootnoteError where the port cannot be had."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._asked)
        try:
            await site.start()
        except OSError as error:
            raise FootnoteError(
                f"The port for Slack {self._host}:{self._asked} cannot be used ({error.strerror}). "
                "Set FOOTNOTE_HTTP_PORT to another one."
            ) from error
        self._site = site
        self._looking = asyncio.create_task(_close_silent(self._runner))
        self.port = int(self._runner.addresses[0][1])
        structlog.get_logger().info("serving_slack", port=self.port, path=PATH)

    async def disconnect(self) -> None:
        """Take no more: Slack delivers again, to another replica or to the next start."""
        self._door.draining = True
        site, self._site = self._site, None
        if site:
            await site.stop()

    async def close(self) -> None:
        """Close the port."""
        if self._looking:
            self._looking.cancel()
        await self._runner.cleanup()

    async def alive(self) -> bool:
        """Whether Slack can come."""
        return self._site is not None

    async def watch(self) -> None:
        """Wait for ever: a port that is held stays."""
        await asyncio.Event().wait()


_BEGUN = web.AppKey("begun", set[object])
"""Connections of which a request has come to the end of its headers."""


async def _close_silent(runner: web.AppRunner) -> None:
    """Close connections that bring no request; aiohttp itself looks after those that did."""
    begun, since = runner.app[_BEGUN], dict[object, float]()
    while True:
        now = asyncio.get_running_loop().time()
        there = runner.server.connections if runner.server else []
        begun.intersection_update(there)
        since = {connection: since.get(connection, now) for connection in there}
        for connection in there:
            if connection not in begun and now - since[connection] >= HEADER_SECONDS:
                connection.force_close()
        await asyncio.sleep(LOOK_SECONDS)


def _application(door: Door, routes: Iterable[web.AbstractRouteDef]) -> web.Application:
    app = web.Application(client_max_size=BODY_BYTES, middlewares=[_in_sentences])
    app[_BEGUN] = set()
    app.router.add_post(PATH, door.receive)
    app.router.add_routes(routes)
    return app


@web.middleware
async def _in_sentences(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Say in JSON what is refused; what breaks is told to nobody, and is to be sent again."""
    request.app[_BEGUN].add(request.protocol)
    try:
        return await handler(request)
    except web.HTTPClientError as error:
        allowed = {name: value for name, value in error.headers.items() if name == "Allow"}
        return _said(error.status, _SENTENCES.get(error.status, f"{error.reason}."), allowed)
    except Exception:  # noqa: BLE001 - whatever it is, Slack must not take it for an answer
        structlog.get_logger().exception("not_answered")
        return _said(NOT_TAKEN, "It could not be dealt with. Deliver it again.")


def _said(status: int, sentence: str, headers: Mapping[str, str] | None = None) -> web.Response:
    return web.json_response({"error": sentence}, status=status, headers=headers)
