"""The agent's session of a thread: while it works, Slack shows a stop button of its own.

Only an app that is an agent has sessions, which shows when the first one is begun.
"""

from __future__ import annotations

import asyncio

from bot.slack.refused import NO_ANSWER, NO_CONNECTION, RATE_LIMITED, SlackRefused
from bot.slack.reply.gone import GONE
from bot.slack.reply.pace import Pace
from bot.slack.reply.places import Target
from bot.slack.web import Web
from retrieval.errors import FootnoteError

LONGEST_CALL = 5.0
"""Seconds that a change may take."""
OF_THE_MOMENT = GONE | {
    NO_ANSWER,
    NO_CONNECTION,
    RATE_LIMITED,
    "channel_not_found",
    "fatal_error",
    "internal_error",
    "invalid_thread_ts",
    "is_archived",
    "not_in_channel",
    "service_unavailable",
}
"""Refusals that say nothing of the app; after any other one no session is begun any more."""


class Session:
    """What Slack is told of the work in one thread. Its failures are ignored."""

    def __init__(self, web: Web, target: Target, pace: Pace) -> None:
        self._web = web
        self._target = target
        self._pace = pace
        self._begun = False

    async def begin(self) -> None:
        """Say that work has begun, once; not beyond what Slack lets an app say within a minute."""
        if self._begun or not self._pace.sessions or not self._pace.begun.take():
            return
        self._begun = True  # Also where the reply is lost: it is ended all the same.
        try:
            await self._set("processing")
        except SlackRefused as refused:
            if refused.error not in OF_THE_MOMENT:
                self._pace.sessions = False
                self._begun = False

    async def end(self) -> None:
        """Say that it has ended, where it had begun: Slack does not see that by itself."""
        if self._begun:
            self._begun = False
            try:
                await self._set("active")
            except FootnoteError:
                return

    async def _set(self, status: str) -> None:
        call = self._web.call(
            "agents.sessions.setStatus",
            channel_id=self._target.channel,
            thread_ts=self._target.thread_ts,
            status=status,
        )
        try:
            await asyncio.wait_for(call, LONGEST_CALL)
        except TimeoutError:
            return
