"""A question that nobody addressed to the bot -> an answer where it covers it, else silence.

Everything is decided before anything is said or shown: no status, no placeholder, no reaction.
What was left alone is closed with its reason, which whoever wonders can ask for.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack.admission import QUIET
from bot.slack.converse import CRASHES, Converse
from bot.slack.desk import Desk
from bot.slack.held import still_ours
from bot.slack.ready import Ready, consider
from bot.slack.work import ATTEMPTS, Later, LeaseLost, Work
from retrieval.ports import Places
from retrieval.values import Question, Scope, Turn

AUTO = "auto"
"""The source of a question that is answered of the bot's own accord."""
SWITCHED_OFF, UNREAD, NO_INDEX = "switched off", "came with what was not read", "no index"
NOT_ALLOWED, BROKEN = "not allowed", "broken"
NOT_COVERED = "not covered: "
"""How the reasons for silence begin that lie in the answer; a `Gap` follows."""


@dataclass(frozen=True, slots=True)
class Unasked:
    """Answers what nobody asked it where it is sure; leaves what was asked to `converse`."""

    desk: Desk
    converse: Converse
    places: Places

    async def __call__(self, work: Work) -> str:
        """Deal with a question; say in a word, or after `QUIET`, how it ended.

        What an earlier attempt has begun to say was decided then. Raises what another attempt
        may mend.
        """
        asked = Inbound.read(work.job.payload)
        if asked.source != AUTO or work.job.progress:
            return await self.converse(work)
        found = await self._decided(work, asked)
        if isinstance(found, Ready):
            await still_ours(work)
            return await self.converse(work, found)
        self.desk.metrics.questions.labels("quiet").inc()
        structlog.get_logger().info("kept_quiet", job=work.job.id, reason=found)
        return f"{QUIET}{found}"

    async def _decided(self, work: Work, asked: Inbound) -> Ready | str:
        """Return the answer to give, or why there is none; the last attempt says that it broke."""
        if work.job.attempts > CRASHES:
            return BROKEN
        try:
            return await self._decide(asked)
        except (LeaseLost, Later):
            raise
        except Exception as error:
            if work.job.attempts < ATTEMPTS:
                raise
            structlog.get_logger().error("undecided", job=work.job.id, reason=str(error))
            return BROKEN

    async def _decide(self, asked: Inbound) -> Ready | str:
        """Answer, and look whether that covers the question."""
        desk = self.desk
        known = await self.places.find(asked.team, asked.channel)
        if known.auto_off_reason:
            return SWITCHED_OFF
        may_search = await desk.access.scope(asked)
        if isinstance(may_search, str):
            return NOT_ALLOWED
        if await desk.access.pages(may_search) is None:
            return NO_INDEX
        along = await desk.threads.before(asked)
        if along.notes:
            return UNREAD
        question = unasked(asked, may_search, along.turns)
        async with asyncio.timeout(desk.seconds):
            ready, found = await consider(desk.answerer, question, desk.metrics.hop)
        structlog.get_logger().info(
            "weighed_unasked",
            trace_id=ready.answer.trace_id,
            gap=found.gap,
            share=round(found.share, 3),
            meaning=round(found.meaning, 3),
        )
        return f"{NOT_COVERED}{found.gap}" if found.gap else ready


def unasked(asked: Inbound, may_search: Scope, along: tuple[Turn, ...] = ()) -> Question:
    """Return a question as it is put to the answerer; `along` is what came along with it."""
    return Question(asked.text, may_search, along, asker=asked.user, place=asked.channel)
