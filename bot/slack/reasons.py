"""A dislike, explained: why somebody dislikes an answer, and which page they say is right."""

from __future__ import annotations

from dataclasses import dataclass

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.judged import asking_page
from bot.slack.known_page import KnownPages
from bot.slack.reply.privately import tell
from bot.slack.reply.why import say_instead
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.ports import REASONS, Feedback, Postings


@dataclass(frozen=True, slots=True)
class Reasons:
    """Adds to somebody's own dislike what they say of it; changes nobody else's."""

    web: Web
    postings: Postings
    feedback: Feedback
    pages: KnownPages

    async def __call__(self, work: Work) -> str:
        """Keep a reason (`subject`) or the link of a page (`text`). Raises LedgerError."""
        found = Inbound.read(work.job.payload)
        reason = found.subject if found.subject in REASONS else ""
        posting = await self.postings.of_trace(found.trace_id) if found.trace_id else None
        if posting is None or posting.team != found.team or not (reason or found.text):
            return "not_an_answer"
        kept = await self.feedback.explain(
            found.trace_id, found.user, reason=reason, page=found.text
        )
        if not kept:
            await tell(self.web, found, phrases.no_dislike())
            return "not_disliked"
        if reason:
            said = phrases.reason_kept(phrases.reason_name(reason))
            await say_instead(self.web, found, said, asking_page(found.trace_id))
        else:
            known = await self.pages.knows(found.text, found.trace_id)
            said = phrases.page_kept() if known else phrases.page_kept_unknown()
            await tell(self.web, found, said)
        return reason or "page"
