"""The server: the Web API under /api/, Socket Mode under /link, and whoever else brings routes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from aiohttp import web

from bot.playground import cast
from bot.playground.api.files import Downloads
from bot.playground.api.gate import Gate
from bot.playground.faults import Faults
from bot.playground.responses import PATHS
from bot.playground.socket_mode import Link
from bot.playground.state import Workspace
from bot.playground.values import App
from retrieval.ports import Clock

TICK = 0.05
"""Seconds between two looks at what has stood for its time."""
LINE = 256 * 1024
"""Bytes that an address may have: the client sends blocks to be validated in one."""
BODY = 16 * 1024 * 1024
"""Bytes that one request may have."""


@dataclass(slots=True)
class Playground:
    """A workspace that is served: what holds it, what delivers it, what spoils it."""

    workspace: Workspace
    link: Link
    faults: Faults = field(default_factory=Faults)

    def tick(self) -> None:
        """Do what is due now."""
        self.workspace.tick()
        self.link.tick()


def furnished(clock: Clock, url: str, app: App | None = None) -> Playground:
    """Return a workspace with its usual people and channels, to be served at `url`."""
    now = int(clock.now().timestamp())
    installed = app or cast.app()
    workspace = Workspace(clock, cast.team(url), installed, cast.people(), cast.channels(now))
    return Playground(workspace, Link(workspace))


def create_app(
    playground: Playground, pages: Callable[[web.Application], None] | None = None
) -> web.Application:
    """Return the application; `pages` may add routes of its own to it."""
    application = web.Application(client_max_size=BODY)
    gate = Gate(playground.workspace, playground.link, playground.faults)
    application.router.add_route("*", "/api/{method}", gate.handle)
    application.router.add_get("/link", playground.link.serve)
    application.router.add_get("/link/", playground.link.serve)
    downloads = Downloads(playground.workspace, playground.faults)
    for path in ("/files-pri/{file}/{name}", "/files-pri/{file}/download/{name}"):
        application.router.add_get(path, downloads.handle)
    responses = playground.workspace.interactions.responses
    for path in PATHS:
        application.router.add_post(f"/{path}/{{team}}/{{key}}", responses.handle)
    application.cleanup_ctx.append(_ticking(playground))
    application.on_shutdown.append(_closing(playground.link))
    if pages:
        pages(application)
    return application


@asynccontextmanager
async def serve(application: web.Application, listening: socket.socket) -> AsyncIterator[None]:
    """Serve on a socket that is bound already, until the block ends."""
    runner = web.AppRunner(
        application, access_log=None, shutdown_timeout=1.0, max_line_size=LINE, max_field_size=LINE
    )
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        yield
    finally:
        await runner.cleanup()


def bind(port: int = 0) -> tuple[socket.socket, str]:
    """Return a socket on 127.0.0.1 and its address; port 0 takes a free one.

    Raises:
        OSError: the port is in use.
    """
    listening = socket.create_server(("127.0.0.1", port))
    return listening, f"http://127.0.0.1:{listening.getsockname()[1]}/"


def _ticking(playground: Playground) -> Callable[[web.Application], AsyncIterator[None]]:
    async def ticking(_: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(_tick(playground))
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    return ticking


def _closing(link: Link) -> Callable[[web.Application], Awaitable[None]]:
    async def closing(_: web.Application) -> None:
        await link.close()

    return closing


async def _tick(playground: Playground) -> None:
    while True:
        playground.tick()
        await asyncio.sleep(TICK)
