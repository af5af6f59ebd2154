"""A question asked in private -> an answer for its asker alone, given at most once."""

from __future__ import annotations

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.desk import Desk, Exchange
from bot.slack.leased import leased
from bot.slack.notices import Handler
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import Privately
from bot.slack.respond import respond
from bot.slack.work import ATTEMPTS, Later, LeaseLost, Work
from retrieval.errors import StoreUnavailable

SAYING, REGRETTED = "saying", "regretted"
"""What is noted in a row just before its answer, or that it may be lost, is said."""


class Private:
    """Answers questions whose answer only the asker may see."""

    def __init__(self, desk: Desk) -> None:
        """Take what answering needs."""
        self._desk = desk

    def before(self, public: Handler) -> Handler:
        """Return a handler of all questions: the others go to `public`."""

        async def handled(work: Work) -> str:
            asked = Inbound.read(work.job.payload)
            return await self(work) if asked.private else await public(work)

        return handled

    async def __call__(self, work: Work) -> str:
        """Answer a question; return its outcome in a word.

        Whoever takes over from a process that was killed while it spoke cannot tell what was
        seen, and says so. Raises what another attempt may mend.
        """
        asked, noted = Inbound.read(work.job.payload), work.job.progress
        if noted.get(REGRETTED):
            return "interrupted"
        if noted.get(SAYING):
            return await self._regret(work, asked, phrases.interrupted(), "interrupted")
        try:
            outcome = await self._answer(work, asked)
        except (LeaseLost, Later):
            raise
        except SlackRefused as refused:
            structlog.get_logger().warning("not_answered_privately", error=refused.error)
            return f"undeliverable_{refused.error}"
        except Exception:
            if work.noted.get(SAYING):
                return await self._regret(work, asked, phrases.interrupted(), "interrupted")
            if work.job.attempts < ATTEMPTS:
                raise
            structlog.get_logger().exception("private_question_given_up", job=work.job.id)
            reference = f"job {work.job.id}"
            return await self._regret(work, asked, phrases.broken(reference), "failed")
        self._desk.metrics.questions.labels(outcome).inc()
        return outcome

    async def _answer(self, work: Work, asked: Inbound) -> str:
        """Say what there is to say."""
        reply = self._reply(work, asked, SAYING)
        reply.scripted = self._desk.access.policy.scripted
        try:
            return await respond(self._desk, Exchange(asked, work), reply)
        except StoreUnavailable:
            await reply.say(phrases.search_is_down())
            return "search_down"

    async def _regret(self, work: Work, asked: Inbound, text: str, outcome: str) -> str:
        """Say once that an answer is lost, or may be."""
        try:
            await self._reply(work, asked, REGRETTED).say(text)
        except SlackRefused as refused:
            structlog.get_logger().warning("not_regretted", error=refused.error)
        self._desk.metrics.questions.labels(outcome).inc()
        return outcome

    def _reply(self, work: Work, asked: Inbound, note: str) -> Privately:
        """Open the reply; what may have been seen is noted before it is said."""

        async def before() -> None:
            await work.note({note: True})

        web = leased(self._desk.web, work)
        return Privately(web, asked, before, shareable=asked.channel_kind != "direct")
