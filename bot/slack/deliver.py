"""The outbox -> Slack: messages that somebody without Slack wrote are delivered, each once."""

from __future__ import annotations

import asyncio
import contextlib

import structlog

from bot.slack.access import NOWHERE
from bot.slack.payload import mapping, string
from bot.slack.refused import SlackRefused
from bot.slack.reply import Target, deliver, whisper
from bot.slack.web import Web
from retrieval.errors import LedgerError
from retrieval.ports import Job, Outbox

POLL_SECONDS = 2.0
LEASE_SECONDS = 60.0
ATTEMPTS = 6
LOOK_BACK = 50


class Deliveries:
    """Delivers what is due in a workspace, until stopped."""

    def __init__(self, outbox: Outbox, web: Web, team: str = "") -> None:
        self._outbox = outbox
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
        to, text, key = str(job.payload["to"]), str(job.payload["text"]), f"outbox:{job.id}"
        log = structlog.get_logger().bind(notice=job.id, to=to)
        try:
            ts = await self._said(job, to, text, key)
        except SlackRefused as refused:
            again = refused.error not in NOWHERE and job.attempts < ATTEMPTS
            await self._outbox.failed(job, refused.error, again=again)
            log.warning("notice_not_delivered", error=refused.error, again=again)
            return
        await self._outbox.sent(job, ts)
        log.info("notice_delivered")

    async def _said(self, job: Job, to: str, text: str, key: str) -> str:
        """Say it, unless it stands there; return its ts, of a private word none.

        "C1 U1" or "C1 U1 1.0" is one person in a channel or thread: nobody can look whether they
        were told already.
        """
        channel, _, person = to.partition(" ")
        if person:
            user, _, thread = person.partition(" ")
            await whisper(self._web, Target(self._team, channel, thread, user), text)
            return ""
        ts = await self._standing(to, key) if job.attempts > 1 else ""
        links, about = job.payload.get("links") or (), str(job.payload.get("about") or "")
        return ts or await deliver(self._web, to, text, key=key, links=links, about=about)

    async def _standing(self, to: str, key: str) -> str:
        """Return the ts of a notice that stands in its channel already, else nothing."""
        channel = to
        if to.startswith(("U", "W")):
            opened = await self._web.call("conversations.open", users=to)
            channel = string(mapping(opened, "channel"), "id")
        reply = await self._web.call(
            "conversations.history", channel=channel, limit=LOOK_BACK, include_all_metadata=True
        )
        for message in reply.get("messages") or ():
            payload = mapping(mapping(message, "metadata"), "event_payload")
            if string(payload, "key") == key:
                return string(message, "ts")
        return ""
