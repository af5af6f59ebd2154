"""What is said without being an answer: a greeting in a channel, a hint after an edit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.refused import SlackRefused
from bot.slack.reply import Target, whisper
from bot.slack.web import Web
from bot.slack.work import Work
from retrieval.ports import Notifier, Postings

Handler = Callable[[Work], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Notices:
    """Says what is no answer, each thing once."""

    web: Web
    postings: Postings
    notifier: Notifier

    async def joined(self, work: Work) -> str:
        """Say in a channel that the bot was invited to how it is asked."""
        found = Inbound.read(work.job.payload)
        key = f"joined:{found.key}"
        told = await self.notifier.notify(found.channel, phrases.joined(), key=key, team=found.team)
        return "greeted" if told else "greeted_before"

    async def edited(self, work: Work) -> str:
        """Tell the author of an answered question that an edit is not answered, at most once."""
        found = Inbound.read(work.job.payload)
        posting = await self.postings.of_question(found.team, found.channel, found.ts)
        if posting is None:
            return "edited_unanswered"
        if work.job.progress.get("told"):
            return "told_before"
        await work.note({"told": True})
        try:
            await whisper(self.web, target(found), phrases.ask_again_after_edit())
        except SlackRefused:
            return "not_told"  # The metric counts the refusal; a hint is not worth a second try.
        return "told_to_ask_again"


def target(found: Inbound) -> Target:
    """Return where to speak to someone about their message."""
    return Target(
        team=found.team,
        channel=found.channel,
        thread_ts=found.root,
        user=found.user,
        direct=found.channel_kind == "direct",
        question=found.message_key,
    )


def dispatch(handlers: Mapping[str, Handler]) -> Handler:
    """Return what hands a row to the handler of its kind."""

    async def handle(work: Work) -> str:
        handler = handlers.get(work.job.kind)
        return await handler(work) if handler else "of_unknown_kind"

    return handle
