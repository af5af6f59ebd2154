"""Puts the bot together and runs it until it is told to stop: what `python -m bot` does."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol

import structlog

from bot.age import last_changed, last_changed_in
from bot.health import Health, serving
from bot.hook import Hook
from bot.inbound import lanes
from bot.metrics import Metrics
from bot.oversight import figures, looking_after
from bot.settings import BotSettings
from bot.slack.access import Access
from bot.slack.app import Ears, Identity, build, identify
from bot.slack.converse import Converse
from bot.slack.deliver import Deliveries
from bot.slack.desk import Desk
from bot.slack.facts import Lookup
from bot.slack.notices import Handler, Notices, dispatch
from bot.slack.opinions import Opinions
from bot.slack.regrets import Regrets
from bot.slack.reply import Pace
from bot.slack.socket import Socket, socket_address
from bot.slack.thread import Threads
from bot.slack.waiting import Waiting
from bot.slack.web import SlackWeb, open_web
from bot.slack.work import Shift, Workers
from retrieval import policy, wiring, wiring_upkeep
from retrieval.clock import SystemClock
from retrieval.errors import IndexMissing, LedgerError
from retrieval.footnote import Footnote
from retrieval.ports import Feedback, Inbox, Outbox, Postings, Queue, Traces
from retrieval.values import Scope
from retrieval.wiring_upkeep import IndexBooks

if TYPE_CHECKING:
    from retrieval.settings import Settings


KEPT = timedelta(days=7)
"""How long a finished row is kept; Slack delivers again for some six minutes."""
TIDY_SECONDS = 3_600.0


class Box(Inbox, Queue, Protocol):
    """The inbox, for those who fill it and those who work on it."""


class Books(Traces, IndexBooks, Protocol):
    """The ledger as the bot uses it."""

    @property
    def inbox(self) -> Box:
        """What was heard."""

    @property
    def outbox(self) -> Outbox:
        """What is to be said without having been asked."""

    @property
    def postings(self) -> Postings:
        """Which message is which answer."""

    @property
    def feedback(self) -> Feedback:
        """What people think of answers."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything that the bot is made of, open."""

    settings: Settings
    bot: BotSettings
    metrics: Metrics
    footnote: Footnote
    ledger: Books
    web: SlackWeb
    identity: Identity
    policy: policy.Policy


async def run(settings: Settings, bot: BotSettings, stop: asyncio.Event) -> None:
    """Run until `stop` is set. Raises FootnoteError for what keeps it from running."""
    async with _opened(settings, bot) as parts:
        url = await socket_address(parts.web, bot.app_token.get_secret_value())
        await _serve(parts, url, stop)


