"""Muting the bot in a channel: who may, what then happens to questions, and how it ends."""

from __future__ import annotations

from dataclasses import dataclass

from bot.inbound import Inbound
from bot.slack import phrases
from bot.slack.notices import Handler
from bot.slack.reception import Reception
from bot.slack.refused import SlackRefused
from bot.slack.reply.privately import tell
from bot.slack.work import ATTEMPTS, Work
from retrieval.policy import Asker

UNADDRESSED = frozenset({"thread", "auto", "channel"})
"""Sources of questions in which nobody named the bot."""


@dataclass(frozen=True, slots=True)
class Muting:
    """Mutes the bot in a channel, lets it speak again, and keeps quiet meanwhile."""

    reception: Reception

    async def __call__(self, work: Work) -> str:
        """Mute or unmute where it was asked for. Raises SlackRefused, LedgerError."""
        found = Inbound.read(work.job.payload)
        said, result = await self._decide(work, found)
        await tell(self.reception.web, found, said)
        return result

    async def _decide(self, work: Work, found: Inbound) -> tuple[str, str]:
        """Return what is said and how it ended, after doing it."""
        if found.channel_kind == "direct":
            return phrases.nothing_to_mute(), "nothing_to_mute"
        try:
            asker = await self.reception.asker(found.user)
        except SlackRefused:
            if work.job.attempts < ATTEMPTS:
                raise
            return phrases.place_unknown(), "not_allowed"
        if not _is_a_member(asker):
            return phrases.may_not_mute(), "not_allowed"
        places, place = self.reception.books.places, (found.team, found.channel)
        if found.subject == "unmute":
            changed = await places.unmute(*place)
            return (phrases.unmuted() if changed else phrases.unmuted_before()), "unmuted"
        changed = await places.mute(*place, found.user)
        return (
            phrases.muted(self.reception.command) if changed else phrases.muted_before()
        ), "muted"

    def before(self, handle: Handler) -> Handler:
        """Return a handler of questions that keeps quiet where the bot is muted."""

        async def handled(work: Work) -> str:
            asked = Inbound.read(work.job.payload)
            if asked.private or asked.channel_kind == "direct":
                return await handle(work)
            known = await self.reception.books.places.find(asked.team, asked.channel)
            if not known.muted_by:
                return await handle(work)
            if asked.source in UNADDRESSED:
                return "quiet: muted"
            if not work.job.progress.get("told"):
                await work.note({"told": True})
                await tell(self.reception.web, asked, phrases.silent_here(self.reception.command))
            return "muted"

        return handled


def _is_a_member(asker: Asker) -> bool:
    """Whether somebody belongs to the workspace, and is more than a guest in it."""
    return not (asker.guest or asker.stranger or asker.deactivated or asker.bot)
