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
from bot.playground.api.oauth import Authorization
from bot.playground.deliveries import Deliveries
from bot.playground.faults import Faults
from bot.playground.installs import Installs
from bot.playground.push import Push
from bot.playground.responses import PATHS
from bot.playground.socket_mode import Link
from bot.playground.state import Workspace
from bot.playground.values import App, Refused
from retrieval.ports import Clock

TICK = 0.05
"""Seconds between two looks at what has stood for its time."""
LINE = 256 * 1024
"""Bytes that an address may have: the client sends blocks to be validated in one."""
BODY = 16 * 1024 * 1024
"""Bytes that one request may have."""


@dataclass(slots=True)
class Playground:
    """Workspaces that are served: what holds them, what delivers them, what spoils them."""

    workspace: Workspace
    link: Link
    faults: Faults = field(default_factory=Faults)
    push: Push | None = None
    """Where deliveries go over HTTP instead of sockets."""
    installs: Installs = field(init=False)
    gate: Gate = field(init=False)

    def __post_init__(self) -> None:
        """Open the gate to the workspace."""
        self.installs = Installs(self.workspace)
        self.gate = Gate(self.installs, self.link, self.faults)

    @property
    def deliveries(self) -> Deliveries:
        """What the app is sent, and when."""
        return self.link.deliveries

    def push_to(self, url: str) -> Push:
        """Deliver by signed requests to an address from now on, and no more over sockets."""
        self.push = Push(self.deliveries, url, self.workspace.app.signing_secret)
        self.deliveries.carrier = self.push
        return self.push

    def add_second(self) -> Workspace:
        """Serve a second workspace, in which the app is not installed yet; return it."""
        first = self.workspace
        team, app, people, channels = cast.second(first.team.url, first.app)
        workspace = Workspace(first.clock, team, app, people, channels)
        workspace.installed = False
        self.installs.add(workspace)
        self.deliveries.follow(workspace)
        return workspace

    def tick(self) -> None:
        """Do what is due now."""
        for workspace in self.installs:
            workspace.tick()
        self.deliveries.tick()
        self.gate.waits.tick()

    async def close(self) -> None:
        """Close every connection."""
        await self.link.close()
        if self.push is not None:
            await self.push.close()


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
    add = application.router
    add.add_route("*", "/api/{method}", playground.gate.handle)
    add.add_get("/link", playground.link.serve)
    add.add_get("/link/", playground.link.serve)
    downloads = Downloads(playground.installs, playground.faults)
    for path in ("/files-pri/{file}/{name}", "/files-pri/{file}/download/{name}"):
        add.add_get(path, downloads.handle)
    for path in PATHS:
        add.add_post(f"/{path}/{{team}}/{{key}}", _responding(playground.installs))
    authorization = Authorization(playground.installs)
    add.add_get("/oauth/v2/authorize", authorization.ask)
    add.add_post("/oauth/v2/authorize", authorization.answer)
    application.cleanup_ctx.append(_ticking(playground))
    application.on_shutdown.append(_closing(playground))
    if pages:
        pages(application)
    return application


def _responding(installs: Installs) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def respond(request: web.Request) -> web.Response:
        try:
            workspace = installs.of_team(request.match_info["team"])
        except Refused:
            return web.Response(text="no_team", status=404)
        return await workspace.interactions.responses.handle(request)

    return respond


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


def _closing(playground: Playground) -> Callable[[web.Application], Awaitable[None]]:
    async def closing(_: web.Application) -> None:
        await playground.close()

    return closing


async def _tick(playground: Playground) -> None:
    while True:
        playground.tick()
        await asyncio.sleep(TICK)
