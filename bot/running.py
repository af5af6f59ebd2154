"""Puts the bot together and runs it until it is told to stop: what `python -m bot` does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import structlog

from bot.admitting import (
    access_of,
    admission_of,
    counts,
    may,
    reading_of,
    silence_of,
    threads_of,
)
from bot.age import changed as _changed
from bot.answers import acts_of, right_pages_of, windows_of
from bot.casework import casework_of, meanwhile_of
from bot.health import Health, Probe, Shared
from bot.hook import Hook
from bot.inbound import Listener, lanes
from bot.metrics import Metrics
from bot.oauth.installer import Installer, opened
from bot.oauth.pages import Client, Pages
from bot.oauth.vault import Vault
from bot.oversight import figures
from bot.parts import Parts
from bot.recalling import showing_recalls
from bot.reminding import count_handed
from bot.serving import Transport, over_http, over_socket, serve
from bot.settings import BotSettings, secret
from bot.slack.app import Identity, identify
from bot.slack.converse import Converse
from bot.slack.correction import Corrections
from bot.slack.desk import Desk
from bot.slack.limits import telling
from bot.slack.locales import Locales
from bot.slack.notices import Handler, dispatch
from bot.slack.opinions import Opinions
from bot.slack.private import Private
from bot.slack.switching import Switching
from bot.slack.unasked import Unasked
from bot.slack.web import open_web
from bot.supporting import reminding_of, rules_of
from bot.surfaces import around, listeners_of, locating, reception_of, rows_of
from bot.workspaces import Making, Workspaces, limits_of
from retrieval import policy, wiring, wiring_indexed
from retrieval.clock import SystemClock
from retrieval.errors import IndexMissing
from retrieval.values import Scope

if TYPE_CHECKING:
    from retrieval.settings import Settings


async def run(
    settings: Settings, bot: BotSettings, stop: asyncio.Event, *, http: bool = False
) -> None:
    """Run until `stop` is set, over Socket Mode or HTTP.

    Raises:
        FootnoteError: something keeps it from running.
    """
    async with _opened(settings, bot) as parts:
        workspaces = Workspaces(
            parts, Making(_handler, _listeners, may, (reminding_of, showing_recalls))
        )
        async with _transport(parts, workspaces, http=http) as transport:
            health = partial(_health, parts, workspaces, transport)
            await serve(parts, workspaces, transport, health, stop)


@asynccontextmanager
async def _transport(
    parts: Parts, workspaces: Workspaces, *, http: bool
) -> AsyncIterator[Transport]:
    """Open each workspace, and yield how Slack is heard there."""
    bot = parts.bot
    if bot.client_id:
        books, vault = parts.ledger.installations, Vault(bot.keys)
        client = Client(bot.client_id, secret(bot.client_secret), bot.oauth_url, bot.api_url)
        async with opened(Installer(books, vault, workspaces, parts, bot.teams)) as installer:
            yield over_http(bot, installer, Pages(installer, client).routes())
    else:
        workspaces.open(parts)
        try:
            transport = over_http(bot, workspaces) if http else await over_socket(parts, workspaces)
        except BaseException:
            await workspaces.close()  # What runs beside it outlives no ledger.
            raise
        yield transport


@asynccontextmanager
async def _opened(settings: Settings, bot: BotSettings) -> AsyncIterator[Parts]:
    """Open the index, the ledger and Slack, in the order in which they can be wrong."""
    metrics = Metrics()
    async with AsyncExitStack() as stack:
        rules = policy.load(bot.policy) if bot.policy else policy.default(("docs",))
        if not bot.policy:
            structlog.get_logger().warning("no_policy", open_to_the_workspace="docs")
        token = "" if bot.client_id else secret(bot.bot_token)
        opening = open_web(token, base_url=bot.api_url, on_error=metrics.slack_error)
        web = await stack.enter_async_context(opening)
        identity = await identify(web) if token else Identity("", "", "")
        ledger = await stack.enter_async_context(wiring.open_ledger(settings))
        answering = wiring.open_answerer(settings, again=bot.asked_before)
        footnote = await stack.enter_async_context(answering)
        yield Parts(settings, bot, metrics, footnote, ledger, web, identity, rules)


def _handler(parts: Parts) -> Handler:
    """Return what deals with the rows of the inbox, by their kind."""
    ledger, web = parts.ledger, parts.web
    access = access_of(parts)
    reading = reading_of(parts, access)
    reception = reception_of(parts, access, partial(_changed, parts.settings))
    desk = Desk(
        web=web,
        pace=parts.pace,
        access=access,
        threads=threads_of(parts, reading),
        postings=ledger.postings,
        notifier=ledger.outbox,
        answerer=parts.footnote.answerer,
        metrics=parts.metrics,
        corrections=Corrections(ledger.postings, ledger, ledger.rewrites),
        seconds=parts.bot.question_seconds,
        outage_seconds=parts.bot.outage_seconds,
    )
    switching = Switching(web, ledger.places, ledger.outbox, parts.policy)
    thoughts = Opinions(web, ledger.postings, ledger.feedback, SystemClock(), counts(parts))
    opinions = switching.after(thoughts)
    rules = rules_of(parts)
    public = Unasked(desk, Converse(desk), ledger.places)
    asking = rules.after_questions(around(reception, Private(desk), public))
    handler = dispatch(
        {
            "question": meanwhile_of(parts, desk.threads).after_questions(asking),
            "feedback": rules.after_opinions(opinions),
            "withdraw": opinions,
            "switch": switching,
            **acts_of(parts),
            "limited": telling(web, limits_of(parts.bot)),
            "why": silence_of(parts),
            "diagnose": right_pages_of(parts, access),
            **rows_of(reception),
            **casework_of(parts, desk.threads),
        }
    )
    admitted = admission_of(parts, access, desk.threads, reading).before(handler)
    return Locales(parts.lookup).before(admitted)


def _listeners(parts: Parts) -> Mapping[str, Listener]:
    """Return what answers inside the acknowledgement, by name."""
    changed = partial(_changed, parts.settings)
    access = access_of(parts)
    reception, within = reception_of(parts, access, changed), Locales(parts.lookup).within
    finds = locating(parts.settings)
    listeners = {**listeners_of(reception, finds), **windows_of(parts, access)}
    return {name: within(listener) for name, listener in listeners.items()}


def _health(
    parts: Parts, workspaces: Workspaces, transport: Transport, hook: Hook | None
) -> Health:
    """Say what readiness depends on, and how the figures are brought up to date."""

    async def connected() -> str:
        return "" if await transport.alive() else "The connection to Slack is not up."

    async def ledger() -> str:
        await parts.ledger.writable()
        return ""

    async def index() -> str:
        names = await parts.footnote.store.collections()
        wanted = [name for name in parts.policy.collections if name in names]
        if not wanted:
            nothing = "Nothing is indexed yet. Run `python -m scripts.ingest PATH`."
            raise IndexMissing(await wiring_indexed.unsearchable(parts.settings) or nothing)
        census = await parts.footnote.store.within(Scope(tuple(wanted))).census()
        return "" if census.documents else "The index is empty."

    async def refresh() -> str:
        own = tuple(map(lanes, workspaces.teams)) or ("nobody",)
        parts.metrics.backlog(await parts.ledger.inbox.backlog(within=own))
        parts.metrics.connected.set(1 if await transport.alive() else 0)
        parts.metrics.tasks.set(len(asyncio.all_tasks()))
        ledger = parts.ledger
        await figures(parts.metrics, ledger.alarms, ledger.watchers, SystemClock())
        await count_handed(parts.metrics, ledger.escalations, SystemClock())
        changed = await _changed(parts.settings)
        if changed is not None:
            parts.metrics.index_age.set(max(0.0, time.time() - changed))
        return ""

    probes: dict[str, Probe] = {"socket": connected, "ledger": Shared(ledger), "index": index}
    return Health(parts.metrics, probes, refresh, hook)
