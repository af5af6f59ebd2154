"""/healthz, /readyz and /metrics on a port of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web

from bot.hook import BODY_BYTES, Hook, in_json
from bot.metrics import Metrics
from retrieval.errors import FootnoteError

PROBE_SECONDS = 5.0

Probe = Callable[[], Awaitable[str]]
"""Returns what is wrong in a sentence, nothing when all is well; may raise FootnoteError."""


AGAIN_SECONDS = 1.0
"""How long what a look found holds: whoever probes more often is told that."""


class Shared:
    """A probe that looks once for all who ask meanwhile, and goes on when they give up."""

    def __init__(self, probe: Probe) -> None:
        """Take what looks."""
        self._probe = probe
        self._look: asyncio.Task[str] | None = None
        self._ended = 0.0

    async def __call__(self) -> str:
        """Return what the look says that is under way or has just ended, else look."""
        look = self._look
        if look is None or (look.done() and time.monotonic() - self._ended >= AGAIN_SECONDS):
            self._look = look = asyncio.create_task(self._once())
        return await asyncio.shield(look)

    async def _once(self) -> str:
        try:
            return await self._probe()
        except FootnoteError as error:
            return str(error)
        finally:
            self._ended = time.monotonic()


class Health:
    """Answers probes: alive while the process works at all, ready while it can answer."""

    def __init__(
        self,
        metrics: Metrics,
        probes: Mapping[str, Probe],
        refresh: Probe,
        hook: Hook | None = None,
    ) -> None:
        """Take the figures, what readiness depends on, and what brings the figures up to date.

        Without a hook there is no POST /ingest.
        """
        self._metrics = metrics
        self._probes = probes
        self._refresh = refresh
        self._hook = hook
        self.draining = False

    def application(self) -> web.Application:
        """Build the three pages, and the hook."""
        app = web.Application(client_max_size=BODY_BYTES, middlewares=[in_json])
        app.router.add_get("/healthz", self._alive)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._figures)
        if self._hook:
            app.router.add_post("/ingest", self._hook.take)
        return app

    async def problems(self) -> dict[str, str]:
        """Return what keeps the bot from answering, by kind."""
        found = {name: await _ask(probe) for name, probe in self._probes.items()}
        if self.draining:
            found["stopping"] = "The bot is stopping."
        return {name: said for name, said in found.items() if said}

    async def _alive(self, _: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _ready(self, _: web.Request) -> web.Response:
        problems = await self.problems()
        body = {"ready": not problems, "problems": problems}
        return web.json_response(body, status=503 if problems else 200)

    async def _figures(self, _: web.Request) -> web.Response:
        await _ask(self._refresh)
        return web.Response(
            body=self._metrics.page(), headers={"Content-Type": self._metrics.content_type}
        )


async def _ask(probe: Probe) -> str:
    """Ask a probe, within its time."""
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            return await probe()
    except TimeoutError:
        return f"No answer within {PROBE_SECONDS:.0f} seconds."
    except FootnoteError as error:
        return str(error)


@asynccontextmanager
async def serving(health: Health, host: str, port: int) -> AsyncIterator[int]:
    """Serve the pages; yields the port. Raises FootnoteError where it cannot be had."""
    runner = web.AppRunner(health.application(), access_log=None, auto_decompress=False)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise FootnoteError(
                f"The health port {host}:{port} cannot be used ({error.strerror}). "
                "Set FOOTNOTE_HEALTH_PORT to another one, or to 0 for any."
            ) from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
