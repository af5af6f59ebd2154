"""The bot at work in its workspaces: what hears there, what answers, and what runs beside them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot.inbound import Inbound, Listener, lanes
from bot.parts import Parts
from bot.settings import BotSettings
from bot.slack.app import Receiver, Taken
from bot.slack.deliver import Deliveries
from bot.slack.limits import Limits, Turnstile
from bot.slack.locales import Locales
from bot.slack.notices import Handler
from bot.slack.regrets import Regrets
from bot.slack.selfcheck import self_check
from bot.slack.waiting import Waiting
from bot.slack.work import Shift, Work, Workers
from retrieval.clock import SystemClock


@dataclass(frozen=True, slots=True)
class Making:
    """How what is particular to a workspace is made of its parts."""

    handler: Callable[[Parts], Handler]
    """What deals with the rows of the inbox."""
    listeners: Callable[[Parts], Mapping[str, Listener]]
    """What answers inside the acknowledgement."""
    may: Callable[[Parts], Callable[[Inbound], Awaitable[bool]]] | None = None
    """What says whether somebody may ask; nobody may be shown anything before it."""
    beside: Sequence[Callable[[Parts], Coroutine[Any, Any, None]]] = ()
    """What runs beside it, for as long as the bot works for the workspace."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """The bot in one workspace."""

    parts: Parts
    receiver: Receiver
    handle: Handler
    deliveries: Deliveries
    waiting: Waiting
    regrets: Regrets

    async def close(self) -> None:
        """Take back what is said of waiting, and let what is being said come to its end."""
        await self.regrets.close()
        await self.waiting.close()


def limits_of(bot: BotSettings) -> Limits:
    """Return the limits of our own that are set."""
    return Limits(bot.questions_a_minute, bot.queue_length, bot.replicas)


class Workspaces:
    """The bot in the workspace, or workspaces, that it works for."""

    def __init__(self, parts: Parts, making: Making) -> None:
        """Take what all workspaces share; none is there yet."""
        bot = parts.bot
        self._making = making
        self._expected = bot.replicas
        self._by_team: dict[str, Workspace] = {}
        self._delivering: dict[str, asyncio.Task[None]] = {}
        self._looking: dict[str, list[asyncio.Task[None]]] = {}
        self._broken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        shift = Shift(bot.workers, bot.lease_seconds, bot.drain_seconds, within=self._within)
        self.workers = Workers(parts.ledger.inbox, self._handle, shift)

    def of(self, team: str) -> Workspace:
        """Return the workspace of a team that is served."""
        return self._by_team[team]

    def share(self, processes: int) -> None:
        """Share Slack's limits among so many processes of the app, or as many as there should be.

        More than these are somebody else's.
        """
        expected = self._expected
        for workspace in self._by_team.values():
            workspace.parts.pace.replicas = max(expected, processes)
        if processes > expected:
            structlog.get_logger().warning(
                "more_connections",
                connections=processes,
                expected=expected,
                said="Another process hears the same app, and gets a share of its events. Give "
                "each environment an app of its own, or raise FOOTNOTE_REPLICAS.",
            )

    def open(self, parts: Parts) -> None:
        """Begin to work for a workspace."""
        parts.pace.replicas = self._expected
        web, team, ledger = parts.web, parts.identity.team, parts.ledger
        may = self._making.may(parts) if self._making.may else None
        locale = Locales(parts.lookup).of
        waiting = Waiting(web, may, ledger.inbox.kept, locale)
        regrets = Regrets(web, locale)
        receiver = Receiver(
            inbox=ledger.inbox,
            postings=ledger.postings,
            facts=parts.identity.facts,
            metrics=parts.metrics,
            put=waiting.put(self.workers),
            cancel=self.workers.cancel,
            halt=self.workers.halt,
            lost=regrets.lost,
            listeners=self._making.listeners(parts),
            policy=parts.policy,
            limits=Turnstile(ledger.inbox, limits_of(parts.bot), SystemClock()),
            locale=locale,
        )
        handle = waiting.before(self._making.handler(parts))
        told = (parts.lookup, parts.policy.maintainers)
        deliveries = Deliveries(ledger.outbox, web, team, *told)
        self._by_team[team] = Workspace(parts, receiver, handle, deliveries, waiting, regrets)
        self._delivering[team] = asyncio.create_task(deliveries.run())
        self._delivering[team].add_done_callback(self._ended)
        looking = self_check(web, parts.policy, ledger.outbox, team)
        beside = [looking, *(one(parts) for one in self._making.beside)]
        self._looking[team] = [asyncio.create_task(one) for one in beside]

    async def leave(self, team: str) -> None:
        """Work for a workspace no more; what is in work there ends as Slack lets it."""
        workspace, delivering = self._by_team.pop(team), self._delivering.pop(team)
        tasks = [delivering, *self._looking.pop(team)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await workspace.close()

    async def close(self) -> None:
        """Leave all workspaces."""
        for team in list(self._by_team):
            await self.leave(team)
        self._broken.cancel()

    @property
    def teams(self) -> tuple[str, ...]:
        """The workspaces that it works for."""
        return tuple(self._by_team)

    async def watch(self) -> None:
        """Raise what ends a delivery of notices, which should go on for ever."""
        await self._broken

    async def take(self, payload: Mapping[str, Any], attempt: str = "") -> Taken:
        """Have a payload dealt with by the receiver of its workspace."""
        (workspace,) = self._by_team.values()
        return await workspace.receiver.take(payload, attempt)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Hand on what a delivery broke at."""
        if not task.cancelled() and (error := task.exception()) and not self._broken.done():
            self._broken.set_exception(error)

    def _within(self) -> tuple[str, ...]:
        """Return what the lanes begin with whose rows may be taken."""
        return tuple(map(lanes, self._by_team))

    async def _handle(self, work: Work) -> str:
        """Have a row dealt with in its workspace."""
        team = str(work.job.payload.get("team") or "")
        workspace = self._by_team.get(team)
        return await workspace.handle(work) if workspace else "of_unknown_workspace"
