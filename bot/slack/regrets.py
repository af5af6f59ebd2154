"""Questions that could not be kept by Slack's last delivery: who asked is told in place."""

from __future__ import annotations

import asyncio

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.notices import target
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply
from bot.slack.web import Web

LAST_DELIVERY = "3"
"""Slack delivers an event once and then three times more, over some six minutes."""
KEPT = 1_000
"""Messages remembered, so that the second event of a mention is not told of again."""


class Regrets:
    """Says once for each message that its question is lost."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._pace = Pace()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def lost(self, found: Inbound, attempt: str) -> None:
        """Say so if Slack will not deliver the question again; both of its events count once."""
        known = found.message_key in self._tasks
        if attempt == LAST_DELIVERY and found.kind == "question" and not known:
            self._tasks[found.message_key] = asyncio.create_task(self._say(found))
            for key in list(self._tasks)[:-KEPT]:
                del self._tasks[key]

    async def close(self) -> None:
        """Wait for what is being said."""
        await asyncio.gather(*self._tasks.values())

    async def _say(self, found: Inbound) -> None:
        reply = Reply(self._web, target(found), self._pace, on_posted=_nothing)
        log = structlog.get_logger().bind(message=found.message_key)
        try:
            await reply.say(phrases.ledger_locked())
            log.error("question_lost")
        except SlackRefused as refused:
            log.warning("question_lost_untold", error=refused.error)
        finally:
            await reply.close()


async def _nothing(_posted: Posted) -> None:
    """There is no ledger to note it in."""
