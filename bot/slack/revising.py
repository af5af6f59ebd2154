"""What becomes of an answer when its question is changed, deleted or stopped."""

from __future__ import annotations

from dataclasses import dataclass

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.actions import AGAIN_ACTION, again_value, button, row
from bot.slack.notices import target
from bot.slack.refused import SlackRefused
from bot.slack.reply import offer, remark, whisper
from bot.slack.reply.removal import Removal, remove
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.ports import Postings


@dataclass(frozen=True, slots=True)
class Revising:
    """Deals with what people do to a question after it was asked."""

    web: Web
    postings: Postings

    async def edited(self, work: Work) -> str:
        """Offer the author of an answered question to answer it as it reads now, once an edit."""
        found = Inbound.read(work.job.payload)
        posting = await self.postings.of_question(found.team, found.channel, found.ts)
        if posting is None:
            return "edited_unanswered"
        if work.job.progress.get("told"):
            return "told_before"
        await work.note({"told": True})
        value = again_value(found.ts, found.root, found.text) if found.text else ""
        try:
            if value:
                press = button(AGAIN_ACTION, phrases.answer_again(), value, "primary")
                ask = phrases.question_changed()
                await offer(self.web, target(found), ask, row(AGAIN_ACTION, press))
            else:
                await whisper(self.web, target(found), phrases.ask_again_after_edit())
        except SlackRefused:
            return "not_told"  # The metric counts the refusal; a hint is not worth a second try.
        return "offered_to_answer_again" if value else "told_to_ask_again"

    async def deleted(self, work: Work) -> str:
        """Take away what was said of a deleted question, or say why it stays. Raises SlackRefused.

        Every answer to it goes, those that were given again too.
        """
        found = Inbound.read(work.job.payload)
        place = (found.team, found.channel, found.root)
        known = [
            ts
            for posting in await self.postings.in_thread(*place)
            if posting.question_ts == found.ts
            for ts in posting.ts
        ]
        ended = await remove(self.web, target(found), known)
        if ended is Removal.STAYS and not work.job.progress.get("told"):
            await work.note({"told": True})
            await remark(self.web, target(found), phrases.answer_stays())
        return f"answer_{ended.value}"

    async def stopped(self, work: Work) -> str:
        """Tell Slack that nothing is being worked on in a thread that somebody stopped."""
        found = Inbound.read(work.job.payload)
        try:
            await self.web.call(
                "agents.sessions.setStatus",
                channel_id=found.channel,
                thread_ts=found.root,
                status="active",
            )
        except SlackRefused as refused:
            return f"not_told_{refused.error}"
        return "nothing_to_stop"
