"""A row of the inbox -> what is said in Slack: a question becomes an answer, in place, once."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.access import NOWHERE
from bot.slack.desk import Desk, Exchange, open_reply
from bot.slack.desk import keep as keep_posting
from bot.slack.gate import UNASKED
from bot.slack.leased import still_ours
from bot.slack.notices import target
from bot.slack.outage import keep, outage
from bot.slack.ready import Ready
from bot.slack.refused import SlackRefused
from bot.slack.reply import Reply
from bot.slack.reply.gone import GONE
from bot.slack.respond import respond
from bot.slack.resume import begun, standing
from bot.slack.work import ATTEMPTS, Later, LeaseLost, Work
from retrieval.errors import StoreUnavailable

OUTSIDE = frozenset({"channel_not_found", "not_in_channel", "restricted_action"})
"""Those after which the asker can still be told directly."""


CRASHES = 25
"""Attempts after which a question is given up that never ended: it seems to kill its process."""


LAST_WORD = 20.0
"""Seconds that the last word to a question may take whose work was cancelled."""
BEFORE_EXIT = 5.0
"""The same where the process is about to end."""


class Converse:
    """Answers questions."""

    def __init__(self, desk: Desk) -> None:
        """Take what answering needs."""
        self._desk = desk

    async def __call__(self, work: Work, ready: Ready | None = None) -> str:
        """Answer a question, with the answer that is `ready` if one is; return the outcome.

        Raises SlackRefused and LedgerError where another attempt may succeed.
        """
        exchange = Exchange(Inbound.read(work.job.payload), work, ready=ready)
        try:
            if work.job.attempts > CRASHES:
                outcome = await self._give_up(exchange)
            else:
                outcome = await self._exchange(exchange)
        except SlackRefused as refused:
            if refused.error not in NOWHERE:
                return await self._again(exchange, refused)
            outcome = await self._nowhere(exchange, refused)
        except (LeaseLost, Later):
            raise
        except Exception as error:  # noqa: BLE001 - whoever asked gets a reason in the end
            return await self._again(exchange, error)
        self._desk.metrics.questions.labels(outcome).inc()
        return outcome

    async def _again(self, exchange: Exchange, error: Exception) -> str:
        """Leave a question for another attempt by raising; the last attempt says so in place."""
        if exchange.work.job.attempts < ATTEMPTS:
            raise error
        structlog.get_logger().error(
            "question_given_up", job=exchange.work.job.id, reason=str(error), exc_info=error
        )
        return await self._give_up(exchange)

    async def _give_up(self, exchange: Exchange) -> str:
        """Say that something is broken, with its reference in the log. Raises SlackRefused."""
        if exchange.ready and not exchange.posted:
            return "failed"  # Nobody waits for an answer that nobody asked for.
        if exchange.work.job.attempts > CRASHES:  # Whoever said so before may have been killed.
            asked, noted = exchange.asked, exchange.work.job.progress
            earlier = await begun(self._desk.web, target(asked), noted)
            exchange.posted = earlier.posted
            if earlier.done:
                return "found_answered"
        reply = open_reply(self._desk, exchange)
        try:
            await reply.say(phrases.broken(f"job {exchange.work.job.id}"))
        finally:
            await reply.close()
        self._desk.metrics.questions.labels("failed").inc()
        return "failed"

    async def _nowhere(self, exchange: Exchange, refused: SlackRefused) -> str:
        """Give up answering in place; tell the asker wherever they can be reached."""
        asked = exchange.asked
        structlog.get_logger().warning(
            "no_place_to_answer",
            job=exchange.work.job.id,
            method=refused.method,
            error=refused.error,
        )
        if refused.error in GONE:
            return "deleted"
        outside = asked.channel_kind != "direct" and refused.error in OUTSIDE
        if outside and asked.source not in UNASKED:
            key = f"nowhere:{asked.message_key}"
            text = phrases.not_in_channel(asked.channel)
            await self._desk.notifier.notify(
                asked.user, text, key=key, team=asked.team, about=asked.channel
            )
        return f"undeliverable_{refused.error}"

    async def _exchange(self, exchange: Exchange) -> str:
        """Continue from what an earlier attempt posted, or start."""
        desk, asked, work = self._desk, exchange.asked, exchange.work
        place = (asked.team, asked.channel, asked.ts)
        new = work.job.attempts == 1 and asked.source != "again"
        if new and await desk.postings.of_question(*place):
            return "answered_before"  # Its row was forgotten, and an edit sent it again.
        down = outage(work.job.progress) is not None and not await desk.access.searchable()
        if down:
            exchange.posted = standing(target(asked), work.job.progress).posted
        elif work.job.attempts > 1:
            earlier = await begun(desk.web, target(asked), work.job.progress)
            exchange.posted = earlier.posted
            if earlier.done and earlier.posted:
                await keep_posting(desk, exchange, earlier.posted)
                return "found_answered"
        reply = open_reply(self._desk, exchange)
        try:
            return await self._unless(exchange, reply, down=down)
        except asyncio.CancelledError:
            await _break_off(work, exchange, reply)
            raise
        finally:
            await reply.close()

    async def _unless(self, exchange: Exchange, reply: Reply, *, down: bool) -> str:
        """Respond; if search is down, keep the question for later or close it."""
        reason = "as before"
        if not down:
            try:
                return await respond(self._desk, exchange, reply)
            except StoreUnavailable as error:
                reason = str(error)
        await still_ours(exchange.work)
        return await keep(exchange.work, reply, reason, seconds=self._desk.outage_seconds)


async def _break_off(work: Work, exchange: Exchange, reply: Reply) -> None:
    """Leave a question whose work was cancelled in the state that its reason asks for."""
    seconds = BEFORE_EXIT if work.stopped == "draining" else LAST_WORD
    with suppress(SlackRefused, TimeoutError):
        # asyncio.timeout ends a task that was cancelled before, in Python before 3.11.4.
        await asyncio.wait_for(_last_word(work, exchange, reply), seconds)


async def _last_word(work: Work, exchange: Exchange, reply: Reply) -> None:
    """Take away, close or hand over what stands there of an answer."""
    match work.stopped:
        case "deleted":
            await reply.withdraw()
        case "stopped":
            await reply.stopped(phrases.stopped())
        case "draining" if exchange.posted:
            await reply.interrupt(phrases.going_on())
