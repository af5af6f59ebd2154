"""Tells whoever asked or pressed that it could not be kept, and will not be delivered again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.locales import Locale, english
from bot.slack.notices import target
from bot.slack.refused import SlackRefused
from bot.slack.reply import Pace, Posted, Reply
from bot.slack.reply.privately import tell
from bot.slack.web import Web

LAST_DELIVERY = "3"
"""Slack delivers an event once and then three times more, over some six minutes."""
KEPT = 1_000
"""Messages remembered, so that the second event of a mention is not told of again."""


class Regrets:
    """Says once for each question or press of a button that it is lost."""

    def __init__(self, web: Web, locale: Locale = english) -> None:
        self._web = web
        self._locale = locale
        self._pace = Pace()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def lost(self, found: Inbound, attempt: str) -> None:
        """Say so if Slack will not deliver it again; both events of a question count once.

        A press of a button and a shortcut are delivered only once.
        """
        if found.source in {"button", "shortcut"}:
            self._begin(found.key, self._press(found))
        elif attempt == LAST_DELIVERY and found.kind == "question":
            self._begin(found.message_key, self._say(found))

    def _begin(self, key: str, saying: Coroutine[None, None, None]) -> None:
        """Say something, unless it was said."""
        if key in self._tasks:
            saying.close()
            return
        self._tasks[key] = asyncio.create_task(saying)
        for old in list(self._tasks)[:-KEPT]:
            del self._tasks[old]

    async def close(self) -> None:
        """Wait for what is being said."""
        await asyncio.gather(*self._tasks.values())

    async def _press(self, found: Inbound) -> None:
        """Tell whoever pressed, and nobody else."""
        opinion = found.kind == "feedback"
        with phrases.speaking(await self._locale(found.user)):
            text = phrases.press_again() if opinion else phrases.ledger_locked()
        told = await tell(self._web, replace(found, thread_ts=found.root), text)
        structlog.get_logger().warning(
            "press_lost" if told else "press_lost_untold", message=found.message_key
        )

    async def _say(self, found: Inbound) -> None:
        """Tell whoever asked, in place."""
        reply = Reply(self._web, target(found), self._pace, on_posted=_nothing)
        log = structlog.get_logger().bind(message=found.message_key)
        try:
            with phrases.speaking(await self._locale(found.user)):
                await reply.say(phrases.ledger_locked())
            log.error("question_lost")
        except SlackRefused as refused:
            log.warning("question_lost_untold", error=refused.error)
        finally:
            await reply.close()


async def _nothing(_posted: Posted) -> None:
    """There is no ledger to note it in."""
