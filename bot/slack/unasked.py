"""A question not addressed to the bot -> an answer if it covers the question, else silence.

Everything is decided before anything is said or shown: no status, no placeholder, no reaction.
What is left alone is closed with its reason, which anybody who wonders can ask for.
"""

from __future__ import annotations

from dataclasses import dataclass

import structlog

from bot.inbound import Inbound
from bot.slack.admission import QUIET
from bot.slack.converse import CRASHES, Converse
from bot.slack.desk import Desk
from bot.slack.leased import still_ours
from bot.slack.ready import BROKEN, Ready, Weighing
from bot.slack.work import ATTEMPTS, Later, LeaseLost, Work
from retrieval.errors import StoreUnavailable
from retrieval.ports import Places

AUTO = "auto"
"""The source of a question that is answered of the bot's own accord."""
SWITCHED_OFF = "switched off"
"""The reason for silence in a channel whose people disliked too many answers."""


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
            ended = await self.converse(work, found)
            return f"{QUIET}{BROKEN}" if ended == "failed" else ended
        self.desk.metrics.questions.labels("quiet").inc()
        structlog.get_logger().info("kept_quiet", job=work.job.id, reason=found)
        return f"{QUIET}{found}"

    async def _decided(self, work: Work, asked: Inbound) -> Ready | str:
        """Return the answer to give, or why there is none; the last attempt says that it broke.

        Nobody waits until search is up again: by then people have answered.
        """
        if work.job.attempts > CRASHES:
            return BROKEN
        try:
            return await self._decide(asked)
        except (LeaseLost, Later):
            raise
        except StoreUnavailable:
            return BROKEN
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
        weighing = Weighing(desk.access, desk.threads, desk.answerer, desk.seconds)
        weighed = await weighing(asked, desk.metrics.hop)
        structlog.get_logger().info("weighed_unasked", **weighed.summary)
        return weighed.reason or weighed.ready
