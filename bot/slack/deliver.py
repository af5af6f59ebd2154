"""The outbox -> Slack: delivers each message that a process without Slack left there, once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

import structlog

from bot.slack import phrases
from bot.slack.access import NOWHERE
from bot.slack.facts import Lookup
from bot.slack.paging import paged
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply import Notice, Target, deliver, offer, whisper
from bot.slack.web import Web
from retrieval.errors import LedgerError
from retrieval.ports import Button, Job, Outbox

POLL_SECONDS = 2.0
LEASE_SECONDS = 60.0
ATTEMPTS = 6
LOOK_BACK = 200
"""Messages in a page of those since a notice was written."""
READ_BY_OTHERS = "read_by_others"
"""Why something is not said that is for full members alone."""
SKEW_SECONDS = 600.0
"""How far our clock and Slack's may be apart."""


class Deliveries:
    """Delivers what is due in a workspace, until stopped."""

    def __init__(
        self,
        outbox: Outbox,
        web: Web,
        team: str = "",
        lookup: Lookup | None = None,
        maintainers: Sequence[str] = (),
    ) -> None:
        """Take the outbox, and what says who reads a place and who is told if others do."""
        self._outbox = outbox
        self._lookup = lookup
        self._maintainers = maintainers
        self._web = web
        self._team = team
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look now: something was written."""
        self._woken.set()

    async def run(self) -> None:
        """Deliver for as long as the task lives."""
        while True:
            self._woken.clear()
            try:
                for job in await self._outbox.due(seconds=LEASE_SECONDS, team=self._team):
                    await self._deliver(job)
            except LedgerError as error:
                structlog.get_logger().warning("outbox_unreadable", reason=str(error))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)

    async def _deliver(self, job: Job) -> None:
        """Deliver one message; where an earlier attempt may have, look for it first."""
        to = str(job.payload["to"])
        log = structlog.get_logger().bind(notice=job.id, to=to)
        try:
            if job.payload.get("within") and not await self._within(to):
                await self._read_by_others(job, to)
                return
            where = await self._said(job, to, notice_of(job))
        except SlackRefused as refused:
            again = refused.error not in NOWHERE and job.attempts < ATTEMPTS
            await self._outbox.failed(job, refused.error, again=again)
            log.warning("notice_not_delivered", error=refused.error, again=again)
            return
        await self._outbox.sent(job, where)
        log.info("notice_delivered")

    async def _within(self, to: str) -> bool:
        """Whether only full members read a place now. Raises SlackRefused."""
        if self._lookup is None:
            return False
        channel = to.partition(" ")[0]
        self._lookup.forget(channel)
        return await self._lookup.within(channel)

    async def _read_by_others(self, job: Job, to: str) -> None:
        """Hold back what others would read; tell the maintainers once for each place."""
        await self._outbox.failed(job, READ_BY_OTHERS, again=False)
        structlog.get_logger().warning("notice_not_delivered", notice=job.id, error=READ_BY_OTHERS)
        for person in self._maintainers:
            text = phrases.read_by_others(to)
            key = f"{READ_BY_OTHERS}:{self._team}:{to}:{person}"
            await self._outbox.notify(person, text, key=key, team=self._team, about=to)

    async def _said(self, job: Job, to: str, notice: Notice) -> str:
        """Say it, unless it stands there; return its channel and ts, of a private word neither.

        "C1 U1" or "C1 U1 1.0" is one person in a channel or thread: nobody can look whether they
        were told already.
        """
        channel, _, person = to.partition(" ")
        if person:
            user, _, thread = person.partition(" ")
            target, rows = Target(self._team, channel, thread, user), notice.rows()
            await (offer if rows else whisper)(self._web, target, notice.text, *rows)
            return ""
        found = await self._standing(job, to, notice) if job.attempts > 1 else None
        return ":".join(found or await deliver(self._web, to, notice))

    async def _standing(self, job: Job, to: str, notice: Notice) -> tuple[str, str] | None:
        """Return where a notice stands already; None where it does not."""
        channel = to
        if to.startswith(("U", "W")):
            opened = await self._web.call("conversations.open", users=to)
            channel = string(mapping(opened, "channel"), "id")
        since = f"{job.received.timestamp() - SKEW_SECONDS:.6f}"
        asked: dict[str, Any] = {"channel": channel, "oldest": since, "limit": LOOK_BACK}
        asked["include_all_metadata"] = True
        method = "conversations.history"
        if notice.thread:
            method, asked["ts"] = "conversations.replies", notice.thread
        async for message in paged(self._web, method, "messages", **asked):
            payload = mapping(mapping(message, "metadata"), "event_payload")
            if string(payload, "key") == notice.key:
                return channel, string(message, "ts")
        return None


def notice_of(job: Job) -> Notice:
    """Return what a row of the outbox says."""
    payload = job.payload
    return Notice(
        str(payload["text"]),
        f"outbox:{job.id}",
        links=payload.get("links") or (),
        about=str(payload.get("about") or ""),
        buttons=[Button(**one) for one in payload.get("buttons") or ()],
        thread=str(payload.get("thread") or ""),
    )
