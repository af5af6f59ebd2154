"""Connects, works and answers probes until the bot is told to stop; then drains."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from datetime import timedelta
from typing import Protocol

import structlog
from aiohttp import web

from bot.health import Health, serving
from bot.holding import look_at_configuration
from bot.hook import Hook
from bot.oversight import looking_after
from bot.parts import Parts
from bot.recalling import recalling
from bot.settings import BotSettings, secret
from bot.slack.bolt import Taking, build
from bot.slack.http import Door, Listener
from bot.slack.socket import Socket, socket_address
from bot.workspaces import Workspaces
from retrieval.clock import SystemClock
from retrieval.errors import LedgerError
from retrieval.ports import Inbox

KEPT = timedelta(days=7)
"""How long a finished row is kept; Slack delivers again for some six minutes."""
TIDY_SECONDS = 3_600.0


class Transport(Protocol):
    """How Slack is heard."""

    async def connect(self) -> None:
        """Begin to hear. Raises FootnoteError."""

    async def disconnect(self) -> None:
        """Hear no more: what Slack has goes to another process, or comes again."""

    async def close(self) -> None:
        """Close everything."""

    async def alive(self) -> bool:
        """Whether Slack can be heard."""

    async def watch(self) -> None:
        """Look after the connection for ever. Raises FootnoteError when it is beyond help."""


async def over_socket(parts: Parts, workspaces: Workspaces) -> Transport:
    """Hear over Socket Mode. Raises SlackRefused for a token that Slack does not take."""
    token = secret(parts.bot.app_token)
    await socket_address(parts.web, token)
    app = build(workspaces, parts.identity, parts.web)
    return Socket(app, parts.web, token, workspaces.share, parts.metrics)


def over_http(
    bot: BotSettings, taking: Taking, routes: Iterable[web.AbstractRouteDef] = ()
) -> Transport:
    """Hear over HTTP; further addresses are answered there, too."""
    door = Door(secret(bot.signing_secret), taking.take)
    return Listener(door, bot.http_host, bot.http_port, routes)


async def serve(
    parts: Parts,
    workspaces: Workspaces,
    transport: Transport,
    health_of: Callable[[Hook | None], Health],
    stop: asyncio.Event,
) -> None:
    """Connect, work and answer probes until `stop`; then drain."""
    bot, ledger = parts.bot, parts.ledger
    async with AsyncExitStack() as stack:
        stack.push_async_callback(transport.close)
        stack.push_async_callback(workspaces.close)
        after = looking_after(parts.settings, bot, ledger, parts.policy.collections)
        health = health_of(await stack.enter_async_context(after))
        await stack.enter_async_context(recalling(parts))
        await look_at_configuration(parts)
        served = serving(health, bot.health_host, bot.health_port)
        port = await stack.enter_async_context(served)
        structlog.get_logger().info("serving_health", port=port)
        await transport.connect()
        stack.enter_context(settled())
        tidying = asyncio.create_task(_tidy(ledger.inbox))
        stack.callback(tidying.cancel)
        await _until(stop, transport, workspaces, health)


@contextmanager
def settled() -> Iterator[None]:
    """Let the garbage collector leave alone what is there: modules, tables and clients that stay.

    Going through all of it stops everything for a tenth of a second, now and then.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


async def _tidy(inbox: Inbox) -> None:
    """Forget, from time to time, what was asked and dealt with."""
    while True:
        try:
            gone = await inbox.purge(SystemClock().now() - KEPT)
            structlog.get_logger().info("forgotten", rows=gone)
        except LedgerError as error:
            structlog.get_logger().warning("not_forgotten", reason=str(error))
        await asyncio.sleep(TIDY_SECONDS)


async def _until(
    stop: asyncio.Event, transport: Transport, workspaces: Workspaces, health: Health
) -> None:
    """Work until told to stop, or until something ends that should not; then drain."""
    tasks = [
        asyncio.create_task(work)
        for work in (workspaces.workers.run(), workspaces.watch(), transport.watch(), stop.wait())
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        health.draining = True
        await _stop(transport, workspaces, tasks)
    for task in done:
        task.result()


async def _stop(
    transport: Transport, workspaces: Workspaces, tasks: Sequence[asyncio.Task[object]]
) -> None:
    """Hear no more, finish what is in work within its time, and let go."""
    structlog.get_logger().info("stopping")
    await transport.disconnect()
    await workspaces.workers.drain()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    structlog.get_logger().info("stopped")