def stop_signal() -> asyncio.Event:
    """Return an event that the first SIGTERM or SIGINT sets; a second one ends the process."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        stop.set()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told)
    return stop


@asynccontextmanager
async def _opened(settings: Settings, bot: BotSettings) -> AsyncIterator[Parts]:
    """Open the index, the ledger and Slack, in the order in which they can be wrong."""
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        rules = policy.load(bot.policy) if bot.policy else policy.default(("docs",))
        if not bot.policy:
            structlog.get_logger().warning("no_policy", open_to_the_workspace="docs")
        opening = open_web(
            bot.bot_token.get_secret_value(), base_url=bot.api_url, on_error=metrics.slack_error
        )
        web = await stack.enter_async_context(opening)
        identity = await identify(web)
        ledger = await stack.enter_async_context(wiring.open_ledger(settings))
        footnote = await stack.enter_async_context(wiring.open_answerer(settings))
        yield Parts(settings, bot, metrics, footnote, ledger, web, identity, rules)


async def _serve(parts: Parts, url: str, stop: asyncio.Event) -> None:
    """Connect, work and answer probes until `stop`; then drain."""
    bot, ledger = parts.bot, parts.ledger
    waiting = Waiting(parts.web)
    own = lanes(parts.identity.team)
    shift = Shift(bot.workers, bot.lease_seconds, bot.drain_seconds, within=(own,))
    workers = Workers(ledger.inbox, waiting.before(_handler(parts)), shift)
    regrets = Regrets(parts.web)
    deliveries = Deliveries(ledger.outbox, parts.web, parts.identity.team)
    ears = Ears(
        inbox=ledger.inbox,
        postings=ledger.postings,
        facts=parts.identity.facts,
        metrics=parts.metrics,
        put=waiting.put(workers),
        cancel=workers.cancel,
        lost=regrets.lost,
    )
    app = build(ears, parts.identity, parts.web)
    async with AsyncExitStack() as stack:
        socket = Socket(app, bot.app_token.get_secret_value(), parts.metrics)
        stack.push_async_callback(socket.close)
        stack.push_async_callback(waiting.close)
        stack.push_async_callback(regrets.close)
        after = looking_after(parts.settings, bot, ledger, parts.policy.collections)
        health = _health(parts, socket, await stack.enter_async_context(after))
        served = serving(health, bot.health_host, bot.health_port)
        port = await stack.enter_async_context(served)
        structlog.get_logger().info("serving_health", port=port)
        await socket.connect(url)
        tidying = asyncio.create_task(_tidy(parts.ledger.inbox))
        stack.callback(tidying.cancel)
        await _until(stop, socket, workers, deliveries, health)


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
    stop: asyncio.Event, socket: Socket, workers: Workers, deliveries: Deliveries, health: Health
) -> None:
    """Work until told to stop, or until something ends that should not; then drain."""
    tasks = [
        asyncio.create_task(work)
        for work in (workers.run(), deliveries.run(), socket.watch(), stop.wait())
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        health.draining = True
        await _stop(socket, workers, tasks)
    for task in done:
        task.result()


async def _stop(socket: Socket, workers: Workers, tasks: Sequence[asyncio.Task[object]]) -> None:
    """Hear no more, finish what is in work within its time, and let go."""
    structlog.get_logger().info("stopping")
    await socket.disconnect()
    await workers.drain()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    structlog.get_logger().info("stopped")


def _handler(parts: Parts) -> Handler:
    """Return what deals with the rows of the inbox, by their kind."""
    ledger, web = parts.ledger, parts.web
    lookup = Lookup(web, parts.identity.team, parts.identity.user)
    desk = Desk(
        web=web,
        pace=Pace(),
        access=Access(lookup, parts.footnote.store, parts.policy),
        threads=Threads(web, ledger.postings, ledger, parts.identity.facts),
        postings=ledger.postings,
        notifier=ledger.outbox,
        answerer=parts.footnote.answerer,
        metrics=parts.metrics,
        seconds=parts.bot.question_seconds,
        outage_seconds=parts.bot.outage_seconds,
    )
    opinions = Opinions(web, ledger.postings, ledger.feedback, SystemClock())
    notices = Notices(web, ledger.postings, ledger.outbox)
    return dispatch(
        {
            "question": Converse(desk),
            "feedback": opinions,
            "withdraw": opinions,
            "joined": notices.joined,
            "edited": notices.edited,
        }
    )


def _health(parts: Parts, socket: Socket, hook: Hook | None) -> Health:
    """Say what readiness depends on, and how the figures are brought up to date."""

    async def connected() -> str:
        return "" if await socket.alive() else "The socket to Slack is not up."

    async def ledger() -> str:
        await parts.ledger.inbox.backlog()
        return ""

    async def index() -> str:
        names = await parts.footnote.store.collections()
        wanted = [name for name in parts.policy.collections if name in names]
        if not wanted:
            raise IndexMissing("Nothing is indexed yet. Run python -m scripts.ingest PATH.")
        census = await parts.footnote.store.within(Scope(tuple(wanted))).census()
        return "" if census.documents else "The index is empty."

    async def refresh() -> str:
        own = lanes(parts.identity.team)
        parts.metrics.backlog(await parts.ledger.inbox.backlog(within=(own,)))
        parts.metrics.connected.set(1 if await socket.alive() else 0)
        parts.metrics.tasks.set(len(asyncio.all_tasks()))
        ledger = parts.ledger
        await figures(parts.metrics, ledger.alarms, ledger.watchers, SystemClock())
        changed = await _changed(parts.settings)
        if changed is not None:
            parts.metrics.index_age.set(max(0.0, time.time() - changed))
        return ""

    probes = {"socket": connected, "ledger": ledger, "index": index}
    return Health(parts.metrics, probes, refresh, hook)


async def _changed(settings: Settings) -> float | None:
    """Return when the index last changed, None where that is not known. Raises StoreError."""
    if settings.has_elasticsearch:
        return await last_changed_in(wiring_upkeep.shelf(settings))
    with contextlib.suppress(OSError):
        return last_changed(settings.index_folder)
    return None
