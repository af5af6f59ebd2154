"""A proxy before an Elasticsearch at which something happens just before or after a request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

PASSED_ON = ("Accept", "Content-Type", "Authorization")


@dataclass
class Gate:
    """Requests pass it; `seen` are their methods and paths."""

    target: str
    url: str = ""
    seen: list[str] = field(default_factory=list)
    _ending: str = ""
    _left: int = 0
    _do: Callable[[], None] = lambda: None
    _after: bool = False

    def at(self, ending: str, number: int, do: Callable[[], None], *, after: bool) -> None:
        """Do something at the next but so many requests of a path; its answer never arrives.

        Args:
            ending: What the path ends with.
            number: 1 for the next such request.
            do: What happens.
            after: Whether the server still gets the request and has dealt with it.
        """
        self._ending, self._left, self._do, self._after = ending, number, do, after

    async def pass_on(self, request: web.Request) -> web.StreamResponse:
        """Hand a request to the server, and its answer back."""
        self.seen.append(f"{request.method} {request.path}")
        due = bool(self._ending) and request.path.endswith(self._ending)
        self._left -= due
        due = due and self._left == 0
        if due and not self._after:
            return self._happens(request)
        try:
            answer = await self._forwarded(request)
        except aiohttp.ClientError:
            return self._cut(request)
        return self._happens(request) if due else answer

    async def _forwarded(self, request: web.Request) -> web.Response:
        headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
        url = f"{self.target}{request.raw_path}"
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                request.method, url, data=await request.read(), headers=headers
            ) as answer,
        ):
            body = await answer.read()
        kept = ("Content-Type", "X-Elastic-Product")
        said = {name: answer.headers[name] for name in kept if name in answer.headers}
        return web.Response(body=body, status=answer.status, headers=said)

    def _happens(self, request: web.Request) -> web.StreamResponse:
        self._ending = ""
        self._do()
        return self._cut(request)

    def _cut(self, request: web.Request) -> web.StreamResponse:
        """Break the connection off."""
        if request.transport is not None:
            request.transport.close()
        return web.Response(status=503)


@asynccontextmanager
async def gate(target: str) -> AsyncIterator[Gate]:
    """Open a gate before the server at an address."""
    opened = Gate(target.partition(",")[0].rstrip("/"))
    app = web.Application(client_max_size=2**26)
    app.router.add_route("*", "/{rest:.*}", opened.pass_on)
    runner = web.AppRunner(app, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    opened.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield opened
    finally:
        await runner.cleanup()
