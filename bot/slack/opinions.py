"""A feedback button pressed, a reaction put on or taken off -> an opinion in the ledger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import structlog

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.judged import asking_why
from bot.slack.notices import target
from bot.slack.refused import SlackRefused
from bot.slack.reply import whisper
from bot.slack.reply.privately import tell
from bot.slack.reply.why import ask_alone
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.ports import Clock, Feedback, Opinion, Posting, Postings


@dataclass(frozen=True, slots=True)
class Opinions:
    """Keeps opinions, of answers of ours only."""

    web: Web
    postings: Postings
    feedback: Feedback
    clock: Clock
    may: Callable[[Inbound], Awaitable[bool]] | None = None
    """What says whether somebody may ask: whoever may not has no opinion that counts."""

    async def __call__(self, work: Work) -> str:
        """Keep or take back an opinion; say how it ended. Raises LedgerError."""
        given = Inbound.read(work.job.payload)
        posting = await self._posting(given)
        if posting is None or not posting.trace_id:
            return "not_an_answer"
        if given.trace_id and given.trace_id != posting.trace_id:
            return "of_another_answer"
        if given.kind == "withdraw":
            taken = await self.feedback.withdraw(
                posting.trace_id, given.user, source=given.source, value=given.value
            )
            return "withdrawn" if taken else "nothing_to_withdraw"
        if self.may and not await self.may(given):
            log = structlog.get_logger()
            log.info("opinion_not_allowed", message=given.message_key, user=given.user)
            return "not_allowed"
        opinion = Opinion(
            trace_id=posting.trace_id,
            person=given.user,
            value=given.value,
            source=given.source,
            place=given.channel,
            given=self.clock.now(),
        )
        await self.feedback.give(opinion)
        if given.value < 0:
            await self._ask_why(work, given, posting)
        elif given.source == "button":
            await self._thank(work, given, posting)
        return "good" if given.value > 0 else "bad"

    async def _posting(self, given: Inbound) -> Posting | None:
        """Find the answer that an opinion is about.

        A private one has no message to be found by: its asker alone has the button for it.
        """
        found = await self.postings.find(given.team, given.channel, given.answer_ts)
        if found or not given.trace_id:
            return found
        own = await self.postings.of_trace(given.trace_id)
        return own if own and (own.team, own.asker) == (given.team, given.user) else None

    async def _ask_why(self, work: Work, given: Inbound, posting: Posting) -> None:
        """Ask whoever dislikes an answer why, privately and once; the dislike counts either way."""
        every = await self.feedback.of(posting.trace_id)
        said = any(one.person == given.user and one.reason for one in every)
        if said or work.job.progress.get("thanked"):
            if given.source == "button":
                await self._thank(work, given, posting)
            return
        await work.note({"thanked": True})
        blocks, thread = asking_why(posting.trace_id, posting.outcome), posting.thread_ts
        await ask_alone(self.web, given, phrases.ask_why(), blocks, thread_ts=thread)

    async def _thank(self, work: Work, given: Inbound, posting: Posting) -> None:
        """Tell whoever pressed that it was kept, in the thread, at most once."""
        if work.job.progress.get("thanked"):
            return
        await work.note({"thanked": True})
        if given.private:
            await tell(self.web, given, phrases.thanks(given.value))
            return
        where = replace(target(given), thread_ts=posting.thread_ts)
        try:
            await whisper(self.web, where, phrases.thanks(given.value))
        except SlackRefused:
            return  # The opinion is kept; the metric counts the refusal.
